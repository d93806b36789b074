/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A pool of threads that sleep between loops; ranges are handed out one at a time. */
#include "base/work.h"
#include "base/kept.h"
#include "base/timing.h"
#include "base/work_gate.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MAX_THREADS 1024
/* The same for every thread, whatever ulimit -s says. */
#define STACK_LEN   ((size_t)8 << 20)
#define PROGRESS_NS UINT64_C(100000000)

typedef struct loop {
    work *w;
    work_range_fn fn;
    void *ctx;
    size_t n, grain, n_ranges;
    alignas(64) _Atomic size_t next; /* apart from what every thread reads */
} loop;

typedef struct worker {
    struct work_pool *pool;
    unsigned index;
    pthread_t thread;
} worker;

typedef struct work_pool {
    pthread_mutex_t lock;
    pthread_cond_t start, done;
    loop *current;
    uint64_t generation; /* counts loops, so that a worker runs each once */
    unsigned running;    /* workers that have not finished the current loop */
    bool stop;
    bool timing;
    uint64_t phase_wall_ns, phase_cpu_ns;
    unsigned n_workers;
    worker workers[];
} work_pool;

static void run_ranges(loop *l, unsigned thread)
{
    for (;;) {
        size_t i = atomic_fetch_add_explicit(&l->next, 1, memory_order_relaxed);
        if (i >= l->n_ranges)
            return;
        work_pause_point(l->w);
        if (work_cancelled(l->w))
            return;
        size_t begin = i * l->grain;
        size_t end = l->n - begin > l->grain ? begin + l->grain : l->n;
        l->fn(l->ctx, begin, end, thread);
    }
}

static void *worker_main(void *arg)
{
    worker *self = arg;
    work_pool *p = self->pool;
    uint64_t seen = 0;
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (!p->stop && p->generation == seen)
            pthread_cond_wait(&p->start, &p->lock);
        if (p->stop)
            break;
        seen = p->generation;
        loop *l = p->current;
        pthread_mutex_unlock(&p->lock);
        run_ranges(l, self->index);
        pthread_mutex_lock(&p->lock);
        if (--p->running == 0)
            pthread_cond_signal(&p->done);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

/* Our threads take no signals: handlers belong to the threads of the program. 0, or an errno. */
static int start_thread(pthread_t *thread, void *(*run)(void *), void *arg)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, STACK_LEN);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failed = pthread_create(thread, &attr, run, arg);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attr);
    return failed;
}

static unsigned start_workers(work_pool *p, unsigned n)
{
    for (; p->n_workers < n; p->n_workers++) {
        worker *t = &p->workers[p->n_workers];
        t->pool = p;
        t->index = p->n_workers + 1;
        if (start_thread(&t->thread, worker_main, t) != 0)
            break;
    }
    return p->n_workers;
}

static void pool_free(work_pool *p)
{
    pthread_mutex_lock(&p->lock);
    p->stop = true;
    pthread_cond_broadcast(&p->start);
    pthread_mutex_unlock(&p->lock);
    for (unsigned i = 0; i < p->n_workers; i++)
        pthread_join(p->workers[i].thread, NULL);
    pthread_cond_destroy(&p->done);
    pthread_cond_destroy(&p->start);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

static unsigned available_cpus(void)
{
    /* A set larger than cpu_set_t, as machines of more than 1024 CPUs need it. */
    for (int n_max = CPU_SETSIZE; n_max <= 1 << 16; n_max *= 2) {
        cpu_set_t *set = CPU_ALLOC(n_max);
        if (!set)
            break;
        size_t size = CPU_ALLOC_SIZE(n_max);
        int n = sched_getaffinity(0, size, set) == 0 ? CPU_COUNT_S(size, set) : 0;
        CPU_FREE(set);
        if (n > 0)
            return n > MAX_THREADS ? MAX_THREADS : (unsigned)n;
    }
    return 1;
}

static cuzk_status pool_new(work_pool **out, unsigned threads, cuzk_error *err)
{
    work_pool *p = calloc(1, sizeof *p + (threads - 1) * sizeof p->workers[0]);
    if (!p)
        return err_no_memory(err, "threads", sizeof *p);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->start, NULL);
    pthread_cond_init(&p->done, NULL);
    p->timing = timing_enabled();
    unsigned started = start_workers(p, threads - 1);
    if (started != threads - 1) {
        pool_free(p);
        return err_set(err, CUZK_NO_RESOURCES, "no-threads", "the system gave %u of %u threads",
                       started + 1, threads);
    }
    *out = p;
    return CUZK_OK;
}

cuzk_status work_init(work *w, unsigned threads, size_t mem_limit, cuzk_error *err)
{
    memset(w, 0, sizeof *w);
    if (threads > MAX_THREADS)
        return err_set(err, CUZK_BAD_INPUT, "too-many-threads",
                       "%u threads asked for, at most %d possible", threads, MAX_THREADS);
    if (threads == 0)
        threads = available_cpus();
    kept_blocks *kept = calloc(1, sizeof *kept);
    if (!kept)
        return err_no_memory(err, "threads", sizeof *kept);
    cuzk_status status = pool_new(&w->pool, threads, err);
    if (status != CUZK_OK) {
        free(kept);
        return status;
    }
    pthread_mutex_init(&kept->lock, NULL);
    w->kept = kept;
    w->threads = threads;
    w->mem_limit = mem_limit;
    return CUZK_OK;
}

