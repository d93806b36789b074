/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/cli/progress.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *current; /* the phase on the line */
static double started;
static bool line_shown;

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

bool progress_possible(void)
{
    return isatty(STDERR_FILENO);
}

void progress_show(void *ctx, const char *phase, uint64_t done, uint64_t total)
{
    (void)ctx;
    if (pthread_mutex_trylock(&lock) != 0)
        return; /* another thread is at it: its figure is as good */
    if (!current || strcmp(current, phase) != 0 || done == 0) {
        current = phase;
        started = now();
    }
    fprintf(stderr, "\r\033[K%s", phase);
    if (total > 0) {
        double elapsed = now() - started;
        fprintf(stderr, "  %3.0f %%", 100.0 * (double)done / (double)total);
        /* An estimate from the first instants would jump about. */
        if (done > 0 && done < total && elapsed > 1)
            fprintf(stderr, "  about %.0f s left", elapsed * (double)(total - done) / (double)done);
    }
    fflush(stderr);
    line_shown = true;
    pthread_mutex_unlock(&lock);
}

void progress_end(void)
{
    pthread_mutex_lock(&lock);
    if (line_shown)
        fputs("\r\033[K", stderr);
    line_shown = false;
    pthread_mutex_unlock(&lock);
}
