/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A gate that the threads of a work pass between two ranges of a loop: while it is closed they
 * wait, so that something more urgent has the machine. Passing an open gate costs two loads. Any
 * thread may open and close it at any time; it outlives the works it is set in. */
#ifndef CUZK_BASE_WORK_GATE_H
#define CUZK_BASE_WORK_GATE_H

#include "base/work.h"
#include <pthread.h>

typedef struct work_gate {
    atomic_bool closed, watched; /* watched: what follows is kept, at the price of a clock */
    _Atomic uint64_t passed;     /* times it was asked */
    /* The most CPU time a thread took from one passing to the next, and in which phase that was. */
    _Atomic uint64_t longest_ns;
    _Atomic(const char *) longest_in;
    pthread_mutex_t lock;
    pthread_cond_t opened;
} work_gate;

void work_gate_init(work_gate *g);
void work_gate_free(work_gate *g);
void work_gate_set(work_gate *g, bool closed);

/* From here on it is watched, from 0; the stretch that a thread is in is not counted. */
void work_gate_watch(work_gate *g);

/* Where a long stretch outside work_for may be interrupted. Waits while the gate of w (of its
 * parent, of a fork) is closed, unless w is cancelled; without a gate does nothing. */
void work_pause_point(const work *w);

#endif