cuzk_status work_fork(work *w, work *parent, unsigned threads, cuzk_error *err)
{
    memset(w, 0, sizeof *w);
    w->parent = parent->parent ? parent->parent : parent;
    w->threads = threads;
    return pool_new(&w->pool, threads, err);
}

void work_free(work *w)
{
    if (w->pool)
        pool_free(w->pool);
    w->pool = NULL;
    if (!w->kept)
        return;
    work_drop_kept(w);
    pthread_mutex_destroy(&w->kept->lock);
    free(w->kept);
    w->kept = NULL;
}

typedef struct side {
    work_side_fn fn;
    void *ctx;
    cuzk_status status;
    cuzk_error err;
} side;

static void *side_main(void *arg)
{
    side *s = arg;
    s->status = s->fn(s->ctx, &s->err);
    return NULL;
}

cuzk_status work_both(work_side_fn fn, void *ctx, work_side_fn beside, void *beside_ctx,
                      cuzk_error *err)
{
    side first = { .fn = fn, .ctx = ctx };
    pthread_t thread;
    if (start_thread(&thread, side_main, &first) != 0) { /* then one after the other */
        TRY(fn(ctx, err));
        return beside(beside_ctx, err);
    }
    cuzk_status status = beside(beside_ctx, err);
    pthread_join(thread, NULL);
    if (first.status != CUZK_OK && err)
        *err = first.err;
    return first.status != CUZK_OK ? first.status : status;
}

/* Wakes the workers for this loop; false if they have one. */
static bool publish(work_pool *p, loop *l)
{
    pthread_mutex_lock(&p->lock);
    bool free_now = p->current == NULL;
    if (free_now) {
        p->current = l;
        p->generation++;
        p->running = p->n_workers;
        pthread_cond_broadcast(&p->start);
    }
    pthread_mutex_unlock(&p->lock);
    return free_now;
}

void work_for(work *w, size_t n, size_t grain, work_range_fn fn, void *ctx)
{
    if (n == 0)
        return;
    if (grain == 0)
        grain = 1;
    work_pool *p = w->pool;
    loop l = {
        .w = w, .fn = fn, .ctx = ctx, .n = n, .grain = grain, .n_ranges = (n - 1) / grain + 1
    };
    if (p->n_workers == 0 || l.n_ranges == 1 || !publish(p, &l)) {
        run_ranges(&l, 0);
        return;
    }
    run_ranges(&l, 0);
    pthread_mutex_lock(&p->lock);
    while (p->running > 0)
        pthread_cond_wait(&p->done, &p->lock);
    p->current = NULL;
    pthread_mutex_unlock(&p->lock);
}

cuzk_status work_status(const work *w, cuzk_error *err)
{
    const char *phase = work_root(w)->phase;
    if (!work_cancelled(w))
        return CUZK_OK;
    return err_set(err, CUZK_INTERRUPTED, "interrupted", "cancelled%s%s", phase ? " during " : "",
                   phase ? phase : "");
}

static void report(work *w, uint64_t done)
{
    /* Advancing outside any phase is counted, and nobody is told. */
    if (w->progress && w->phase)
        w->progress(w->progress_ctx, w->phase, done, w->phase_total);
}

void work_phase_begin(work *w, const char *name, uint64_t total)
{
    w->phase = name;
    w->phase_total = total;
    atomic_store(&w->phase_done, 0);
    atomic_store(&w->phase_reported_ns, time_wall_ns());
    if (w->pool->timing) {
        w->pool->phase_wall_ns = time_wall_ns();
        w->pool->phase_cpu_ns = time_cpu_ns();
    }
    report(w, 0);
}

void work_advance(work *w, uint64_t n)
{
    if (w->parent)
        w = w->parent;
    uint64_t done = atomic_fetch_add(&w->phase_done, n) + n;
    if (!w->progress)
        return;
    if (w->phase_total && done > w->phase_total)
        done = w->phase_total;
    uint64_t now = time_wall_ns(), last = atomic_load(&w->phase_reported_ns);
    /* Whoever moves the time forward reports; the others go on. */
    if (now - last >= PROGRESS_NS && now > last &&
        atomic_compare_exchange_strong(&w->phase_reported_ns, &last, now))
        report(w, done);
}

void work_phase_end(work *w)
{
    if (!w->phase)
        return;
    uint64_t done = atomic_load(&w->phase_done);
    if (w->phase_total && done > w->phase_total)
        done = w->phase_total;
    report(w, done);
    if (w->pool->timing)
        timing_print(w->phase, time_wall_ns() - w->pool->phase_wall_ns,
                     time_cpu_ns() - w->pool->phase_cpu_ns);
    w->phase = NULL;
    w->phase_total = 0;
}
