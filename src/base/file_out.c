/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Writing: a temporary beside the target, without a name where that can be, synced and renamed. */
#include "base/bytes.h"
#include "base/file.h"
#include "base/random.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* Linux transfers at most this much in one call. */
#define MAX_TRANSFER ((size_t)1 << 30)

static cuzk_status bad_target(const char *path, const char *code, const char *message,
                              cuzk_error *err)
{
    err_set(err, CUZK_BAD_INPUT, code, "%s", message);
    err_at(err, path, NULL, -1);
    return CUZK_BAD_INPUT;
}

/* The path the file will have: through symbolic links, so that a link stays a link. */
static cuzk_status resolve(file_out *o, const char *path, cuzk_error *err)
{
    struct stat st;
    int there = lstat(path, &st);
    if (there != 0 && errno != ENOENT)
        return err_system(err, errno, "write", path);
    if (there == 0 && S_ISLNK(st.st_mode)) {
        char real[PATH_MAX];
        if (!realpath(path, real) || stat(real, &st) != 0)
            return err_system(err, errno, "follow the link to", path);
        snprintf(o->path, sizeof o->path, "%s", real);
    } else {
        if (strlen(path) >= sizeof o->path)
            return err_system(err, ENAMETOOLONG, "write", path);
        snprintf(o->path, sizeof o->path, "%s", path);
    }
    if (there == 0 && !S_ISREG(st.st_mode))
        return bad_target(path, "not-a-file", "the target exists and is not a regular file", err);
    size_t len = strlen(o->path);
    if (len == 0 || o->path[len - 1] == '/')
        return bad_target(path, "bad-path", "this names no file", err);
    return CUZK_OK;
}

