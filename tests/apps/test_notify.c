/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/daemon/notify.h"
#include "test.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* A service manager: a datagram socket of that name. */
static int listen_on(const char *name)
{
    struct sockaddr_un a = { .sun_family = AF_UNIX };
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0);

    memcpy(a.sun_path, name, strlen(name));
    if (name[0] == '@')
        a.sun_path[0] = '\0';
    assert_int_equal(bind(fd, (struct sockaddr *)&a,
                          (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(name))),
                     0);
    return fd;
}

static void datagrams(void **state)
{
    (void)state;
    char path[64], abstract[64], got[1024];
    const char *names[] = { path, abstract };

    snprintf(path, sizeof path, "/tmp/cuzk-notify-%d", (int)getpid());
    snprintf(abstract, sizeof abstract, "@cuzk-notify-%d", (int)getpid());
    for (unsigned i = 0; i < 2; i++) {
        int fd = listen_on(names[i]);
        notify n;
        setenv("NOTIFY_SOCKET", names[i], 1);
        notify_open(&n);
        assert_true(n.fd >= 0);
        notify_send(&n, "READY=1\nSTATUS=%s", "serving");
        ssize_t len = recv(fd, got, sizeof got, 0);
        assert_int_equal(len, strlen("READY=1\nSTATUS=serving"));
        assert_memory_equal(got, "READY=1\nSTATUS=serving", (size_t)len);
        close(fd);
        notify_send(&n, "STOPPING=1"); /* nobody is there: nothing happens */
        notify_close(&n);
        assert_int_equal(n.fd, -1);
    }
    unlink(path);
}

static void nobody_asked(void **state)
{
    (void)state;
    static const char *const names[] = { "", "relative", "@", "/", "/nobody/listens/here" };
    char path[300];
    notify n;

    unsetenv("NOTIFY_SOCKET");
    setenv("WATCHDOG_USEC", "1000000", 1);
    notify_open(&n);
    assert_int_equal(n.fd, -1);
    assert_true(n.watchdog_ms == 0);
    notify_send(&n, "READY=1");
    notify_close(&n);
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        setenv("NOTIFY_SOCKET", names[i], 1);
        notify_open(&n);
        assert_int_equal(n.fd, -1);
    }
    memset(path, '/', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    setenv("NOTIFY_SOCKET", path, 1);
    notify_open(&n);
    assert_int_equal(n.fd, -1);
}

static void watchdog(void **state)
{
    (void)state;
    char name[64], pid[32];
    notify n;
    int fd;

    snprintf(name, sizeof name, "@cuzk-watchdog-%d", (int)getpid());
    fd = listen_on(name);
    setenv("NOTIFY_SOCKET", name, 1);
    setenv("WATCHDOG_USEC", "30000000", 1);
    unsetenv("WATCHDOG_PID");
    notify_open(&n);
    assert_true(n.watchdog_ms == 30000);
    notify_close(&n);
    snprintf(pid, sizeof pid, "%d", (int)getpid());
    setenv("WATCHDOG_PID", pid, 1);
    notify_open(&n);
    assert_true(n.watchdog_ms == 30000);
    notify_close(&n);
    setenv("WATCHDOG_PID", "1", 1);
    notify_open(&n);
    assert_true(n.watchdog_ms == 0);
    notify_close(&n);
    close(fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(datagrams),
        cmocka_unit_test(nobody_asked),
        cmocka_unit_test(watchdog),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
