/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reading. Writing is in file_out.c. */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int64_t to_ns(struct timespec t)
{
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static file_id identity(const struct stat *st)
{
    return (file_id) {
        .device = st->st_dev,
        .inode = st->st_ino,
        .size = (uint64_t)st->st_size,
        .mtime_ns = to_ns(st->st_mtim),
        .ctime_ns = to_ns(st->st_ctim),
    };
}

/* Non-blocking, so that a pipe without a writer does not hold us before fstat has seen it. */
static int open_to_read(const char *path, int flags)
{
    int fd;
    do
        fd = open(path, O_RDONLY | O_CLOEXEC | flags);
    while (fd < 0 && errno == EINTR);
    return fd;
}

cuzk_status file_map_open(file_map *m, const char *path, cuzk_error *err)
{
    static const uint8_t empty[1];
    memset(m, 0, sizeof *m);
    m->fd = -1;
    snprintf(m->path, sizeof m->path, "%s", path);
    int fd = open_to_read(path, O_NONBLOCK);
    if (fd < 0)
        return err_system(err, errno, "open", path);

    struct stat st;
    cuzk_status status = CUZK_OK;
    if (fstat(fd, &st) != 0) {
        status = err_system(err, errno, "examine", path);
    } else if (!S_ISREG(st.st_mode)) {
        status = err_set(err, CUZK_BAD_INPUT, "not-a-file", "not a regular file");
        err_at(err, path, NULL, -1);
    } else if (st.st_size == 0) {
        m->data = empty;
    } else {
        void *p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_SHARED, fd, 0);
        if (p == MAP_FAILED)
            status = err_system(err, errno, "map", path);
        else
            m->data = p;
    }
    if (status != CUZK_OK) {
        close(fd);
        return status;
    }
    m->fd = fd;
    m->len = (size_t)st.st_size;
    m->id = identity(&st);
    return CUZK_OK;
}

void file_map_close(file_map *m)
{
    if (m->fd < 0)
        return;
    if (m->len > 0)
        munmap((void *)(uintptr_t)m->data, m->len);
    close(m->fd);
    memset(m, 0, sizeof *m);
    m->fd = -1;
}

bool file_path_join(char *out, size_t size, const char *dir, const char *name)
{
    const size_t len = strlen(dir);
    const bool slash = len > 0 && dir[len - 1] == '/';
    const int n = snprintf(out, size, "%s%s%s", dir, slash ? "" : "/", name);

    return n > 0 && (size_t)n < size;
}

static cuzk_status too_long(const char *path, size_t max_len, cuzk_error *err)
{
    err_set(err, CUZK_BAD_INPUT, "too-long",
            "longer than it may be: expected at most %zu bytes, found more", max_len);
    err_at(err, path, NULL, -1);
    err_expected(err, "at most %zu bytes", max_len);
    err_found(err, "more");
    return CUZK_BAD_INPUT;
}

/* Everything fd has to give into a buffer that starts with room for `hint` bytes and doubles, never
 * beyond max_len + 1 (the one more shows that there is more). */
static cuzk_status read_all(int fd, size_t hint, uint8_t **data, size_t *len, const char *path,
                            size_t max_len, cuzk_error *err)
{
    size_t room = (hint < max_len ? hint : max_len) + 1, n = 0;
    uint8_t *buf = malloc(room);
    if (!buf)
        return err_no_memory(err, path, room);
    for (;;) {
        if (n > max_len) {
            free(buf);
            return too_long(path, max_len, err);
        }
        if (n == room) {
            room = room <= max_len / 2 ? room * 2 : max_len + 1;
            uint8_t *more = realloc(buf, room);
            if (!more) {
                free(buf);
                return err_no_memory(err, path, room);
            }
            buf = more;
        }
        ssize_t got = read(fd, buf + n, room - n);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            cuzk_status status = err_system(err, errno, "read", path);
            free(buf);
            return status;
        }
        if (got == 0)
            break;
        n += (size_t)got;
    }
    *data = buf;
    *len = n;
    return CUZK_OK;
}

cuzk_status file_read(uint8_t **data, size_t *len, const char *path, size_t max_len,
                      cuzk_error *err)
{
    *data = NULL;
    *len = 0;
    if (max_len > SIZE_MAX / 4)
        max_len = SIZE_MAX / 4;
    bool standard = strcmp(path, "-") == 0;
    int fd = standard ? STDIN_FILENO : open_to_read(path, 0);
    if (fd < 0)
        return err_system(err, errno, "open", path);

    struct stat st;
    size_t hint = 4096;
    cuzk_status status = CUZK_OK;
    if (fstat(fd, &st) != 0)
        status = err_system(err, errno, "examine", path);
    else if (S_ISREG(st.st_mode) && (uint64_t)st.st_size > max_len && !standard)
        status = too_long(path, max_len, err);
    else if (S_ISREG(st.st_mode) && st.st_size > 0)
        hint = (size_t)st.st_size;
    if (status == CUZK_OK)
        status = read_all(fd, hint, data, len, path, max_len, err);
    if (!standard)
        close(fd);
    return status;
}
