/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/work_gate.h"
#include "base/timing.h"

/* The cancel flag may be set by a signal handler, which can wake nobody: it is looked at. */
#define LOOK_MS 20

void work_gate_init(work_gate *g)
{
    atomic_init(&g->closed, false);
    atomic_init(&g->passed, 0);
    atomic_init(&g->watched, false);
    atomic_init(&g->longest_ns, 0);
    atomic_init(&g->longest_in, NULL);
    pthread_mutex_init(&g->lock, NULL);
    time_cond_init(&g->opened);
}

void work_gate_free(work_gate *g)
{
    pthread_cond_destroy(&g->opened);
    pthread_mutex_destroy(&g->lock);
}

void work_gate_set(work_gate *g, bool closed)
{
    pthread_mutex_lock(&g->lock);
    atomic_store(&g->closed, closed);
    if (!closed)
        pthread_cond_broadcast(&g->opened);
    pthread_mutex_unlock(&g->lock);
}

static _Atomic uint64_t watches;           /* so far: tells one from another */
static _Thread_local uint64_t watch, last; /* the one this thread was last seen in, and when */

void work_gate_watch(work_gate *g)
{
    atomic_fetch_add(&watches, 1);
    atomic_store(&g->passed, 0);
    atomic_store(&g->longest_ns, 0);
    atomic_store(&g->longest_in, NULL);
    atomic_store(&g->watched, true);
}

static void see(work_gate *g, const char *phase)
{
    const uint64_t now = time_thread_ns(), current = atomic_load(&watches), since = last;
    uint64_t longest = atomic_load(&g->longest_ns);
    const bool known = watch == current;

    atomic_fetch_add_explicit(&g->passed, 1, memory_order_relaxed);
    watch = current;
    last = now;
    if (!known)
        return;
    while (now - since > longest)
        if (atomic_compare_exchange_weak(&g->longest_ns, &longest, now - since))
            atomic_store(&g->longest_in, phase);
}

void work_pause_point(const work *w)
{
    work_gate *g = work_root(w)->gate;

    if (!g)
        return;
    if (atomic_load_explicit(&g->watched, memory_order_relaxed))
        see(g, work_root(w)->phase);
    if (!atomic_load(&g->closed))
        return;
    pthread_mutex_lock(&g->lock);
    while (atomic_load(&g->closed) && !work_cancelled(w)) {
        const struct timespec soon = time_in_ms(LOOK_MS);
        pthread_cond_timedwait(&g->opened, &g->lock, &soon);
    }
    pthread_mutex_unlock(&g->lock);
}
