/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "daemon/daemon.h"
#include "apps/run.h"
#include "test.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE_S 60

extern char **environ;

double daemon_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void pause_ms(long ms)
{
    nanosleep(&(struct timespec) { ms / 1000, ms % 1000 * 1000000 }, NULL);
}

static pid_t spawn(const daemon_process *d, const char *log)
{
    const char *words[] = { CUZK_PROGRAM, "daemon", "--config", d->config, NULL };
    posix_spawn_file_actions_t actions;
    pid_t pid;

    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC,
                                     0600);
    assert_int_equal(
        posix_spawn(&pid, words[0], &actions, NULL, (char **)(uintptr_t)words, environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    return pid;
}

static void write_config(daemon_process *d, const char *daemon_keys, const char *extra)
{
    FILE *f = fopen(d->config, "w");

    assert_non_null(f);
    fprintf(f, "[daemon]\nlisten = [\"%s\", \"127.0.0.1:0\"]\n%s\n", d->socket, daemon_keys);
    fprintf(f, "[srs]\nparam_cache = \"%s\"\n", DAEMON_PARAMS "/params");
    if (!d->refuse_development)
        fputs("allow_development = true\n", f);
    fprintf(f, "[logging]\nformat = \"text\"\ntimeline = false\n%s\n", extra);
    if (!strstr(extra, "[memory]"))
        fputs("[memory]\ntotal_budget = \"3GiB\"\n", f);
    assert_int_equal(fclose(f), 0);
}

/* The port is the system's choice: the log says which, perhaps after the first answer. */
static bool find_port(daemon_process *d)
{
    size_t len;
    char *log = (char *)run_read_file(d->log, &len), *at, *end;

    log[len] = '\0';
    at = strstr(log, "127.0.0.1:");
    end = at ? strpbrk(at, "\" \n") : NULL;
    if (end)
        snprintf(d->tcp, sizeof d->tcp, "%.*s", (int)(end - at), at);
    free(log);
    return end != NULL;
}

static void show_log(const daemon_process *d)
{
    size_t len;
    char *log = (char *)run_read_file(d->log, &len);

    log[len] = '\0';
    print_error("the daemon's log:\n%s\n", log);
    free(log);
}

void daemon_start(daemon_process *d, const char *daemon_keys, const char *extra)
{
    const double begin = daemon_now();
    rpc_client *c = NULL;
    cuzk_error err;

    run_make_dir(d->dir);
    setenv("CUZK_CACHE_DIR", d->forgetful ? d->dir : DAEMON_PARAMS "/cache", 1);
    snprintf(d->socket, sizeof d->socket, "unix://%s/cuzk.sock", d->dir);
    snprintf(d->config, sizeof d->config, "%s/cuzk.toml", d->dir);
    snprintf(d->log, sizeof d->log, "%s/log", d->dir);
    write_config(d, daemon_keys, extra);
    d->pid = spawn(d, d->log);
    while (rpc_client_open(&c, d->socket, 1000, &err) != CUZK_OK) {
        if (waitpid(d->pid, NULL, WNOHANG) != 0 || daemon_now() - begin > PATIENCE_S) {
            show_log(d);
            fail_msg("the daemon does not serve: %s", err.message);
        }
        pause_ms(2);
    }
    cuzk__v1__get_status_response__free_unpacked(call_status(c), NULL);
    d->start_s = daemon_now() - begin;
    rpc_client_close(c);
    while (!find_port(d)) {
        assert_true(daemon_now() - begin < PATIENCE_S);
        pause_ms(2);
    }
}

int daemon_start_again(const daemon_process *d)
{
    char log[160];

    snprintf(log, sizeof log, "%s/second-log", d->dir);
    return run_wait(spawn(d, log));
}

void daemon_signal(const daemon_process *d, int sig)
{
    kill(d->pid, sig);
}

int daemon_wait(daemon_process *d)
{
    int status = run_wait(d->pid);

    if (status != 0) {
        print_error("the daemon ended with %d\n", status);
        show_log(d);
    }
    run_remove_dir(d->dir);
    return status;
}

int daemon_stop(daemon_process *d)
{
    daemon_signal(d, SIGTERM);
    return daemon_wait(d);
}

long daemon_figure(const daemon_process *d, const char *name)
{
    char path[64], line[256];
    long figure = -1;

    snprintf(path, sizeof path, "/proc/%d/status", (int)d->pid);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f))
        if (strncmp(line, name, strlen(name)) == 0 && line[strlen(name)] == ':')
            figure = atol(line + strlen(name) + 1);
    fclose(f);
    assert_true(figure >= 0);
    return figure;
}

long daemon_forget_peak(const daemon_process *d)
{
    char path[64];

    snprintf(path, sizeof path, "/proc/%d/clear_refs", (int)d->pid);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs("5", f);
    assert_int_equal(fclose(f), 0);
    return daemon_figure(d, "VmRSS");
}

size_t daemon_descriptors(const daemon_process *d)
{
    char path[64];

    snprintf(path, sizeof path, "/proc/%d/fd", (int)d->pid);
    return run_count_entries(path);
}

double daemon_cpu(const daemon_process *d)
{
    char path[64];
    unsigned long user, system;

    snprintf(path, sizeof path, "/proc/%d/stat", (int)d->pid);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    assert_int_equal(fscanf(f, "%*d (%*[^)]) %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu",
                            &user, &system),
                     2);
    fclose(f);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

rpc_client *daemon_connect(const daemon_process *d)
{
    cuzk_error err;
    rpc_client *c;

    if (rpc_client_open(&c, d->socket, 5000, &err) != CUZK_OK)
        fail_msg("%s", err.message);
    return c;
}
