/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What is to be done by another thread, in order. */
#ifndef CUZK_RPC_QUEUE_H
#define CUZK_RPC_QUEUE_H

#include <pthread.h>
#include <stdbool.h>

/* Part of what it is about; in one queue at a time. */
typedef struct post {
    struct post *next;
    void (*run)(struct post *self);
} post;

typedef struct queue {
    pthread_mutex_t lock;
    pthread_cond_t more;
    post *first, **last;
    bool closed;
} queue;

void queue_init(queue *q);
void queue_free(queue *q);
/* True when it was empty before. */
bool queue_put(queue *q, post *p);
/* All there are, in order; NULL: none. */
post *queue_take_all(queue *q);
/* Waits for one; NULL: the queue is closed and empty. */
post *queue_wait(queue *q);
void queue_close(queue *q);

#endif
