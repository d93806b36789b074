/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "asking.h"
#include "test.h"

#include <pthread.h>

void asking_begin(asking *a, unsigned partitions, unsigned chunks, unsigned chunk_us,
                  const engine_options *o)
{
    engine_options all = o ? *o : (engine_options) { 0 };
    cuzk_error err = { 0 };

    all.threads = 1;
    if (!all.keep_results)
        all.keep_results = 1000;
    toy_init(&a->toy, partitions, chunks, chunk_us);
    if (engine_new(&a->e, &all, &a->toy.head, &err) != CUZK_OK)
        fail_msg("%s", err.message);
}

void asking_end(asking *a)
{
    engine_free(a->e);
    assert_int_equal(a->toy.jobs, 0);
    assert_int_equal(a->toy.witnesses, 0);
}

cuzk_status ask_with_body(asking *a, const char *id, engine_priority p, unsigned tag,
                          size_t body_len, engine_ticket *out, cuzk_error *err)
{
    engine_body body = { free, malloc(body_len ? body_len : 1), body_len };
    const cuzk_bytes file = { body.data, body_len, NULL };
    const engine_request q = { .id = id,
                               .kind = CUZK_KIND_POREP,
                               .priority = p,
                               .sector_number = tag,
                               .vanilla = &file,
                               .n_vanilla = 1 };
    engine_ticket ticket;
    cuzk_status s;

    memset(body.data, 1, body_len ? body_len : 1);
    s = engine_reserve(a->e, body_len, err);
    if (s != CUZK_OK) {
        free(body.data);
        return s;
    }
    return engine_submit(a->e, &q, body, out ? out : &ticket, err);
}

cuzk_status ask(asking *a, const char *id, engine_priority p, unsigned tag, engine_ticket *out,
                cuzk_error *err)
{
    return ask_with_body(a, id, p, tag, 0, out, err);
}

typedef struct waiting {
    pthread_mutex_t lock;
    pthread_cond_t done;
    answer answer;
} waiting;

static void done(void *ctx, const engine_result *r)
{
    waiting *w = ctx;

    pthread_mutex_lock(&w->lock);
    w->answer.calls++;
    w->answer.state = r->state;
    w->answer.proof_len = r->proof_len;
    if (r->proof)
        memcpy(w->answer.proof, r->proof, r->proof_len);
    snprintf(w->answer.code, sizeof w->answer.code, "%s", r->error->code);
    pthread_cond_signal(&w->done);
    pthread_mutex_unlock(&w->lock);
}

answer await(asking *a, const char *id)
{
    waiting w = { .lock = PTHREAD_MUTEX_INITIALIZER, .done = PTHREAD_COND_INITIALIZER };
    engine_wait *wait;

    assert_int_equal(engine_await(a->e, id, done, &w, &wait, NULL), CUZK_OK);
    pthread_mutex_lock(&w.lock);
    while (!w.answer.calls)
        pthread_cond_wait(&w.done, &w.lock);
    pthread_mutex_unlock(&w.lock);
    if (wait)
        assert_false(engine_await_end(a->e, wait));
    assert_int_equal(w.answer.calls, 1);
    return w.answer;
}
