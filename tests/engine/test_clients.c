/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Many clients at once. */
#include "asking.h"
#include "test.h"

#include <pthread.h>

enum { CLIENTS = 16, ROUNDS = 200 };

typedef struct client {
    asking *a;
    unsigned number;
    atomic_uint *completed, *cancelled, *refused;
} client;

static void one_round(const client *c, unsigned round, uint32_t draw)
{
    char id[32];
    engine_ticket t;
    cuzk_error err;
    bool running;

    /* Every fourth round asks for what other clients ask for as well. */
    snprintf(id, sizeof id, "%u-%u", draw % 4 ? c->number : CLIENTS, round);
    if (ask_with_body(c->a, id, (engine_priority)(draw / 8 % PRIORITIES), round, round % 40, &t,
                      &err) != CUZK_OK) {
        if (err.status != CUZK_NO_RESOURCES)
            fail_msg("%s", err.message);
        atomic_fetch_add(c->refused, 1);
        return;
    }
    if (draw / 64 % 4 == 0)
        assert_int_equal(engine_cancel(c->a->e, id, &running, NULL), CUZK_OK);
    const answer r = await(c->a, id);
    if (r.state == JOB_COMPLETED)
        assert_int_equal(r.proof[0], round);
    else
        assert_int_equal(r.state, JOB_CANCELLED);
    atomic_fetch_add(r.state == JOB_COMPLETED ? c->completed : c->cancelled, 1);
}

static void *client_main(void *arg)
{
    const client *c = arg;
    uint32_t draw = c->number * 2654435761U + 1;

    for (unsigned i = 0; i < ROUNDS; i++) {
        draw = draw * 1664525U + 1013904223U;
        one_round(c, i, draw >> 8);
    }
    return NULL;
}

static void clients_ask(const engine_options *o)
{
    asking a;
    atomic_uint completed = 0, cancelled = 0, refused = 0;
    pthread_t thread[CLIENTS];
    client c[CLIENTS];

    asking_begin(&a, 3, 2, 0, o);
    a.toy.plan.params_bytes = 30;
    a.toy.may_batch = true;
    for (unsigned i = 0; i < CLIENTS; i++) {
        c[i] = (client) { &a, i, &completed, &cancelled, &refused };
        assert_int_equal(pthread_create(&thread[i], NULL, client_main, &c[i]), 0);
    }
    for (unsigned i = 0; i < CLIENTS; i++)
        pthread_join(thread[i], NULL);
    assert_int_equal(completed + cancelled + refused, CLIENTS * ROUNDS);
    assert_in_range(completed, CLIENTS, CLIENTS * ROUNDS);
    engine_snapshot *s = engine_snapshot_take(a.e);
    assert_int_equal(s->kind[0].queued + s->kind[0].running, 0);
    assert_int_equal(s->memory_used, a.toy.held);
    engine_snapshot_free(s);
    asking_end(&a);
}

static void without_a_budget(void **state)
{
    (void)state;
    const engine_options o = { .synthesis_lookahead = 2, .keep_results = CLIENTS * ROUNDS };
    clients_ask(&o);
}

static void within_a_narrow_budget(void **state)
{
    (void)state;
    const engine_options o = { .memory_budget = 150,
                               .critical_reserve = 20,
                               .synthesis_lookahead = 3,
                               .max_batch_size = 3,
                               .max_batch_wait_ms = 1,
                               .evict_idle_ms = 1,
                               .keep_results = CLIENTS * ROUNDS };
    clients_ask(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_budget),
        cmocka_unit_test(within_a_narrow_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
