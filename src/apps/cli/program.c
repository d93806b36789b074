/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/cli/program.h"
#include "apps/cli/output.h"
#include "apps/cli/progress.h"
#include "apps/cli/value.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A standard stream that was closed would be the next file opened, and words meant for it would go
 * into that file. What stands in its place is empty, and cannot be written to. */
static void occupy_standard_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDONLY) != fd)
            _exit(CUZK_NO_RESOURCES);
    }
}

/* The context a signal cancels; set before the handlers are. */
static cuzk_context *volatile interrupted_context;

static void on_signal(int sig)
{
    (void)sig;
    if (interrupted_context)
        cuzk_context_cancel(interrupted_context);
}

static void catch_signals(void)
{
    struct sigaction sa;

    memset(&sa, 0, sizeof sa);
    sa.sa_handler = on_signal; /* no SA_RESTART: a read that waits is given up */
    sigemptyset(&sa.sa_mask);
    sigaction(SIGINT, &sa, NULL);
    sigaction(SIGTERM, &sa, NULL);
    sigaction(SIGHUP, &sa, NULL);
    sa.sa_handler = SIG_IGN; /* a file that may not grow is an error like a full disk */
    sigaction(SIGXFSZ, &sa, NULL);
}

#define MAX_THREADS 1024 /* the library's own limit */

cuzk_status invocation_context(invocation *in, cuzk_error *err)
{
    cuzk_options o = { .size = sizeof o };
    const char *threads = invocation_value(in, "threads"), *memory = invocation_value(in, "memory");
    uint64_t n = 0;
    cuzk_status s;

    if (in->ctx)
        return CUZK_OK;
    if (threads && (s = value_integer(&n, "threads", threads, 1, MAX_THREADS, err)) != CUZK_OK)
        return s;
    o.threads = (unsigned)n;
    if (memory && (s = value_size(&o.memory_limit, "memory", memory, err)) != CUZK_OK)
        return s;
    if (memory && o.memory_limit == 0) /* which the library takes for no limit */
        return usage_error(err, "--memory: nothing can be done in no memory");
    if (!in->quiet && progress_possible())
        o.progress = progress_show;
    s = cuzk_context_new(&in->ctx, &o, err);
    if (s != CUZK_OK)
        return s;
    interrupted_context = in->ctx;
    catch_signals();
    return CUZK_OK;
}

static cuzk_status run_command(invocation *in, cuzk_error *err)
{
    cuzk_status s = in->cmd->run(in, err);

    progress_end();
    interrupted_context = NULL;
    cuzk_context_free(in->ctx);
    in->ctx = NULL;
    return s;
}

int program_main(const program *p, int argc, char **argv)
{
    invocation in = { .prog = p, .out = json_object() };
    cuzk_error err = { .index = -1 };
    cuzk_status s;

    occupy_standard_streams();
    s = parse_line(&in, p, argc - 1, argv + 1, &err);
    if (s == CUZK_OK && in.help)
        help_command(p, in.cmd);
    else if (s == CUZK_OK)
        s = run_command(&in, &err);
    if (in.json && !in.help)
        print_object(&in, s, &err);
    else if (s != CUZK_OK)
        print_error(&in, &err);
    json_decref(in.out);
    free(in.operand);
    free(in.repeated);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "%s: cannot write to standard output\n", p->name);
        return s == CUZK_OK ? CUZK_NO_RESOURCES : (int)s;
    }
    return (int)s;
}
