/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* How many calls wait for which job, and whether anybody else may want it: a job that a Prove began
 * is nobody's when its last call has gone. Not locked by itself. */
#ifndef CUZK_RPC_WAITERS_H
#define CUZK_RPC_WAITERS_H

#include "engine/engine.h"
#include <pthread.h>

#define WAITERS_BUCKETS 1024

typedef struct waited {
    struct waited *next;
    size_t n;   /* calls that wait */
    bool owned; /* it was begun by a Prove, and by nothing else */
    char id[];
} waited;

typedef struct waiters {
    pthread_mutex_t lock;
    waited *bucket[WAITERS_BUCKETS];
} waiters;

void waiters_init(waiters *w);
void waiters_free(waiters *w);
/* One more call. begun: it is the one that began the job. False: no memory. */
bool waiters_add(waiters *w, const char *id, bool begun);
/* One less; true when it was the last, of a job that is owned. */
bool waiters_remove(waiters *w, const char *id);
/* Somebody means to fetch the result later. */
void waiters_disown(waiters *w, const char *id);
bool waiters_any(const waiters *w, const char *id);

#endif
