/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A backend that proves nothing, slowly: partitions are loops of chunks, proofs are the bytes of
 * the request. It counts what it is asked and what is alive, and fails where it is told to. */
#ifndef CUZK_TESTS_ENGINE_TOY_H
#define CUZK_TESTS_ENGINE_TOY_H

#include "base/work_gate.h"
#include "engine/backend.h"

#define TOY_EVENTS 4096

/* Counters are atomic: runners and tests look at them at once. */
typedef struct toy {
    backend head;
    backend_plan plan;
    unsigned chunks;       /* of a synthesis and of a proof */
    unsigned open_chunks;  /* of an opening */
    unsigned chunk_us;     /* what each takes */
    unsigned prove_slowly; /* a chunk of a proof takes so many times as long; 0: once */
    unsigned prove_most;   /* circuits at once for which there is memory; 0: any */
    atomic_bool may_batch;
    atomic_bool many_circuits;                 /* one for each sector number: "toy-1-7" */
    int fail_open, fail_prove, fail_partition; /* partition: of its synthesis; -1 none */
    char unsatisfied;                          /* the job whose circuit is not satisfied */
    atomic_int bad_proofs;                     /* so many calls of prove do not verify */
    atomic_int jobs, witnesses;                /* alive */
    atomic_uint opens, proves, proved;
    atomic_uint biggest_batch;
    atomic_uint loads;
    atomic_int users;                /* of the parameters */
    _Atomic uint64_t held, promised; /* the parameters */
    /* What is really used, bodies and parameters too; its peak; the most that is allowed (0: any)
     * and how often it was more. */
    _Atomic uint64_t real, peak, allowed;
    atomic_uint over;
    atomic_bool pause_open, pause_load, pause_step; /* there until it is cleared, or cancelled */
    atomic_uint pausing;                            /* threads that wait so */
    /* What was begun, in order: the first letter of the id at each synthesis. */
    atomic_uint n_order;
    char order[TOY_EVENTS];
    /* Every chunk that ran, likewise. */
    atomic_uint n_ran;
    char ran[TOY_EVENTS * 16];
} toy;

void toy_take(toy *t, uint64_t bytes);
void toy_give(toy *t, uint64_t bytes);

void toy_init(toy *t, unsigned partitions, unsigned chunks, unsigned chunk_us);

#endif
