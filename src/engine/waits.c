/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Those who wait for a job's end. */
#include "engine/internal.h"

#include <stdlib.h>

cuzk_status engine_await(engine *e, const char *id, engine_done_fn fn, void *ctx, engine_wait **out,
                         cuzk_error *err)
{
    engine_wait *wait = calloc(1, sizeof *wait);
    engine_result result;
    job *j;

    *out = NULL;
    if (!wait)
        return err_no_memory(err, "a wait", sizeof *wait);
    pthread_mutex_lock(&e->lock);
    jobs_expire(e);
    j = job_find(e, id);
    if (j)
        j->users++;
    if (j && !job_is_final(j)) {
        *wait = (engine_wait) { .next = j->waits, .job = j, .fn = fn, .ctx = ctx };
        *out = j->waits = wait;
        j = NULL; /* the wait uses it */
    } else {
        free(wait);
        if (!j) {
            pthread_mutex_unlock(&e->lock);
            return err_set(err, CUZK_NO, "no-job", "job not found: %s", id);
        }
        job_result(j, &result);
    }
    pthread_mutex_unlock(&e->lock);
    if (!j)
        return CUZK_OK;
    fn(ctx, &result);
    pthread_mutex_lock(&e->lock);
    job_release(e, j);
    pthread_mutex_unlock(&e->lock);
    return CUZK_OK;
}

bool engine_await_end(engine *e, engine_wait *wait)
{
    bool uncalled;
    job *j;

    pthread_mutex_lock(&e->lock);
    while (wait->state == WAIT_CALLING)
        pthread_cond_wait(&e->changed, &e->lock);
    uncalled = wait->state == WAIT_PENDING;
    j = wait->job;
    for (engine_wait **at = &j->waits; *at; at = &(*at)->next)
        if (*at == wait) {
            *at = wait->next;
            break;
        }
    free(wait);
    job_release(e, j);
    pthread_mutex_unlock(&e->lock);
    return uncalled;
}

void waits_answer(engine *e, job *j)
{
    engine_result result;
    engine_wait *wait;

    job_result(j, &result);
    while ((wait = j->waits)) {
        j->waits = wait->next;
        wait->state = WAIT_CALLING;
        pthread_mutex_unlock(&e->lock);
        wait->fn(wait->ctx, &result);
        pthread_mutex_lock(&e->lock);
        wait->state = WAIT_CALLED;
        pthread_cond_broadcast(&e->changed);
    }
}
