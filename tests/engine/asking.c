/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "asking.h"
#include "test.h"

#include <pthread.h>
#include <unistd.h>

void asking_begin(asking *a, unsigned partitions, unsigned chunks, unsigned chunk_us,
                  const engine_options *o)
{
    engine_options all = o ? *o : (engine_options) { 0 };
    cuzk_error err = { 0 };

    all.threads = 1;
    if (!all.keep_results)
        all.keep_results = 1000;
    a->kind = 0;
    toy_init(&a->toy, partitions, chunks, chunk_us);
    a->toy.allowed = all.memory_budget;
    if (engine_new(&a->e, &all, &a->toy.head, &err) != CUZK_OK)
        fail_msg("%s", err.message);
}

void asking_end(asking *a)
{
    engine_free(a->e);
    assert_int_equal(a->toy.jobs, 0);
    assert_int_equal(a->toy.witnesses, 0);
    assert_int_equal(a->toy.users, 0);
    assert_int_equal(a->toy.real, a->toy.held); /* what was taken was given back */
    assert_int_equal(a->toy.over, 0);
}

/* The memory of a request: counted like all the rest. */
typedef struct memory {
    toy *toy;
    size_t len;
    uint8_t bytes[];
} memory;

static void free_memory(void *data)
{
    memory *m = data;

    toy_give(m->toy, m->len);
    free(m);
}

cuzk_status ask_with_body(asking *a, const char *id, engine_priority p, unsigned tag,
                          size_t body_len, engine_ticket *out, cuzk_error *err)
{
    memory *m;
    engine_ticket ticket;

    if (engine_reserve(a->e, body_len, err) != CUZK_OK)
        return CUZK_NO_RESOURCES;
    m = malloc(sizeof *m + body_len);
    m->toy = &a->toy;
    m->len = body_len;
    memset(m->bytes, 1, body_len);
    toy_take(&a->toy, body_len);
    const cuzk_bytes file = { m->bytes, body_len, NULL };
    const engine_request q = { .id = id,
                               .kind = a->kind ? a->kind : CUZK_KIND_POREP,
                               .priority = p,
                               .sector_number = tag,
                               .vanilla = &file,
                               .n_vanilla = 1 };
    return engine_submit(a->e, &q, (engine_body) { free_memory, m, body_len }, out ? out : &ticket,
                         err);
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

void wait_until(atomic_uint *counter, unsigned at_least)
{
    while (atomic_load(counter) < at_least)
        usleep(200);
}
