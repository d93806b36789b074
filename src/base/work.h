/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What every heavy call runs on: threads, a memory budget, a cancel flag, progress.
 *
 * One work is made by the program (or by libcuzk for a caller) and handed down. It may be
 * used by one call at a time; the threads belong to it. A NULL work is not allowed: use
 * work_init with threads = 1 for a serial run. */
#ifndef CUZK_BASE_WORK_H
#define CUZK_BASE_WORK_H

#include "base/error.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct work_pool;

/* Called from whichever thread advances the phase, at most about ten times a second and
 * once at each phase's begin and end. done <= total; total 0 means "unknown". */
typedef void (*work_progress_fn)(void *ctx, const char *phase, uint64_t done, uint64_t total);

typedef struct work {
    struct work_pool *pool;
    unsigned threads; /* >= 1, the caller's thread counted */
    size_t mem_limit; /* bytes of work_alloc in use at once; 0 = no limit */
    _Atomic size_t mem_used, mem_peak;
    atomic_bool cancelled; /* set by anyone at any time (a signal handler too) */
    work_progress_fn progress;
    void *progress_ctx;
    const char *phase;
    uint64_t phase_total;
    _Atomic uint64_t phase_done, phase_reported_ns;
} work;

/* threads 0 = one per available CPU (honours the affinity mask). */
cuzk_status work_init(work *w, unsigned threads, size_t mem_limit, cuzk_error *err);
void work_free(work *w);

/* fn is called on ranges [begin, end) that partition [0, n), each of `grain` elements (the
 * last may be shorter), from up to w->threads threads; `thread` < w->threads tells them apart.
 * Returns when all have returned. A call from inside another finds the pool taken and runs on the
 * calling thread alone, as thread 0. A range not yet begun when the work is cancelled is skipped:
 * check work_status afterwards. */
typedef void (*work_range_fn)(void *ctx, size_t begin, size_t end, unsigned thread);
void work_for(work *w, size_t n, size_t grain, work_range_fn fn, void *ctx);

/* CUZK_OK, or CUZK_INTERRUPTED with the error filled in. */
cuzk_status work_status(const work *w, cuzk_error *err);
static inline bool work_cancelled(const work *w)
{
    return atomic_load_explicit(&w->cancelled, memory_order_relaxed);
}

/* Phases do not nest. They also feed CUZK_TIMING=1 (a line a phase on stderr). */
void work_phase_begin(work *w, const char *name, uint64_t total);
void work_advance(work *w, uint64_t n);
void work_phase_end(work *w);

/* Zero-filled, 64-byte aligned, huge pages where the system gives them; counted against the
 * budget. NULL with the error filled in (CUZK_NO_RESOURCES). Size 0 gives a valid pointer. */
void *work_alloc(work *w, size_t len, const char *what, cuzk_error *err);
void work_dealloc(work *w, void *p, size_t len);

#endif
