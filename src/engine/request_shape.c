/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Of which sectors a request is, where it does not say so itself; and whether of the one it says.
 */
#include "engine/request_shape.h"

#include "filecoin/post.h"
#include "filecoin/replica_id.h"
#include "filecoin/vanilla_verify.h"

#include <stdio.h>
#include <string.h>

/* Where Curio writes the sector's number: before what is long. */
#define HEAD 4096

static const sector_shape *shape_of_post(const char *number)
{
    const registered_post *post = registered_post_find(number);

    return post ? post->shape : NULL;
}

static const sector_shape *shape_of_seal(const char *number)
{
    const registered_seal *seal = registered_seal_find(number);

    return seal ? seal->shape : NULL;
}

/* What Curio's wrapping of a C1 says in its first len bytes: "SectorSize": 2048. */
static bool wrapping_says(uint64_t *value, const cuzk_bytes *file, size_t len, const char *key)
{
    const char *at = len ? memmem(file->data, len, key, strlen(key)) : NULL;
    const char *end = (const char *)file->data + file->len, *digits;

    *value = 0;
    if (!at)
        return false;
    for (at += strlen(key); at < end && strchr(" \t\r\n:", *at) && *at; at++)
        ;
    for (digits = at; at < end && *at >= '0' && *at <= '9' && *value < UINT64_MAX / 16; at++)
        *value = *value * 10 + (uint64_t)(*at - '0');
    return at > digits;
}

static const sector_shape *shape_of_wrapping(const cuzk_bytes *file)
{
    uint64_t size;

    return wrapping_says(&size, file, file->len, "\"SectorSize\"") ? sector_shape_by_size(size)
                                                                   : NULL;
}

const sector_shape *request_shape(const engine_request *q)
{
    char number[24];

    if (q->sector_size)
        return sector_shape_by_size(q->sector_size);
    snprintf(number, sizeof number, "%llu", (unsigned long long)q->registered_proof);
    switch (q->kind) {
    case CUZK_KIND_POREP:
        if (q->registered_proof)
            return shape_of_seal(number);
        return q->n_vanilla ? shape_of_wrapping(&q->vanilla[0]) : NULL;
    case CUZK_KIND_UPDATE: /* in order of size */
        return q->registered_proof < SECTOR_SHAPES ? &sector_shapes[q->registered_proof] : NULL;
    default:
        return shape_of_post(number);
    }
}

static cuzk_status wrong_sector(uint64_t named, uint64_t found, cuzk_error *err)
{
    err_set(err, CUZK_BAD_INPUT, "wrong-sector", "the request is for sector %llu, its C1 of %llu",
            (unsigned long long)named, (unsigned long long)found);
    err_expected(err, "sector %llu", (unsigned long long)named);
    err_found(err, "sector %llu", (unsigned long long)found);
    return CUZK_BAD_INPUT;
}

cuzk_status request_sector_glance(const engine_request *q, cuzk_error *err)
{
    const cuzk_bytes *file = &q->vanilla[0];
    uint64_t number;

    if (!q->miner_id ||
        !wrapping_says(&number, file, file->len < HEAD ? file->len : HEAD, "\"SectorNum\""))
        return CUZK_OK;
    return number == q->sector_number ? CUZK_OK : wrong_sector(q->sector_number, number, err);
}

cuzk_status request_sector_check(const engine_request *q, const c1 *c, cuzk_error *err)
{
    uint8_t prover_id[32];
    cuzk_error why;

    if (!q->miner_id)
        return CUZK_OK;
    if (c->has_sector && c->sector_number != q->sector_number)
        return wrong_sector(q->sector_number, c->sector_number, err);
    prover_id_from_miner(prover_id, q->miner_id);
    if (porep_replica_id_verify(c, prover_id, q->sector_number, &why) == CUZK_OK)
        return CUZK_OK;
    err_set(err, CUZK_BAD_INPUT, "wrong-sector",
            "the C1 is not of sector %llu of miner %llu: its replica_id is %s, not %s",
            (unsigned long long)q->sector_number, (unsigned long long)q->miner_id, why.found,
            why.expected);
    err_expected(err, "%s", why.expected);
    err_found(err, "%s", why.found);
    return CUZK_BAD_INPUT;
}
