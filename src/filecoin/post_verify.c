/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/post_vanilla.h"
#include "filecoin/vanilla_check.h"
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct check {
    const post_vanilla *v;
    const post_sector *sectors; /* those of the statement */
    const vanilla_item *items;  /* that they were read from, or NULL */
    const post_statement *s;
} check;

static vanilla_place place_of(const check *k, size_t at, unsigned challenge, cuzk_error *err)
{
    return (vanilla_place) { "sector", k->s->sectors[at].id, challenge,
                             k->items ? &k->items[at] : NULL, err };
}

static uint64_t challenge_of(const check *k, size_t at, unsigned n)
{
    return post_challenge(k->s->post, k->s->randomness, k->sectors[at].id, k->s->first_index + at,
                          n);
}

static cuzk_status check_challenge(const void *ctx, size_t i, cuzk_error *err)
{
    const check *k = ctx;
    size_t at = i / k->v->paths;
    unsigned n = (unsigned)(i % k->v->paths);
    const post_sector *sector = &k->sectors[at];
    const vanilla_place place = place_of(k, at, n, err);
    char item[32];

    if (n == 0)
        TRY(vanilla_expect_comm_r(&place, "comm_r",
                                  "comm_r is not the hash of comm_c and comm_r_last",
                                  &sector->comm_r, &sector->comm_c, &sector->comm_r_last));
    snprintf(item, sizeof item, "inclusion_proofs[%u]", n);
    return vanilla_expect_path(&place, item, &sector->paths[n], challenge_of(k, at, n),
                               &sector->comm_r_last, true);
}

/* Of the sectors whose first challenge is in [begin, end). */
static bool check_comm_rs(const check *k, size_t begin, size_t end)
{
    const size_t first = (begin + k->v->paths - 1) / k->v->paths;
    const post_sector *sector = k->sectors + first;
    const size_t n = (end + k->v->paths - 1) / k->v->paths - first;
    node32 pair[2 * VANILLA_MANY] = { { { 0 } } }, hash[VANILLA_MANY];

    for (size_t i = 0; i < n; i++) {
        pair[2 * i] = sector[i].comm_c;
        pair[2 * i + 1] = sector[i].comm_r_last;
    }
    if (!merkle_hash_many(hash, pair, 2, n))
        return false;
    for (size_t i = 0; i < n; i++) {
        if (memcmp(&hash[i], &sector[i].comm_r, sizeof *hash))
            return false;
    }
    return true;
}

/* What check_challenge says of each, said of all. */
static bool check_challenges(const void *ctx, size_t begin, size_t end)
{
    const check *k = ctx;
    const merkle_proof *path[VANILLA_MANY] = { NULL };
    node32 led_to[VANILLA_MANY];

    for (size_t i = begin; i < end; i++) {
        const size_t at = i / k->v->paths;
        const unsigned n = (unsigned)(i % k->v->paths);
        const merkle_proof *p = path[i - begin] = &k->sectors[at].paths[n];

        if (merkle_proof_leaf_index(p) != challenge_of(k, at, n) ||
            memcmp(&p->root, &k->sectors[at].comm_r_last, sizeof p->root))
            return false;
    }
    if (!merkle_roots_poseidon(led_to, path, end - begin))
        return false;
    for (size_t i = 0; i < end - begin; i++) {
        if (memcmp(&led_to[i], &path[i]->root, sizeof *led_to))
            return false;
    }
    return check_comm_rs(k, begin, end);
}

/* The sectors are the statement's, in its order. */
static cuzk_status check_sectors(const check *k, cuzk_error *err)
{
    for (size_t i = 0; i < k->s->n_sectors; i++) {
        const post_sector_claim *claim = &k->s->sectors[i];
        const post_sector *sector = &k->sectors[i];
        const vanilla_place place = place_of(k, i, 0, err);

        if (claim->id != sector->id) {
            err_set(err, CUZK_NO, "wrong-sector",
                    "vanilla proof %zu is of sector %" PRIu64 ", not %" PRIu64, i, sector->id,
                    claim->id);
            err_at(err, place.from ? place.from->file : NULL, "sector_id", (int64_t)i);
            err_expected(err, "%" PRIu64, claim->id);
            err_found(err, "%" PRIu64, sector->id);
            return CUZK_NO;
        }
        TRY(vanilla_expect_node(&place, "comm_r", "wrong-comm-r", "it is that of another sector",
                                &claim->comm_r, &sector->comm_r));
    }
    return CUZK_OK;
}

static cuzk_status verify(const post_vanilla *v, size_t first, const post_statement *s,
                          vanilla_check_many_fn many, work *w, cuzk_error *err)
{
    const check k = { v, v->sectors + first, v->items ? v->items + first : NULL, s };

    assert(first + s->n_sectors <= v->n_sectors);
    assert(s->post->kind == v->kind && s->post->shape == v->shape);
    TRY(check_sectors(&k, err));
    return vanilla_check_all(w, "check vanilla proofs", s->n_sectors * v->paths, check_challenge,
                             many, &k, err);
}

cuzk_status post_vanilla_verify(const post_vanilla *v, size_t first, const post_statement *s,
                                work *w, cuzk_error *err)
{
    return verify(v, first, s, check_challenges, w, err);
}

cuzk_status post_vanilla_verify_ref(const post_vanilla *v, size_t first, const post_statement *s,
                                    work *w, cuzk_error *err)
{
    return verify(v, first, s, NULL, w, err);
}
