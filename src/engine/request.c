/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "engine/request.h"

#include "hash/sha256.h"

#include <string.h>

static void add_number(sha256_state *h, uint64_t v)
{
    uint8_t le[8];

    for (int i = 0; i < 8; i++)
        le[i] = (uint8_t)(v >> (8 * i));
    sha256_update(h, le, sizeof le);
}

static void add_bytes(sha256_state *h, const cuzk_bytes *b)
{
    add_number(h, b->len);
    if (b->len)
        sha256_update(h, b->data, b->len);
}

void engine_request_digest(uint8_t digest[32], const engine_request *q)
{
    const uint64_t numbers[] = { (uint64_t)q->kind, q->sector_size, q->registered_proof,
                                 q->sector_number,  q->miner_id,    q->partition_index,
                                 q->n_vanilla };
    sha256_state h;

    sha256_init(&h);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        add_number(&h, numbers[i]);
    for (size_t i = 0; i < q->n_vanilla; i++)
        add_bytes(&h, &q->vanilla[i]);
    add_bytes(&h, &q->randomness);
    add_bytes(&h, &q->comm_r_old);
    add_bytes(&h, &q->comm_r_new);
    add_bytes(&h, &q->comm_d_new);
    sha256_final(&h, digest);
}

engine_priority engine_request_priority(const engine_request *q)
{
    if (q->priority != PRIORITY_DEFAULT)
        return q->priority < PRIORITIES ? q->priority : PRIORITY_NORMAL;
    switch (q->kind) {
    case CUZK_KIND_WINNING:
        return PRIORITY_CRITICAL;
    case CUZK_KIND_WINDOW:
        return PRIORITY_HIGH;
    default:
        return PRIORITY_NORMAL;
    }
}
