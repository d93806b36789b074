/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Large allocations, counted against the budget of a work. */
#include "base/work.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define ALIGN     ((size_t)64)
#define HUGE_PAGE ((size_t)2 << 20)

static size_t round_up(size_t len, size_t unit)
{
    return (len + unit - 1) & ~(unit - 1);
}

/* Reserve one huge page more than needed and give the ends back, so that the whole block can be
 * made of huge pages. */
static void *map_huge(size_t len)
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
    (void)madvise(p + before, body, MADV_HUGEPAGE); /* advice: systems without it say no */
    return p + before;
}

static void *allocate(size_t len)
{
    if (len >= HUGE_PAGE)
        return map_huge(len);
    size_t size = round_up(len ? len : 1, ALIGN);
    void *p = aligned_alloc(ALIGN, size);
    if (p)
        memset(p, 0, size);
    return p;
}

static bool budget_take(work *w, size_t len)
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

void *work_alloc(work *w, size_t len, const char *what, cuzk_error *err)
{
    /* No object is larger than PTRDIFF_MAX; the margin keeps the rounding above from wrapping. */
    if (len > (size_t)PTRDIFF_MAX - 2 * HUGE_PAGE) {
        err_no_memory(err, what, len);
        return NULL;
    }
    if (!budget_take(w, len)) {
        err_set(err, CUZK_NO_RESOURCES, "over-memory-limit",
                "%s needs %zu bytes, the memory limit leaves %zu", what, len,
                w->mem_limit > w->mem_used ? w->mem_limit - w->mem_used : 0);
        return NULL;
    }
    void *p = allocate(len);
    if (!p) {
        atomic_fetch_sub(&w->mem_used, len);
        err_no_memory(err, what, len);
    }
    return p;
}

void work_dealloc(work *w, void *p, size_t len)
{
    if (!p)
        return;
    atomic_fetch_sub(&w->mem_used, len);
    if (len >= HUGE_PAGE)
        munmap(p, round_up(len, HUGE_PAGE));
    else
        free(p);
}
