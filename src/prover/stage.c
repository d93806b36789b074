/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "prover/stage.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#define PREFIX ".cuzk-setup-"

static const char *const names[NEW_FILES] = { "new.dev.json", "new.params", "new.vk", "new.meta" };

/* Whoever has the parent locked is done in moments. */
#define PARENT_WAIT_MS 10000
#define PARENT_STEP_MS 10

/* A descriptor of the directory with an exclusive lock, which ends with the descriptor and so with
 * the process; -1 and errno where there is none: EWOULDBLOCK where another has it. */
static int lock_dir(int at, const char *path)
{
    int fd = openat(at, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    int cause;

    if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
    cause = errno;
    close(fd);
    errno = cause;
    return -1;
}

/* Where the file system has no locks, *fd is -1 and we do without: two makers can then mix their
 * files, which no check of the parameters will pass. */
static cuzk_status lock_parent(int *fd, const stage *s, cuzk_error *err)
{
    for (int ms = 0; ms < PARENT_WAIT_MS; ms += PARENT_STEP_MS) {
        *fd = lock_dir(AT_FDCWD, s->parent);
        if (*fd >= 0 || errno != EWOULDBLOCK)
            return CUZK_OK;
        nanosleep(&(struct timespec) { .tv_nsec = PARENT_STEP_MS * 1000000 }, NULL);
    }
    err_set(err, CUZK_NO_RESOURCES, "locked", "another process keeps this directory locked");
    err_at(err, s->parent, NULL, -1);
    return CUZK_NO_RESOURCES;
}

static void unlock(int fd)
{
    if (fd >= 0)
        close(fd);
}

/* With the parent locked no stage is between being made and being locked: one that can be locked
 * has lost its maker. Others, and what we do not know in it, stay. */
static void remove_stale(int parent)
{
    int copy = openat(parent, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *d = copy >= 0 ? fdopendir(copy) : NULL;
    struct dirent *e;

    if (!d) {
        unlock(copy);
        return;
    }
    while ((e = readdir(d)) != NULL) {
        if (strncmp(e->d_name, PREFIX, strlen(PREFIX)) != 0)
            continue;
        int fd = lock_dir(parent, e->d_name);
        if (fd < 0)
            continue;
        for (int i = 0; i < NEW_FILES; i++)
            unlinkat(fd, names[i], 0);
        unlinkat(parent, e->d_name, AT_REMOVEDIR);
        close(fd);
    }
    closedir(d);
}

static cuzk_status set_parent(stage *s, const char *target, cuzk_error *err)
{
    const char *slash = strrchr(target, '/');
    int n = slash ? snprintf(s->parent, sizeof s->parent, "%.*s", (int)(slash + 1 - target), target)
                  : snprintf(s->parent, sizeof s->parent, "./");

    if (n < 0 || (size_t)n >= sizeof s->parent)
        return err_system(err, ENAMETOOLONG, "write", target);
    snprintf(s->dir, sizeof s->dir, "%s" PREFIX "XXXXXX", s->parent);
    return CUZK_OK;
}

cuzk_status stage_open(stage *s, const char *target, cuzk_error *err)
{
    int parent;

    *s = (stage) { .fd = -1 };
    TRY(set_parent(s, target, err));
    cuzk_status locked = lock_parent(&parent, s, err);
    if (locked != CUZK_OK) {
        s->dir[0] = '\0';
        return locked;
    }
    if (parent >= 0)
        remove_stale(parent);
    if (!mkdtemp(s->dir)) {
        int cause = errno;
        s->dir[0] = '\0';
        unlock(parent);
        return err_system(err, cause, "create a directory beside", target);
    }
    s->fd = lock_dir(AT_FDCWD, s->dir);
    unlock(parent);
    for (int i = 0; i < NEW_FILES; i++)
        snprintf(s->path[i], sizeof s->path[i], "%s/%s", s->dir, names[i]);
    return CUZK_OK;
}

cuzk_status stage_commit(const stage *s, const char *const to[NEW_FILES],
                         cuzk_status (*may_replace)(const void *ctx, cuzk_error *err),
                         const void *ctx, cuzk_error *err)
{
    int parent;
    TRY(lock_parent(&parent, s, err));
    cuzk_status status = may_replace(ctx, err);
    for (int i = 0; i < NEW_FILES && status == CUZK_OK; i++) {
        if (to[i] && rename(s->path[i], to[i]) != 0)
            status = err_system(err, errno, "write", to[i]);
    }
    unlock(parent);
    return status;
}

void stage_close(stage *s)
{
    if (s->dir[0]) {
        for (int i = 0; i < NEW_FILES; i++)
            unlink(s->path[i]);
        rmdir(s->dir);
    }
    unlock(s->fd);
    *s = (stage) { .fd = -1 };
}
