/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/post_make.h"
#include "filecoin/vanilla_check.h"
#include <assert.h>
#include <string.h>

static cuzk_status open_sector(post_vanilla *out, const post_statement *s, size_t i,
                               const replica *r, cuzk_error *err)
{
    const post_sector_claim *claim = &s->sectors[i];
    const vanilla_place at = { "sector", claim->id, 0, NULL, err };
    post_sector *sector = &out->sectors[i];

    assert(r->shape == out->shape);
    TRY(vanilla_expect_node(&at, "comm_r", "wrong-comm-r", "the replica is another", &claim->comm_r,
                            &r->comm_r));
    sector->id = claim->id;
    sector->comm_r = r->comm_r;
    sector->comm_c = r->comm_c;
    sector->comm_r_last = r->comm_r_last;
    sector->paths = arena_alloc(out->arena, out->paths, sizeof *sector->paths);
    if (!sector->paths)
        return err_no_memory(err, "the paths of a vanilla proof",
                             out->paths * sizeof *sector->paths);
    for (unsigned n = 0; n < out->paths; n++) {
        uint64_t leaf = post_challenge(s->post, s->randomness, claim->id, s->first_index + i, n);
        TRY(dense_tree_prove(&r->tree, leaf, &sector->paths[n], out->arena, err));
    }
    return CUZK_OK;
}

static cuzk_status open_all(post_vanilla *out, const post_statement *s,
                            const replica *const *replicas, cuzk_error *err)
{
    out->sectors = arena_alloc(out->arena, s->n_sectors, sizeof *out->sectors);
    if (!out->sectors)
        return err_no_memory(err, "vanilla proofs", s->n_sectors * sizeof *out->sectors);
    out->n_sectors = s->n_sectors;
    for (size_t i = 0; i < s->n_sectors; i++)
        TRY(open_sector(out, s, i, replicas[i], err));
    return CUZK_OK;
}

cuzk_status post_make(post_vanilla *out, const post_statement *s, const replica *const *replicas,
                      cuzk_error *err)
{
    cuzk_status status;

    *out = (post_vanilla) { .kind = s->post->kind,
                            .shape = s->post->shape,
                            .paths = post_paths(s->post->kind),
                            .arena = arena_new(0) };
    status = out->arena ? open_all(out, s, replicas, err) : err_no_memory(err, "vanilla proofs", 0);
    if (status != CUZK_OK)
        post_vanilla_free(out);
    return status;
}
