/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "toy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct backend_job {
    toy *t;
    const engine_request *q;
    bool acquired;
};

struct backend_witness {
    toy *t;
    char name;
    uint8_t tag;
};

static toy *of(backend *b)
{
    return (toy *)b;
}

void toy_take(toy *t, uint64_t bytes)
{
    const uint64_t now = atomic_fetch_add(&t->real, bytes) + bytes;
    uint64_t peak = atomic_load(&t->peak);

    while (now > peak && !atomic_compare_exchange_weak(&t->peak, &peak, now))
        ;
    if (atomic_load(&t->allowed) && now > atomic_load(&t->allowed))
        atomic_fetch_add(&t->over, 1);
}

void toy_give(toy *t, uint64_t bytes)
{
    atomic_fetch_sub(&t->real, bytes);
}

static void pause_while(toy *t, atomic_bool *paused, const work *w)
{
    if (!atomic_load(paused))
        return;
    atomic_fetch_add(&t->pausing, 1);
    while (atomic_load(paused) && !work_cancelled(w))
        usleep(200);
    atomic_fetch_sub(&t->pausing, 1);
}

static cuzk_status toy_plan(backend *b, const engine_request *q, backend_plan *out, cuzk_error *err)
{
    if (q->sector_size == 7)
        return err_set(err, CUZK_BAD_INPUT, "no-size", "there are no sectors of 7 bytes");
    *out = of(b)->plan;
    out->may_batch = of(b)->may_batch;
    size_t len =
        (size_t)snprintf(out->circuit_id, sizeof out->circuit_id, "toy-%u", (unsigned)q->kind);
    if (of(b)->many_circuits)
        snprintf(out->circuit_id + len, sizeof out->circuit_id - len, "-%u",
                 (unsigned)q->sector_number);
    return CUZK_OK;
}

typedef struct steps {
    toy *t;
    work *w;
    char name;
    unsigned slowly;
} steps;

static void step(void *ctx, size_t begin, size_t end, unsigned thread)
{
    const steps *s = ctx;
    unsigned i = atomic_fetch_add(&s->t->n_ran, 1);
    (void)begin;
    (void)end;
    (void)thread;
    pause_while(s->t, &s->t->pause_step, s->w);
    if (i < sizeof s->t->ran)
        s->t->ran[i] = s->name;
    if (s->t->chunk_us)
        usleep(s->t->chunk_us * s->slowly);
}

static cuzk_status toy_open(backend *b, work *w, const engine_request *q, backend_plan *plan,
                            backend_job **out, cuzk_error *err)
{
    toy *t = of(b);
    (void)plan;
    if (t->fail_open)
        return err_set(err, CUZK_BAD_INPUT, "bad-toy", "a toy that cannot be opened");
    pause_while(t, &t->pause_open, w);
    work_for(w, t->open_chunks, 1, step, &(steps) { t, w, q->id[0], 1 });
    TRY(work_status(w, err));
    *out = calloc(1, sizeof **out);
    if (!*out)
        return err_no_memory(err, "a toy", sizeof **out);
    toy_take(t, t->plan.job_bytes);
    atomic_fetch_add(&t->opens, 1);
    atomic_fetch_add(&t->jobs, 1);
    (*out)->t = t;
    (*out)->q = q;
    return CUZK_OK;
}

static cuzk_status toy_acquire(backend_job *j, work *w, cuzk_error *err)
{
    toy *t = j->t;
    uint64_t none = 0;

    if (w->gate)
        return err_set(err, CUZK_FAULT, "held", "a loading that may be held");
    pause_while(t, &t->pause_load, w);
    TRY(work_status(w, err));
    atomic_fetch_add(&t->users, 1);
    j->acquired = true;
    if (atomic_compare_exchange_strong(&t->held, &none, t->plan.params_bytes)) {
        atomic_fetch_add(&t->loads, 1);
        toy_take(t, t->plan.params_bytes);
    }
    return CUZK_OK;
}

static cuzk_status toy_synthesise(backend_job *j, work *w, unsigned partition,
                                  backend_witness **out, cuzk_error *err)
{
    toy *t = j->t;
    steps s = { t, w, j->q->id[0], 1 };
    unsigned i = atomic_fetch_add(&t->n_order, 1);

    if (i < TOY_EVENTS)
        t->order[i] = s.name;
    toy_take(t, t->plan.witness_bytes + t->plan.synth_bytes);
    work_for(w, t->chunks, 1, step, &s);
    toy_give(t, t->plan.synth_bytes);
    cuzk_status status = work_status(w, err);
    if (status == CUZK_OK && t->fail_partition == (int)partition)
        status = err_set(err, CUZK_NO, "unsatisfied", "row 7 of the toy does not hold");
    *out = status == CUZK_OK ? calloc(1, sizeof **out) : NULL;
    if (status == CUZK_OK && !*out)
        status = err_no_memory(err, "a witness", sizeof **out);
    if (status != CUZK_OK) {
        toy_give(t, t->plan.witness_bytes);
        return status;
    }
    atomic_fetch_add(&t->witnesses, 1);
    **out = (struct backend_witness) { t, s.name, (uint8_t)(j->q->sector_number + partition) };
    return CUZK_OK;
}