/* The directory part of path with its last slash, as a length; 0 is the current directory. */
static size_t dir_len(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* Tries names in turn until `make` has something to say but "taken". */
static cuzk_status with_new_name(file_out *o, int (*make)(const file_out *o, unsigned mode),
                                 unsigned mode, int *made, cuzk_error *err)
{
    int cause = EEXIST;
    for (int attempt = 0; attempt < 16; attempt++) {
        uint8_t id[8];
        char hex[2 * sizeof id + 1];
        TRY(random_bytes(id, sizeof id, err));
        hex_encode(hex, id, sizeof id);
        int n = snprintf(o->tmp, sizeof o->tmp, "%.*s.cuzk-%s.tmp", (int)dir_len(o->path), o->path,
                         hex);
        if (n < 0 || (size_t)n >= sizeof o->tmp) {
            cause = ENAMETOOLONG;
            break;
        }
        *made = make(o, mode);
        if (*made >= 0)
            return CUZK_OK;
        cause = errno;
        if (cause != EEXIST && cause != EINTR)
            break;
    }
    o->tmp[0] = '\0';
    return err_system(err, cause, "create a file beside", o->path);
}

static int create_named(const file_out *o, unsigned mode)
{
    return open(o->tmp, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
}

/* How a descriptor can be named without special rights. */
static void proc_path(char out[64], int fd)
{
    snprintf(out, 64, "/proc/self/fd/%d", fd);
}

static int link_to_tmp(const file_out *o, unsigned mode)
{
    char from[64];
    (void)mode;
    proc_path(from, o->fd);
    return linkat(AT_FDCWD, from, AT_FDCWD, o->tmp, AT_SYMLINK_FOLLOW);
}

/* A file without a name, which the system removes when we are killed; -1 where it has none such,
 * or could not give it a name later. */
static int create_nameless(const file_out *o, unsigned mode)
{
    char dir[sizeof o->path], self[64];
    struct stat st;
    snprintf(dir, sizeof dir, "%.*s", (int)dir_len(o->path), o->path);
    int fd = open(*dir ? dir : ".", O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
    if (fd < 0)
        return -1;
    proc_path(self, fd);
    if (stat(self, &st) == 0)
        return fd;
    close(fd);
    return -1;
}

static cuzk_status create_temporary(file_out *o, unsigned mode, cuzk_error *err)
{
    o->fd = create_nameless(o, mode);
    return o->fd >= 0 ? CUZK_OK : with_new_name(o, create_named, mode, &o->fd, err);
}

/* From here on the file has a name, if only for the moment until it is renamed: a link does not
 * replace what is there. */
static cuzk_status name_temporary(file_out *o, cuzk_error *err)
{
    int linked;
    return o->tmp[0] ? CUZK_OK : with_new_name(o, link_to_tmp, 0, &linked, err);
}

static cuzk_status check_space(const file_out *o, uint64_t need, cuzk_error *err)
{
    struct statvfs vfs;
    uint64_t have;
    /* A file system that cannot tell is asked by writing. */
    if (need == 0 || fstatvfs(o->fd, &vfs) != 0 || vfs.f_blocks == 0 ||
        __builtin_mul_overflow((uint64_t)vfs.f_bavail, (uint64_t)vfs.f_frsize, &have) ||
        have >= need)
        return CUZK_OK;
    err_set(err, CUZK_NO_RESOURCES, "no-space", "not enough free space");
    err_at(err, o->path, NULL, -1);
    err_expected(err, "%" PRIu64 " bytes free", need);
    err_found(err, "%" PRIu64, have);
    return CUZK_NO_RESOURCES;
}

cuzk_status file_out_open(file_out *o, const char *path, uint64_t expected_len, unsigned mode,
                          cuzk_error *err)
{
    o->fd = -1;
    o->path[0] = o->tmp[0] = '\0';
    TRY(resolve(o, path, err));
    TRY(create_temporary(o, mode, err));
    cuzk_status status = check_space(o, expected_len, err);
    if (status != CUZK_OK)
        file_out_abort(o);
    return status;
}

static cuzk_status write_all(int fd, const void *data, size_t len, const char *path,
                             cuzk_error *err)
{
    const uint8_t *p = data;
    while (len > 0) {
        ssize_t n = write(fd, p, len < MAX_TRANSFER ? len : MAX_TRANSFER);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return err_system(err, n < 0 ? errno : ENOSPC, "write", path);
        p += n;
        len -= (size_t)n;
    }
    return CUZK_OK;
}

cuzk_status file_out_write(file_out *o, const void *data, size_t len, cuzk_error *err)
{
    return write_all(o->fd, data, len, o->path, err);
}

cuzk_status file_out_write_at(file_out *o, uint64_t offset, const void *data, size_t len,
                              cuzk_error *err)
{
    const uint8_t *p = data;
    while (len > 0) {
        if (offset > INT64_MAX)
            return err_system(err, EFBIG, "write", o->path);
        ssize_t n = pwrite(o->fd, p, len < MAX_TRANSFER ? len : MAX_TRANSFER, (off_t)offset);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return err_system(err, n < 0 ? errno : ENOSPC, "write", o->path);
        p += n;
        offset += (uint64_t)n;
        len -= (size_t)n;
    }
    return CUZK_OK;
}

/* The name is on disk too only when its directory is. Not every file system can: best effort. */
static void sync_directory(const char *path)
{
    char dir[4096];
    snprintf(dir, sizeof dir, "%.*s", (int)dir_len(path), path);
    int fd = open(*dir ? dir : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return;
    (void)fsync(fd);
    close(fd);
}

cuzk_status file_out_commit(file_out *o, cuzk_error *err)
{
    cuzk_status status = CUZK_OK;
    /* EINVAL: something that has no disk behind it. */
    if (fsync(o->fd) != 0 && errno != EINVAL)
        status = err_system(err, errno, "sync", o->path);
    if (status == CUZK_OK)
        status = name_temporary(o, err);
    int fd = o->fd;
    o->fd = -1;
    if (close(fd) != 0 && errno != EINTR && status == CUZK_OK)
        status = err_system(err, errno, "close", o->path);
    if (status == CUZK_OK && rename(o->tmp, o->path) != 0)
        status = err_system(err, errno, "rename into place", o->path);
    if (status != CUZK_OK) {
        file_out_abort(o);
        return status;
    }
    o->tmp[0] = '\0';
    sync_directory(o->path);
    return CUZK_OK;
}

void file_out_abort(file_out *o)
{
    if (o->fd >= 0)
        close(o->fd);
    if (o->tmp[0])
        unlink(o->tmp);
    o->fd = -1;
    o->tmp[0] = '\0';
}

cuzk_status file_write(const char *path, const void *data, size_t len, cuzk_error *err)
{
    if (strcmp(path, "-") == 0)
        return write_all(STDOUT_FILENO, data, len, "standard output", err);
    /* A pipe or a device (/dev/null, /dev/stdout) is written to, not replaced. */
    struct stat st;
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode)) {
        int fd = open(path, O_WRONLY | O_CLOEXEC);
        if (fd < 0)
            return err_system(err, errno, "open", path);
        cuzk_status status = write_all(fd, data, len, path, err);
        if (close(fd) != 0 && errno != EINTR && status == CUZK_OK)
            status = err_system(err, errno, "close", path);
        return status;
    }
    file_out o;
    TRY(file_out_open(&o, path, len, 0666, err));
    cuzk_status status = file_out_write(&o, data, len, err);
    if (status == CUZK_OK)
        return file_out_commit(&o, err);
    file_out_abort(&o);
    return status;
}

cuzk_status file_make_dirs(const char *path, cuzk_error *err)
{
    char part[4096];
    size_t len = strlen(path);
    if (len == 0 || len >= sizeof part)
        return err_system(err, len ? ENAMETOOLONG : ENOENT, "create", path);
    for (size_t i = 1; i <= len; i++) {
        if (path[i] != '/' && path[i] != '\0')
            continue;
        memcpy(part, path, i);
        part[i] = '\0';
        if (mkdir(part, 0777) == 0)
            continue;
        int cause = errno;
        struct stat st;
        /* On a read-only or foreign parent mkdir may say EROFS or EACCES for what is there. */
        if (stat(part, &st) == 0 && S_ISDIR(st.st_mode))
            continue;
        return err_system(err, cause == EEXIST ? ENOTDIR : cause, "create directory", part);
    }
    return CUZK_OK;
}
