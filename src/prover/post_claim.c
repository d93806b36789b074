/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "prover/post_claim.h"
#include "base/error.h"

#include <inttypes.h>
#include <string.h>

cuzk_status post_find(const registered_post **out, proof_kind kind, const char *name,
                      cuzk_error *err)
{
    *out = registered_post_find(name);
    if (*out && (*out)->kind == kind)
        return CUZK_OK;
    err_set(err, CUZK_BAD_INPUT, "unknown-proof", "\"%.60s\" is no registered proof of kind %s",
            name, proof_kind_name(kind));
    err_expected(err, kind == KIND_WINNING ? "0 to 4, or StackedDrgWinning2KiBV1, ..."
                                           : "5 to 14, or StackedDrgWindow2KiBV1_2, ...");
    return CUZK_BAD_INPUT;
}

cuzk_status post_partitions(unsigned *out, const registered_post *post, size_t n_sectors,
                            cuzk_error *err)
{
    const size_t slots = registered_post_sectors(post);
    const size_t n = (n_sectors + slots - 1) / slots;

    *out = (unsigned)n;
    if (n_sectors && n <= UINT32_MAX && (n == 1 || post->kind == KIND_WINDOW))
        return CUZK_OK;
    err_set(err, CUZK_BAD_INPUT, "wrong-count", "expected %s for %s, found %zu",
            post->kind == KIND_WINNING ? "one sector" : "one sector or more", post->name,
            n_sectors);
    err_expected(err, post->kind == KIND_WINNING ? "1" : "1 or more");
    err_found(err, "%zu", n_sectors);
    return CUZK_BAD_INPUT;
}

static cuzk_status refuse_sector(const post_sector_claim *sector, size_t i, const char *code,
                                 const char *expected, const char *found, cuzk_error *err)
{
    err_set(err, CUZK_BAD_INPUT, code, "the comm_r of sector %" PRIu64 ": expected %s, found %s",
            sector->id, expected, found);
    err_at(err, NULL, "comm_r", (int64_t)i);
    err_expected(err, "%s", expected);
    err_found(err, "%s", found);
    return CUZK_BAD_INPUT;
}

cuzk_status post_check_sectors(const post_sector_claim *sectors, size_t n, cuzk_error *err)
{
    for (size_t i = 0; i < n; i++) {
        fr x;
        if (!fr_from_bytes_le(&x, sectors[i].comm_r.b))
            return refuse_sector(&sectors[i], i, "not-canonical", "an element below the modulus",
                                 "one at or above it", err);
        if (fr_is_zero(&x))
            return refuse_sector(&sectors[i], i, "zero", "a commitment", "zero", err);
    }
    return CUZK_OK;
}

cuzk_status post_check_randomness(const uint8_t randomness[32], cuzk_error *err)
{
    fr x;

    if (fr_from_bytes_le(&x, randomness))
        return CUZK_OK;
    err_set(err, CUZK_BAD_INPUT, "not-canonical",
            "the randomness is not below the order of the scalar field: clear the two high bits of "
            "its last byte, as those who ask for a proof do");
    err_at(err, NULL, "randomness", 31);
    err_expected(err, "at most 0x3f");
    err_found(err, "0x%02x", randomness[31]);
    return CUZK_BAD_INPUT;
}

post_statement post_statement_of(const registered_post *post, const uint8_t randomness[32],
                                 const post_sector_claim *sectors, size_t n_sectors,
                                 unsigned partition)
{
    const size_t slots = registered_post_sectors(post), first = partition * slots;
    const size_t left = n_sectors - first;
    post_statement s = { .post = post,
                         .first_index = first,
                         .n_sectors = left < slots ? left : slots,
                         .sectors = sectors + first };

    memcpy(s.randomness, randomness, 32);
    return s;
}