static cuzk_status toy_prove(backend *b, work *w, backend_witness *const *witness, size_t n,
                             uint8_t *proofs, size_t *failed, cuzk_error *err)
{
    toy *t = of(b);
    steps s = { t, w, witness[0]->name, t->prove_slowly ? t->prove_slowly : 1 };
    const uint64_t bytes = t->plan.prove_bytes + (n - 1) * t->plan.prove_more;
    unsigned most = atomic_load(&t->biggest_batch);

    atomic_fetch_add(&t->proves, 1);
    while (n > most && !atomic_compare_exchange_weak(&t->biggest_batch, &most, (unsigned)n))
        ;
    /* It may fail, where that is tested. Were it not volatile, clang would leave it out: unused. */
    void *volatile scratch = malloc(n);
    if (!scratch)
        return err_no_memory(err, "a toy's proof", n);
    toy_take(t, bytes);
    work_for(w, t->chunks, 1, step, &s);
    toy_give(t, bytes);
    free(scratch);
    TRY(work_status(w, err));
    if (t->fail_prove || (t->prove_most && n > t->prove_most))
        return err_set(err, CUZK_NO_RESOURCES, "out-of-memory", "the toy has no memory to prove");
    for (*failed = 0; t->unsatisfied && *failed < n; ++*failed)
        if (witness[*failed]->name == t->unsatisfied)
            return err_set(err, CUZK_NO, "unsatisfied", "the toy's circuit is not satisfied");
    if (atomic_fetch_sub(&t->bad_proofs, 1) > 0) {
        *failed = n - 1;
        return err_set(err, CUZK_FAULT, "self-check", "the toy's proof does not verify");
    }
    atomic_fetch_add(&t->proved, (unsigned)n);
    for (size_t i = 0; i < n; i++)
        memset(proofs + i * CUZK_PROOF_LEN, witness[i]->tag, CUZK_PROOF_LEN);
    return CUZK_OK;
}

static void toy_free_witness(backend_witness *witness)
{
    atomic_fetch_sub(&witness->t->witnesses, 1);
    toy_give(witness->t, witness->t->plan.witness_bytes);
    free(witness);
}

static void toy_close(backend_job *j)
{
    atomic_fetch_sub(&j->t->jobs, 1);
    if (j->acquired)
        atomic_fetch_sub(&j->t->users, 1);
    toy_give(j->t, j->t->plan.job_bytes);
    free(j);
}

static cuzk_status toy_known(backend *b, const char *circuit_id, uint64_t *bytes, cuzk_error *err)
{
    *bytes = atomic_load(&of(b)->held) ? 0 : of(b)->plan.params_bytes;
    if (strncmp(circuit_id, "toy-", 4) != 0)
        return err_set(err, CUZK_BAD_INPUT, "no-circuit", "there is no circuit %.20s", circuit_id);
    return CUZK_OK;
}

static void toy_promise(backend *b, const char *circuit_id, uint64_t bytes)
{
    (void)circuit_id;
    atomic_store(&of(b)->promised, bytes);
}

static cuzk_status toy_preload(backend *b, work *w, const char *circuit_id, bool *already,
                               cuzk_error *err)
{
    uint64_t none = 0;

    (void)circuit_id;
    pause_while(of(b), &of(b)->pause_load, w);
    const cuzk_status s = work_status(w, err);
    if (s == CUZK_OK)
        *already = !atomic_compare_exchange_strong(&of(b)->held, &none, of(b)->plan.params_bytes);
    if (s == CUZK_OK && !*already)
        toy_take(of(b), of(b)->plan.params_bytes);
    atomic_store(&of(b)->promised, 0);
    return s;
}

static uint64_t unload(toy *t)
{
    const uint64_t freed = atomic_load(&t->users) ? 0 : atomic_exchange(&t->held, 0);

    toy_give(t, freed);
    return freed;
}

static cuzk_status toy_evict(backend *b, const char *circuit_id, bool *was_loaded, uint64_t *freed,
                             cuzk_error *err)
{
    uint64_t bytes;
    TRY(toy_known(b, circuit_id, &bytes, err));
    *was_loaded = atomic_load(&of(b)->held) != 0;
    *freed = unload(of(b));
    return CUZK_OK;
}

static uint64_t toy_shrink(backend *b, uint64_t bytes, unsigned min_idle_ms)
{
    (void)bytes;
    return min_idle_ms ? 0 : unload(of(b));
}

static uint64_t toy_held(backend *b)
{
    const uint64_t held = atomic_load(&of(b)->held), promised = atomic_load(&of(b)->promised);
    return held > promised ? held : promised;
}

static params_view *toy_params(backend *b, size_t *n)
{
    (void)b;
    *n = 0;
    return NULL;
}

static const backend_ops ops = {
    .plan = toy_plan,
    .open = toy_open,
    .acquire = toy_acquire,
    .synthesise = toy_synthesise,
    .prove = toy_prove,
    .free_witness = toy_free_witness,
    .close = toy_close,
    .known = toy_known,
    .promise = toy_promise,
    .preload = toy_preload,
    .evict = toy_evict,
    .shrink = toy_shrink,
    .held = toy_held,
    .params = toy_params,
};

void toy_init(toy *t, unsigned partitions, unsigned chunks, unsigned chunk_us)
{
    memset(t, 0, sizeof *t);
    t->head.ops = &ops;
    t->plan = (backend_plan) { .partitions = partitions,
                               .job_bytes = 10,
                               .witness_bytes = 5,
                               .synth_bytes = 3,
                               .prove_bytes = 20,
                               .prove_more = 2 };
    t->chunks = chunks;
    t->chunk_us = chunk_us;
    t->fail_partition = -1;
}
