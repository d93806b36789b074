/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "rpc/queue.h"

#include <stddef.h>

void queue_init(queue *q)
{
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->more, NULL);
    q->first = NULL;
    q->last = &q->first;
    q->closed = false;
}

void queue_free(queue *q)
{
    pthread_cond_destroy(&q->more);
    pthread_mutex_destroy(&q->lock);
}

bool queue_put(queue *q, post *p)
{
    p->next = NULL;
    pthread_mutex_lock(&q->lock);
    bool was_empty = q->first == NULL;
    *q->last = p;
    q->last = &p->next;
    pthread_cond_signal(&q->more);
    pthread_mutex_unlock(&q->lock);
    return was_empty;
}

post *queue_take_all(queue *q)
{
    pthread_mutex_lock(&q->lock);
    post *p = q->first;
    q->first = NULL;
    q->last = &q->first;
    pthread_mutex_unlock(&q->lock);
    return p;
}

post *queue_wait(queue *q)
{
    pthread_mutex_lock(&q->lock);
    while (!q->first && !q->closed)
        pthread_cond_wait(&q->more, &q->lock);
    post *p = q->first;
    if (p) {
        q->first = p->next;
        if (!q->first)
            q->last = &q->first;
    }
    pthread_mutex_unlock(&q->lock);
    return p;
}

void queue_close(queue *q)
{
    pthread_mutex_lock(&q->lock);
    q->closed = true;
    pthread_cond_broadcast(&q->more);
    pthread_mutex_unlock(&q->lock);
}
