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
    const post_statement *s;
} check;

static cuzk_status check_challenge(const void *ctx, size_t i, cuzk_error *err)
{
    const check *k = ctx;
    size_t at = i / k->v->paths;
    unsigned n = (unsigned)(i % k->v->paths);
    const post_sector *sector = &k->sectors[at];
    vanilla_place place = { "sector", sector->id, n, err };
    uint64_t challenge =
        post_challenge(k->s->post, k->s->randomness, sector->id, k->s->first_index + at, n);
    char item[32];

    if (n == 0 && !vanilla_is_hash_of(&sector->comm_r, &sector->comm_c, &sector->comm_r_last))
        return vanilla_no(&place, "comm_r", "wrong-comm-r",
                          "comm_r is not the hash of comm_c and comm_r_last");
    snprintf(item, sizeof item, "inclusion_proofs[%u]", n);
    return vanilla_expect_path(&place, item, &sector->paths[n], challenge, &sector->comm_r_last,
                               true);
}

/* The sectors are the statement's, in its order. */
static cuzk_status check_sectors(const check *k, cuzk_error *err)
{
    for (size_t i = 0; i < k->s->n_sectors; i++) {
        const post_sector_claim *claim = &k->s->sectors[i];
        const post_sector *sector = &k->sectors[i];
        vanilla_place place = { "sector", claim->id, 0, err };

        if (claim->id != sector->id) {
            err_set(err, CUZK_NO, "wrong-sector",
                    "vanilla proof %zu is of sector %" PRIu64 ", not %" PRIu64, i, sector->id,
                    claim->id);
            err_at(err, NULL, "sector_id", (int64_t)i);
            err_expected(err, "%" PRIu64, claim->id);
            err_found(err, "%" PRIu64, sector->id);
            return CUZK_NO;
        }
        TRY(vanilla_expect_node(&place, "comm_r", "wrong-comm-r", "it is that of another sector",
                                &claim->comm_r, &sector->comm_r));
    }
    return CUZK_OK;
}

cuzk_status post_vanilla_verify(const post_vanilla *v, size_t first, const post_statement *s,
                                work *w, cuzk_error *err)
{
    const check k = { v, v->sectors + first, s };

    assert(first + s->n_sectors <= v->n_sectors);
    assert(s->post->kind == v->kind && s->post->shape == v->shape);
    TRY(check_sectors(&k, err));
    return vanilla_check_all(w, "check vanilla proofs", s->n_sectors * v->paths, check_challenge,
                             &k, err);
}
