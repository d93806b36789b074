/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Large blocks that were given back and not yet unmapped: what work_alloc_dirty draws on. Internal
 * to base. */
#ifndef CUZK_BASE_KEPT_H
#define CUZK_BASE_KEPT_H

#include <pthread.h>
#include <stddef.h>

#define KEPT_MAX 16

typedef struct kept_block {
    void *p;
    size_t len; /* as it is counted; mapped are whole huge pages */
} kept_block;

typedef struct kept_blocks {
    pthread_mutex_t lock;
    kept_block block[KEPT_MAX];
    unsigned n;
} kept_blocks;

#endif
