/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "rpc/socket.h"
#include "base/file.h"
#include "rpc/tcp_listen.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define BACKLOG 512

/* The path of "unix:///a/b", "unix://a/b" or "unix:a/b"; NULL: another address. */
static const char *unix_path(const char *address)
{
    if (strncmp(address, "unix://", 7) == 0)
        return address + 7;
    return strncmp(address, "unix:", 5) == 0 ? address + 5 : NULL;
}

static cuzk_status make_parent(const char *path, cuzk_error *err)
{
    char dir[108];
    const char *slash = strrchr(path, '/');

    if (!slash || slash == path)
        return CUZK_OK;
    snprintf(dir, sizeof dir, "%.*s", (int)(slash - path), path);
    return file_make_dirs(dir, err);
}

static cuzk_status in_use(const char *path, cuzk_error *err)
{
    return err_set(err, CUZK_NO_RESOURCES, "in-use", "another daemon owns %s", path);
}

static cuzk_status take_lock(bound_socket *s, cuzk_error *err)
{
    char name[sizeof s->path + 5];

    snprintf(name, sizeof name, "%s.lock", s->path);
    s->lock_fd = open(name, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (s->lock_fd < 0)
        return err_system(err, errno, "open", name);
    if (flock(s->lock_fd, LOCK_EX | LOCK_NB) != 0)
        return errno == EWOULDBLOCK ? in_use(s->path, err) : err_system(err, errno, "lock", name);
    return CUZK_OK;
}

/* A socket nobody listens on is removed; one of a daemon that knows no locks is left to it. */
static cuzk_status remove_stale(const struct sockaddr_un *a, cuzk_error *err)
{
    struct stat st;

    if (lstat(a->sun_path, &st) != 0)
        return errno == ENOENT ? CUZK_OK : err_system(err, errno, "look at", a->sun_path);
    if (!S_ISSOCK(st.st_mode))
        return err_set(err, CUZK_BAD_INPUT, "not-a-socket", "%s is there and is no socket",
                       a->sun_path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return err_system(err, errno, "make a socket", NULL);
    bool alive = connect(fd, (const struct sockaddr *)a, sizeof *a) == 0 || errno == EAGAIN;
    close(fd);
    if (alive)
        return in_use(a->sun_path, err);
    return unlink(a->sun_path) == 0 ? CUZK_OK : err_system(err, errno, "remove", a->sun_path);
}

static cuzk_status listen_unix(bound_socket *s, const char *path, unsigned mode, cuzk_error *err)
{
    struct sockaddr_un a = { .sun_family = AF_UNIX };
    struct stat st;

    if (*path == '\0' || strlen(path) + sizeof ".lock" > sizeof a.sun_path)
        return err_set(err, CUZK_BAD_INPUT, "bad-address",
                       "the path of a socket has 1 to %zu bytes: %.100s",
                       sizeof a.sun_path - sizeof ".lock", path);
    strcpy(a.sun_path, path);
    TRY(make_parent(path, err));
    strcpy(s->path, path);
    TRY(take_lock(s, err));
    TRY(remove_stale(&a, err));
    s->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (s->fd < 0)
        return err_system(err, errno, "make a socket", NULL);
    /* Linux gives the file the mode of the socket, less the umask; so it is never too open. */
    if (fchmod(s->fd, mode) != 0 || bind(s->fd, (const struct sockaddr *)&a, sizeof a) != 0)
        return err_system(err, errno, "bind", path);
    if (stat(path, &st) != 0 || chmod(path, mode) != 0 || listen(s->fd, BACKLOG) != 0)
        return err_system(err, errno, "listen on", path);
    s->device = st.st_dev;
    s->inode = st.st_ino;
    snprintf(s->address, sizeof s->address, "unix://%s", path);
    return CUZK_OK;
}

static cuzk_status listen_tcp(bound_socket *s, const char *address, bool anywhere, cuzk_error *err)
{
    char bound[128];

    TRY(tcp_listen(&s->fd, bound, address, anywhere, err));
    snprintf(s->address, sizeof s->address, "%s", bound);
    if (listen(s->fd, BACKLOG) != 0 || fcntl(s->fd, F_SETFL, O_NONBLOCK) != 0)
        return err_system(err, errno, "listen on", address);
    return CUZK_OK;
}

cuzk_status socket_listen(bound_socket *s, const char *address, unsigned mode, bool anywhere,
                          cuzk_error *err)
{
    const char *path = unix_path(address);

    *s = (bound_socket) { .fd = -1, .lock_fd = -1 };
    cuzk_status status =
        path ? listen_unix(s, path, mode, err) : listen_tcp(s, address, anywhere, err);
    if (status != CUZK_OK)
        socket_close(s);
    return status;
}

void socket_close(bound_socket *s)
{
    struct stat st;

    if (s->inode && lstat(s->path, &st) == 0 && st.st_dev == s->device && st.st_ino == s->inode)
        unlink(s->path);
    if (s->fd >= 0)
        close(s->fd);
    if (s->lock_fd >= 0)
        close(s->lock_fd);
    s->fd = s->lock_fd = -1;
    s->inode = 0;
}
