/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Parameters asked for before a job needs them: loaded one after the other by a thread of their
 * own, when the budget has room. */
#include "engine/internal.h"

#include "base/timing.h"

#include <stdio.h>
#include <stdlib.h>

struct preload {
    preload *next;
    char circuit_id[32];
    engine_preload_fn fn;
    void *ctx;
};

static cuzk_status draining(cuzk_error *err)
{
    return err_set(err, CUZK_INTERRUPTED, "draining", "the engine is stopping");
}

/* With the lock held, which it drops. */
static void load(engine *e, const preload *p)
{
    const backend_ops *ops = e->backend->ops;
    const uint64_t start = time_wall_ns();
    bool already = false;
    cuzk_error err = { 0 };
    uint64_t bytes = 0;
    cuzk_status s;

    while ((s = ops->known(e->backend, p->circuit_id, &bytes, &err)) == CUZK_OK &&
           !e->no_preloads && !budget_for_params(e, bytes))
        pthread_cond_wait(&e->changed, &e->lock);
    if (s == CUZK_OK && e->no_preloads)
        s = CUZK_INTERRUPTED;
    if (s == CUZK_OK)
        ops->promise(e->backend, p->circuit_id, bytes);
    pthread_mutex_unlock(&e->lock);
    if (s == CUZK_OK)
        s = ops->preload(e->backend, &e->loader_work, p->circuit_id, &already, &err);
    if (s == CUZK_INTERRUPTED)
        draining(&err);
    p->fn(p->ctx, s, &err, already, already ? 0 : ms_since(start, time_wall_ns()));
    pthread_mutex_lock(&e->lock);
    pthread_cond_broadcast(&e->changed);
}

static void *loader_main(void *arg)
{
    engine *e = arg;

    pthread_mutex_lock(&e->lock);
    while (e->preloads || !e->stop) {
        preload *p = e->preloads;
        if (!p) {
            pthread_cond_wait(&e->changed, &e->lock);
            continue;
        }
        load(e, p);
        e->preloads = p->next;
        free(p);
    }
    pthread_mutex_unlock(&e->lock);
    return NULL;
}

static cuzk_status make_loader(engine *e, cuzk_error *err)
{
    if (e->no_preloads)
        return draining(err);
    if (e->loader_made)
        return CUZK_OK;
    TRY(work_init(&e->loader_work, e->o.threads, 0, err));
    if (pthread_create(&e->loader, NULL, loader_main, e) != 0) {
        work_free(&e->loader_work);
        return err_set(err, CUZK_NO_RESOURCES, "no-threads", "the system gives no thread more");
    }
    e->loader_made = true;
    return CUZK_OK;
}

cuzk_status engine_preload(engine *e, const char *circuit_id, engine_preload_fn fn, void *ctx,
                           cuzk_error *err)
{
    preload *p, **at = &e->preloads;
    uint64_t bytes;
    cuzk_status s;

    TRY(e->backend->ops->known(e->backend, circuit_id, &bytes, err));
    if (!budget_can_hold(e, bytes))
        return err_set(err, CUZK_NO_RESOURCES, "over-budget",
                       "the parameters of %s take %llu bytes, more than the budget allows",
                       circuit_id, (unsigned long long)bytes);
    p = calloc(1, sizeof *p);
    if (!p)
        return err_no_memory(err, "a request", sizeof *p);
    *p = (preload) { .fn = fn, .ctx = ctx };
    snprintf(p->circuit_id, sizeof p->circuit_id, "%s", circuit_id);
    pthread_mutex_lock(&e->lock);
    s = make_loader(e, err);
    if (s == CUZK_OK) {
        while (*at)
            at = &(*at)->next;
        *at = p;
        pthread_cond_broadcast(&e->changed);
    }
    pthread_mutex_unlock(&e->lock);
    if (s != CUZK_OK)
        free(p);
    return s;
}

cuzk_status engine_evict(engine *e, const char *circuit_id, bool *was_loaded, uint64_t *freed,
                         cuzk_error *err)
{
    cuzk_status s = e->backend->ops->evict(e->backend, circuit_id, was_loaded, freed, err);

    pthread_mutex_lock(&e->lock);
    pthread_cond_broadcast(&e->changed);
    pthread_mutex_unlock(&e->lock);
    return s;
}

void preloads_cancel(engine *e)
{
    e->no_preloads = true;
    if (e->loader_made)
        atomic_store(&e->loader_work.cancelled, true);
    pthread_cond_broadcast(&e->changed);
}

void preloads_end(engine *e)
{
    if (!e->loader_made)
        return;
    pthread_join(e->loader, NULL);
    work_free(&e->loader_work);
}
