/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* SHA-256 of a stream written in small pieces, hashed in big blocks on a second thread while the
 * next block is being written. */
#ifndef CUZK_R1CS_HASH_STREAM_H
#define CUZK_R1CS_HASH_STREAM_H

#include "hash/sha256.h"
#include <pthread.h>
#include <stdbool.h>

#define HASH_STREAM_BLOCK ((size_t)1 << 20)

typedef struct hash_stream {
    uint8_t *block[2]; /* one is written while the other is hashed */
    unsigned current;
    size_t n; /* bytes in the current one */
    sha256_state state;
    bool threaded; /* otherwise blocks are hashed by the writer */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    size_t pending;  /* under lock, as the next two: length of the block given to the thread */
    bool busy, stop; /* the thread has a block; it should end */
} hash_stream;

/* False when there is no memory. Without a thread to be had it works, only slower. */
bool hash_stream_init(hash_stream *h);
void hash_stream_free(hash_stream *h);
void hash_stream_flush(hash_stream *h);
/* The digest of everything so far; the stream goes on. */
void hash_stream_digest(hash_stream *h, uint8_t out[SHA256_LEN]);

/* Where the next len <= HASH_STREAM_BLOCK bytes go. */
static inline uint8_t *hash_stream_next(hash_stream *h, size_t len)
{
    if (__builtin_expect(h->n + len > HASH_STREAM_BLOCK, 0))
        hash_stream_flush(h);
    uint8_t *p = h->block[h->current] + h->n;
    h->n += len;
    return p;
}

#endif
