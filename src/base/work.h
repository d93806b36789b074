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
struct work_gate;
struct kept_blocks;

/* Called from whichever thread advances the phase, at most about ten times a second and
 * once at each phase's begin and end. done <= total; total 0 means "unknown". */
typedef void (*work_progress_fn)(void *ctx, const char *phase, uint64_t done, uint64_t total);

typedef struct work {
    struct work_pool *pool;
    struct work *parent; /* of a fork; NULL: all below is its own */
    unsigned threads;    /* >= 1, the caller's thread counted */
    size_t mem_limit;    /* bytes of work_alloc in use at once; 0 = no limit */
    bool small_pages;    /* ask for no huge pages */
    bool keep_memory;    /* see work_alloc_dirty */
    bool watch_resident; /* see base/resident.h */
    struct kept_blocks *kept;
    struct work_gate *gate;            /* see base/work_gate.h; NULL: none */
    _Atomic size_t mem_used, mem_peak; /* blocks that are kept count as used */
    atomic_bool cancelled;             /* set by anyone at any time (a signal handler too) */
    const atomic_bool *cancelled_too;  /* as if it were that one; NULL: none */
    work_progress_fn progress;
    void *progress_ctx;
    const char *phase;
    uint64_t phase_total;
    _Atomic uint64_t phase_done, phase_reported_ns;
} work;

/* threads 0 = one per available CPU (honours the affinity mask). */
cuzk_status work_init(work *w, unsigned threads, size_t mem_limit, cuzk_error *err);
void work_free(work *w);

/* A work with threads of its own on the budget, the cancel flag and the phase of the parent (or of
 * the parent's parent), for what runs beside other things. The caller's thread is one of each: the
 * two are used from different threads. Freed before the parent. */
cuzk_status work_fork(work *w, work *parent, unsigned threads, cuzk_error *err);
static inline const work *work_root(const work *w)
{
    return w->parent ? w->parent : w;
}

/* Calls fn on a thread of its own while beside runs on the caller's; when both have returned, the
 * status and error of the first of the two that failed. */
typedef cuzk_status (*work_side_fn)(void *ctx, cuzk_error *err);
cuzk_status work_both(work_side_fn fn, void *ctx, work_side_fn beside, void *beside_ctx,
                      cuzk_error *err);

/* fn is called on ranges [begin, end) that partition [0, n), each of `grain` elements (the
 * last may be shorter), from up to w->threads threads; `thread` < w->threads tells them apart.
 * Returns when all have returned. A call from inside another finds the pool taken and runs on the
 * calling thread alone, as thread 0. A range not yet begun when the work is cancelled is skipped:
 * check work_status afterwards. */
typedef void (*work_range_fn)(void *ctx, size_t begin, size_t end, unsigned thread);
void work_for(work *w, size_t n, size_t grain, work_range_fn fn, void *ctx);
/* For ranges that look for something: keeps the first that any of them found. */
static inline void work_found(_Atomic uint64_t *first, uint64_t i)
{
    uint64_t now = atomic_load(first);
    while (i < now && !atomic_compare_exchange_weak(first, &now, i))
        ;
}

/* CUZK_OK, or CUZK_INTERRUPTED with the error filled in. */
cuzk_status work_status(const work *w, cuzk_error *err);
static inline bool work_cancelled(const work *w)
{
    const work *r = work_root(w);
    return atomic_load_explicit(&r->cancelled, memory_order_relaxed) ||
           (r->cancelled_too && atomic_load_explicit(r->cancelled_too, memory_order_relaxed));
}

/* Phases do not nest. They also feed CUZK_TIMING=1 (a line a phase on stderr). */
void work_phase_begin(work *w, const char *name, uint64_t total);
void work_advance(work *w, uint64_t n);
void work_phase_end(work *w);

/* Zero-filled, 64-byte aligned, huge pages where the system gives them; counted against the
 * budget. NULL with the error filled in (CUZK_NO_RESOURCES). Size 0 gives a valid pointer. */
void *work_alloc(work *w, size_t len, const char *what, cuzk_error *err);
/* The same, not zero-filled: with keep_memory it may be a block given back before. A block that is
 * kept counts against the budget until something else needs the room. */
void *work_alloc_dirty(work *w, size_t len, const char *what, cuzk_error *err);
void work_dealloc(work *w, void *p, size_t len);
/* Has the system give a block's pages now, from all threads, and in pieces between which the work
 * may be held: whoever first went through it with long strides would wait for all of them at once.
 * What is in the block is lost. */
void work_touch(work *w, void *p, size_t len);
/* Gives back what is kept. */
void work_drop_kept(work *w);
/* Bytes the budget leaves, kept blocks given back; SIZE_MAX when there is no limit. */
size_t work_memory_left(const work *w);

#endif
