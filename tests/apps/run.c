/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/run.h"

#include "test.h"

#include <dirent.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MAX_WORDS 40

extern char **environ;

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int run_wait(pid_t pid)
{
    int status;

    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Everything both pipes give, until both are closed. */
static void collect(int fd[2], char *text[2], size_t len[2], pid_t pid, int sig, double signal_at)
{
    struct pollfd p[2] = { { fd[0], POLLIN, 0 }, { fd[1], POLLIN, 0 } };
    int open_pipes = 2;

    while (open_pipes > 0) {
        int wait = -1;
        if (sig) {
            double left = signal_at - now();
            wait = left > 0 ? (int)(left * 1000) + 1 : 0;
        }
        if (poll(p, 2, wait) == 0) {
            kill(pid, sig);
            sig = 0;
            continue;
        }
        for (int i = 0; i < 2; i++) {
            char buf[65536];
            ssize_t n;
            if (!p[i].revents)
                continue;
            n = read(p[i].fd, buf, sizeof buf);
            if (n <= 0) {
                close(p[i].fd);
                p[i].fd = -1;
                open_pipes--;
                continue;
            }
            text[i] = realloc(text[i], len[i] + (size_t)n + 1);
            assert_non_null(text[i]);
            memcpy(text[i] + len[i], buf, (size_t)n);
            len[i] += (size_t)n;
            text[i][len[i]] = '\0';
        }
    }
}

static run run_words(int sig, unsigned after_ms, char **words)
{
    run r = { .out = calloc(1, 1), .err = calloc(1, 1) };
    int out[2], err[2];
    posix_spawn_file_actions_t actions;
    double start = now();
    pid_t pid;

    assert_int_equal(pipe(out), 0);
    assert_int_equal(pipe(err), 0);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err[1], STDERR_FILENO);
    for (int i = 0; i < 2; i++) {
        posix_spawn_file_actions_addclose(&actions, out[i]);
        posix_spawn_file_actions_addclose(&actions, err[i]);
    }
    assert_int_equal(posix_spawn(&pid, words[0], &actions, NULL, words, environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    close(out[1]);
    close(err[1]);
    char *text[2] = { r.out, r.err };
    size_t len[2] = { 0, 0 };
    collect((int[2]) { out[0], err[0] }, text, len, pid, sig, start + after_ms / 1e3);
    r.status = run_wait(pid);
    r.out = text[0];
    r.err = text[1];
    r.out_len = len[0];
    r.json = json_loadb(r.out, len[0], JSON_REJECT_DUPLICATES, NULL);
    r.seconds = now() - start;
    return r;
}

static void take_words(char **words, const char *program, va_list ap)
{
    size_t n = 0;

    words[n++] = (char *)program;
    do {
        assert_true(n < MAX_WORDS);
        words[n] = va_arg(ap, char *);
    } while (words[n++]);
}

run run_program(const char *program, ...)
{
    char *words[MAX_WORDS];
    va_list ap;

    va_start(ap, program);
    take_words(words, program, ap);
    va_end(ap);
    return run_words(0, 0, words);
}

run run_and_signal(int sig, unsigned after_ms, const char *program, ...)
{
    char *words[MAX_WORDS];
    va_list ap;

    va_start(ap, program);
    take_words(words, program, ap);
    va_end(ap);
    return run_words(sig, after_ms, words);
}

void run_free(run *r)
{
    free(r->out);
    free(r->err);
    json_decref(r->json);
    memset(r, 0, sizeof *r);
}

static json_t *member(const run *r, json_t *o, const char *key)
{
    json_t *v = json_object_get(o, key);

    if (!v) {
        print_error("no \"%s\" in:\n%s\n%s\n", key, r->out, r->err);
        fail();
    }
    return v;
}

const char *run_text(const run *r, const char *key)
{
    return json_string_value(member(r, r->json, key));
}

long long run_integer(const run *r, const char *key)
{
    return json_integer_value(member(r, r->json, key));
}

const char *run_error_text(const run *r, const char *key)
{
    return json_string_value(member(r, member(r, r->json, "error"), key));
}

void run_expect(const run *r, int status)
{
    if (r->status != status)
        print_error("status %d, not %d:\n%s%s\n", r->status, status, r->out, r->err);
    assert_int_equal(r->status, status);
}

void run_refused(run *r, int status, const char *code)
{
    run_expect(r, status);
    if (strcmp(run_error_text(r, "code"), code) != 0)
        print_error("not code %s:\n%s%s\n", code, r->out, r->err);
    assert_string_equal(run_error_text(r, "code"), code);
    assert_true(r->seconds < RUN_SOON);
    run_free(r);
}

void run_make_dir(char path[64])
{
    strcpy(path, "/tmp/cuzk-test-XXXXXX");
    assert_non_null(mkdtemp(path));
}

static int remove_entry(const char *path, const struct stat *st, int flag, struct FTW *ftw)
{
    (void)st;
    (void)flag;
    (void)ftw;
    return remove(path);
}

void run_remove_dir(const char *path)
{
    nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

const char *run_make_file(char out[128], const char *dir, const char *name, const void *data,
                          size_t len)
{
    FILE *f;

    snprintf(out, 128, "%s/%s", dir, name);
    f = fopen(out, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, len, f), len);
    assert_int_equal(fclose(f), 0);
    return out;
}

size_t run_count_entries(const char *dir)
{
    DIR *d = opendir(dir);
    size_t n = 0;

    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));)
        n += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    closedir(d);
    return n;
}

unsigned char *run_read_file(const char *path, size_t *len)
{
    FILE *f = fopen(path, "rb");
    unsigned char *data;

    assert_non_null(f);
    assert_int_equal(fseek(f, 0, SEEK_END), 0);
    *len = (size_t)ftell(f);
    rewind(f);
    data = malloc(*len + 1);
    assert_non_null(data);
    assert_int_equal(fread(data, 1, *len, f), *len);
    fclose(f);
    return data;
}

void run_same_file(const char *path, const char *want)
{
    size_t len, want_len;
    unsigned char *got = run_read_file(path, &len), *right = run_read_file(want, &want_len);

    assert_int_equal(len, want_len);
    assert_memory_equal(got, right, len);
    free(got);
    free(right);
}

json_t *run_golden(const char *name)
{
    char path[256];
    json_t *root;

    snprintf(path, sizeof path, CUZK_TEST_DATA "/golden/%s", name);
    root = json_load_file(path, 0, NULL);
    assert_non_null(root);
    return root;
}
