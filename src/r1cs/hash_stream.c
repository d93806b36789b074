/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "r1cs/hash_stream.h"
#include <stdlib.h>

/* While `busy`, the thread owns `state` and the block that is not current, whose length is
 * `pending`; the writer touches neither. */
static void *hash_blocks(void *arg)
{
    hash_stream *h = arg;
    pthread_mutex_lock(&h->lock);
    for (;;) {
        while (!h->busy && !h->stop)
            pthread_cond_wait(&h->changed, &h->lock);
        if (!h->busy)
            break;
        const uint8_t *block = h->block[!h->current];
        size_t len = h->pending;
        pthread_mutex_unlock(&h->lock);
        sha256_update(&h->state, block, len);
        pthread_mutex_lock(&h->lock);
        h->busy = false;
        pthread_cond_signal(&h->changed);
    }
    pthread_mutex_unlock(&h->lock);
    return NULL;
}

bool hash_stream_init(hash_stream *h)
{
    *h = (hash_stream) { 0 };
    h->block[0] = malloc(2 * HASH_STREAM_BLOCK);
    if (!h->block[0])
        return false;
    h->block[1] = h->block[0] + HASH_STREAM_BLOCK;
    sha256_init(&h->state);
    pthread_mutex_init(&h->lock, NULL);
    pthread_cond_init(&h->changed, NULL);
    h->threaded = pthread_create(&h->thread, NULL, hash_blocks, h) == 0;
    return true;
}

void hash_stream_free(hash_stream *h)
{
    if (!h->block[0])
        return;
    if (h->threaded) {
        pthread_mutex_lock(&h->lock);
        h->stop = true;
        pthread_cond_signal(&h->changed);
        pthread_mutex_unlock(&h->lock);
        pthread_join(h->thread, NULL);
    }
    pthread_mutex_destroy(&h->lock);
    pthread_cond_destroy(&h->changed);
    free(h->block[0]);
    *h = (hash_stream) { 0 };
}

/* Returns with the lock held. */
static void wait_idle(hash_stream *h)
{
    pthread_mutex_lock(&h->lock);
    while (h->busy)
        pthread_cond_wait(&h->changed, &h->lock);
}

void hash_stream_flush(hash_stream *h)
{
    if (h->threaded) {
        wait_idle(h);
        h->pending = h->n;
        h->current = !h->current;
        h->busy = true;
        pthread_cond_signal(&h->changed);
        pthread_mutex_unlock(&h->lock);
    } else {
        sha256_update(&h->state, h->block[h->current], h->n);
    }
    h->n = 0;
}

void hash_stream_digest(hash_stream *h, uint8_t out[SHA256_LEN])
{
    wait_idle(h);
    sha256_state state = h->state;
    pthread_mutex_unlock(&h->lock);
    sha256_update(&state, h->block[h->current], h->n);
    sha256_final(&state, out);
}
