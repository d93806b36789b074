/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/seal_case.h"
#include "base/bytes.h"
#include "filecoin/fr32.h"
#include "filecoin/replica_id.h"
#include "hash/sha256.h"
#include "test.h"

void seal_case_salt(uint8_t *out, size_t len, const char *salt)
{
    uint8_t counter[4], block[32];
    sha256_state s;

    for (uint32_t i = 0; (size_t)i * 32 < len; i++) {
        size_t left = len - (size_t)i * 32;

        store_le32(counter, i);
        sha256_init(&s);
        sha256_update(&s, salt, strlen(salt));
        sha256_update(&s, counter, sizeof counter);
        sha256_final(&s, block);
        memcpy(out + (size_t)i * 32, block, left < 32 ? left : 32);
    }
}

void seal_case_make(seal_case *c, const registered_seal *seal, uint64_t id)
{
    seal_request *r = &c->request;
    char salt[64];

    memset(c, 0, sizeof *c);
    r->seal = seal;
    registered_seal_porep_id(seal, r->porep_id);
    prover_id_from_miner(r->prover_id, 1000);
    r->sector = id;
    r->len = fr32_capacity(seal->shape->size);
    c->data = malloc(r->len);
    assert_non_null(c->data);
    r->data = c->data;
    snprintf(salt, sizeof salt, "golden data %u", (unsigned)id);
    seal_case_salt(c->data, r->len, salt);
    snprintf(salt, sizeof salt, "golden ticket %u", (unsigned)id);
    seal_case_salt(r->ticket, 32, salt);
    snprintf(salt, sizeof salt, "golden seed %u", (unsigned)id);
    seal_case_salt(c->seed, 32, salt);
}

void seal_case_free(seal_case *c)
{
    free(c->data);
}

void seal_case_seal(sealed *out, const seal_case *c, sector_cache_out *cache, work *w)
{
    cuzk_error err = { 0 };

    if (seal_sector(out, &c->request, cache, w, &err) != CUZK_OK)
        fail_msg("%s: %s", err.code, err.message);
}
