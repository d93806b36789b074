/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/synth.h"
#include "base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

#define MAX_WORDS 160

/* --name value, as often as it was given. */
static void pass_on(const synth_run *r, const char *name, const char *flag, char **words, size_t *n)
{
    const char *value[VANILLA_MAX_FILES];
    size_t count = 0;

    (void)invocation_all(r->in, name, value, VANILLA_MAX_FILES, &count, NULL);
    for (size_t i = 0; i < count; i++) {
        words[(*n)++] = (char *)flag;
        words[(*n)++] = (char *)value[i];
    }
}

/* The words that measure one iteration of a variant, as anyone could type them. */
static void words_of(const synth_run *r, const variant *v, char *words[MAX_WORDS],
                     char partition[24])
{
    static const char *const passed[][2] = {
        { "kind", "--kind" },
        { "c1", "--c1" },
        { "vanilla", "--vanilla" },
        { "randomness", "--randomness" },
        { "comm-r-old", "--comm-r-old" },
        { "comm-r-new", "--comm-r-new" },
        { "comm-d-new", "--comm-d-new" },
        { "threads", "--threads" },
        { "memory", "--memory" },
    };
    const char *fixed[] = { "cuzk-bench", "synth-only", "--json",       "--unverified",
                            "--variant",  v->name,      "--iterations", "1" };
    size_t n = 0;

    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        words[n++] = (char *)fixed[i];
    for (size_t i = 0; i < sizeof passed / sizeof *passed; i++)
        pass_on(r, passed[i][0], passed[i][1], words, &n);
    if (r->options.partition >= 0) {
        snprintf(partition, 24, "%lld", (long long)r->options.partition);
        words[n++] = (char *)"--partition";
        words[n++] = partition;
    }
    words[n] = NULL;
}

static cuzk_status start(pid_t *pid, FILE **out, char **words, cuzk_error *err)
{
    posix_spawn_file_actions_t actions;
    int pipes[2], e;

    if (pipe2(pipes, O_CLOEXEC) != 0)
        return err_system(err, errno, "make a pipe", NULL);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, pipes[1], STDOUT_FILENO);
    e = posix_spawn(pid, "/proc/self/exe", &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(pipes[1]);
    *out = e ? NULL : fdopen(pipes[0], "r");
    if (*out)
        return CUZK_OK;
    close(pipes[0]);
    return err_system(err, e ? e : ENOMEM, "start", "/proc/self/exe");
}

static cuzk_status read_counters(json_t *root, synth_sample *out)
{
    json_t *read = json_object_get(root, "counters");

    out->counted = json_is_object(read);
    for (int i = 0; i < COUNTERS && out->counted; i++) {
        json_t *v = json_array_get(json_object_get(read, counter_names[i]), 0);
        out->counter[i] = (uint64_t)json_integer_value(v);
    }
    return CUZK_OK;
}

static cuzk_status read_sample(json_t *root, synth_sample *out, uint64_t *constraints,
                               cuzk_error *err)
{
    json_t *synth = json_array_get(json_object_get(root, "synth_seconds"), 0);
    json_t *wall = json_array_get(json_object_get(root, "wall_seconds"), 0);
    json_t *cpu = json_array_get(json_object_get(root, "cpu_seconds"), 0);
    json_t *failed = json_object_get(root, "error");

    if (failed)
        return err_set(err, CUZK_FAULT, "sample-failed", "a sample failed: %s",
                       json_string_value(json_object_get(failed, "message")));
    if (!json_is_real(synth) || !json_is_real(wall) || !json_is_real(cpu))
        return err_set(err, CUZK_FAULT, "sample-failed", "a sample said nothing of its times");
    out->synth = json_real_value(synth);
    out->cpu = json_real_value(cpu);
    out->wall = json_real_value(wall);
    out->peak = (uint64_t)json_integer_value(json_object_get(root, "peak_bytes"));
    *constraints = (uint64_t)json_integer_value(json_object_get(root, "constraints"));
    return read_counters(root, out);
}

cuzk_status synth_sample_process(synth_run *r, const variant *v, synth_sample *out, cuzk_error *err)
{
    char *words[MAX_WORDS], partition[24];
    FILE *f = NULL;
    pid_t pid = -1;
    int status;
    cuzk_status s;

    words_of(r, v, words, partition);
    TRY(start(&pid, &f, words, err));
    json_t *root = json_loadf(f, 0, NULL);
    fclose(f);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (WIFEXITED(status) && WEXITSTATUS(status) == CUZK_INTERRUPTED)
        s = err_set(err, CUZK_INTERRUPTED, "interrupted", "cancelled during comparing");
    else if (WIFSIGNALED(status))
        s = err_set(err, CUZK_NO_RESOURCES, "sample-killed",
                    "a sample of %s was ended by signal %d: out of memory?", v->name,
                    WTERMSIG(status));
    else
        s = read_sample(root, out, &r->constraints, err);
    json_decref(root);
    return s;
}
