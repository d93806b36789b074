/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/replica_id.h"
#include "base/bytes.h"
#include "hash/sha256.h"

void prover_id_from_miner(uint8_t prover_id[32], uint64_t miner)
{
    int i = 0;

    memset(prover_id, 0, 32);
    for (; miner >= 0x80; miner >>= 7)
        prover_id[i++] = (uint8_t)(miner | 0x80);
    prover_id[i] = (uint8_t)miner;
}

/* replica_id = sha256(prover_id || sector u64 BE || ticket || comm_d || porep_id), trimmed */
void replica_id_compute(node32 *out, const uint8_t prover_id[32], uint64_t sector,
                        const uint8_t ticket[32], const node32 *comm_d, const uint8_t porep_id[32])
{
    uint8_t number[8];
    sha256_state s;

    store_be64(number, sector);
    sha256_init(&s);
    sha256_update(&s, prover_id, 32);
    sha256_update(&s, number, sizeof number);
    sha256_update(&s, ticket, 32);
    sha256_update(&s, comm_d->b, 32);
    sha256_update(&s, porep_id, 32);
    sha256_final(&s, out->b);
    out->b[31] &= 0x3f;
}
