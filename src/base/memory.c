/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Large allocations, counted against the budget of a work. */
#include "base/kept.h"
#include "base/resident.h"
#include "base/work.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define ALIGN     ((size_t)64)
#define HUGE_PAGE ((size_t)2 << 20)

/* Of what is touched: the smallest page there is; a huge one takes the system 0.3 ms, or, where
 * memory is in small pieces, thirty times as long. */
#define PAGE        ((size_t)4096)
#define TOUCH_GRAIN (2 * HUGE_PAGE)

static size_t round_up(size_t len, size_t unit)
{
    return (len + unit - 1) & ~(unit - 1);
}

/* Reserve one huge page more than needed and give the ends back, so that the whole block can be
 * made of huge pages. */
static void *map_huge(size_t len, bool small_pages)
{
    size_t body = round_up(len, HUGE_PAGE);
    uint8_t *p =
        mmap(NULL, body + HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return NULL;
    size_t before = (HUGE_PAGE - ((uintptr_t)p & (HUGE_PAGE - 1))) & (HUGE_PAGE - 1);
    if (before)
        munmap(p, before);
    munmap(p + before + body, HUGE_PAGE - before);
    /* advice: systems without it say no */
    (void)madvise(p + before, body, small_pages ? MADV_NOHUGEPAGE : MADV_HUGEPAGE);
    return p + before;
}

static void *allocate(const work *w, size_t len)
{
    if (len >= HUGE_PAGE)
        return map_huge(len, w->small_pages);
    size_t size = round_up(len ? len : 1, ALIGN);
    void *p = aligned_alloc(ALIGN, size);
    if (p)
        memset(p, 0, size);
    return p;
}

/* All below is for a work that is no fork. */

static work *root_of(work *w)
{
    return w->parent ? w->parent : w;
}

/* Takes out the kept block that fits len best, cut to it; NULL when none is of its order. */
static void *take_kept(work *w, size_t len)
{
    kept_blocks *k = w->kept;
    size_t need = round_up(len, HUGE_PAGE), mapped = 0;
    kept_block b = { 0 };
    unsigned best = KEPT_MAX;

    pthread_mutex_lock(&k->lock);
    for (unsigned i = 0; i < k->n; i++) {
        size_t has = round_up(k->block[i].len, HUGE_PAGE);
        if (has < need || has > 2 * need || (best < KEPT_MAX && has >= mapped))
            continue;
        best = i;
        mapped = has;
    }
    if (best < KEPT_MAX) {
        b = k->block[best];
        k->block[best] = k->block[--k->n];
    }
    pthread_mutex_unlock(&k->lock);
    if (!b.p)
        return NULL;
    atomic_fetch_sub(&w->mem_used, b.len);
    if (mapped > need)
        munmap((uint8_t *)b.p + need, mapped - need);
    return b.p;
}

static bool keep(work *w, void *p, size_t len)
{
    kept_blocks *k = w->kept;

    pthread_mutex_lock(&k->lock);
    bool room = k->n < KEPT_MAX;
    if (room)
        k->block[k->n++] = (kept_block) { p, len };
    pthread_mutex_unlock(&k->lock);
    return room;
}

void work_drop_kept(work *w)
{
    w = root_of(w);
    kept_blocks *k = w->kept;

    pthread_mutex_lock(&k->lock);
    while (k->n) {
        const kept_block b = k->block[--k->n];
        atomic_fetch_sub(&w->mem_used, b.len);
        munmap(b.p, round_up(b.len, HUGE_PAGE));
    }
    pthread_mutex_unlock(&k->lock);
}

size_t work_memory_left(const work *w)
{
    const work *r = work_root(w);
    size_t used = atomic_load(&r->mem_used), kept = 0;

    if (!r->mem_limit)
        return SIZE_MAX;
    pthread_mutex_lock(&r->kept->lock);
    for (unsigned i = 0; i < r->kept->n; i++)
        kept += r->kept->block[i].len;
    pthread_mutex_unlock(&r->kept->lock);
    used -= kept < used ? kept : used;
    return r->mem_limit > used ? r->mem_limit - used : 0;
}

static bool budget_add(work *w, size_t len)
{
    size_t used = atomic_load(&w->mem_used), want;
    do {
        if (__builtin_add_overflow(used, len, &want) || (w->mem_limit && want > w->mem_limit))
            return false;
    } while (!atomic_compare_exchange_weak(&w->mem_used, &used, want));
    size_t peak = atomic_load(&w->mem_peak);
    while (want > peak && !atomic_compare_exchange_weak(&w->mem_peak, &peak, want))
        ;
    return true;
}

static bool budget_take(work *w, size_t len, const char *what, cuzk_error *err)
{
    if (budget_add(w, len))
        return true;
    work_drop_kept(w);
    if (budget_add(w, len))
        return true;
    err_set(err, CUZK_NO_RESOURCES, "over-memory-limit",
            "%s needs %zu bytes, the memory limit leaves %zu", what, len, work_memory_left(w));
    return false;
}

static void *take(work *w, size_t len, bool dirty, const char *what, cuzk_error *err)
{
    /* No object is larger than PTRDIFF_MAX; the margin keeps the rounding above from wrapping. */
    if (len > (size_t)PTRDIFF_MAX - 2 * HUGE_PAGE) {
        err_no_memory(err, what, len);
        return NULL;
    }
    w = root_of(w);
    void *p = dirty && len >= HUGE_PAGE ? take_kept(w, len) : NULL;
    if (!budget_take(w, len, what, err)) {
        if (p)
            munmap(p, round_up(len, HUGE_PAGE));
        return NULL;
    }
    if (!p)
        p = allocate(w, len);
    if (!p) { /* what is kept may be what is missing */
        work_drop_kept(w);
        p = allocate(w, len);
    }
    if (!p) {
        atomic_fetch_sub(&w->mem_used, len);
        err_no_memory(err, what, len);
    }
    return p;
}

void *work_alloc(work *w, size_t len, const char *what, cuzk_error *err)
{
    return take(w, len, false, what, err);
}

void *work_alloc_dirty(work *w, size_t len, const char *what, cuzk_error *err)
{
    return take(w, len, true, what, err);
}

static void touch_range(void *ctx, size_t begin, size_t end, unsigned thread)
{
    volatile uint8_t *p = ctx;
    (void)thread;
    for (size_t at = begin; at < end; at += PAGE)
        p[at] = 0;
}

void work_touch(work *w, void *p, size_t len)
{
    work_for(w, len, TOUCH_GRAIN, touch_range, p);
}

void work_dealloc(work *w, void *p, size_t len)
{
    if (!p)
        return;
    w = root_of(w);
    if (len >= HUGE_PAGE && w->watch_resident)
        (void)resident_peak();
    if (len >= HUGE_PAGE && w->keep_memory && keep(w, p, len))
        return;
    atomic_fetch_sub(&w->mem_used, len);
    if (len >= HUGE_PAGE)
        munmap(p, round_up(len, HUGE_PAGE));
    else
        free(p);
}
