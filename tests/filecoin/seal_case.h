/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The golden sectors, sealed again: their data, tickets and seeds come from salts. */
#ifndef CUZK_TESTS_FILECOIN_SEAL_CASE_H
#define CUZK_TESTS_FILECOIN_SEAL_CASE_H

#include "filecoin/fixture.h"
#include "filecoin/seal.h"

/* SHA-256(salt || u32 LE counter), one behind another. */
void seal_case_salt(uint8_t *out, size_t len, const char *salt);

typedef struct seal_case {
    seal_request request;
    uint8_t *data; /* owned: what the request borrows */
    uint8_t seed[32];
} seal_case;

/* Sector `id` of miner 1000 with this registered proof, full of data. */
void seal_case_make(seal_case *c, const registered_seal *seal, uint64_t id);
void seal_case_free(seal_case *c);

/* seal_sector, which must succeed. */
void seal_case_seal(sealed *out, const seal_case *c, sector_cache_out *cache, work *w);

#endif
