/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/vanilla_fabricate.h"
#include "filecoin/merkle.h"
#include "filecoin/sparse_tree.h"
#include "filecoin/tree_shape.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static sparse_tree tree_of(const tree_shape *shape, bool poseidon)
{
    sparse_tree t = { .depth = shape->depth, .poseidon = poseidon };

    memcpy(t.arity, shape->arity, sizeof t.arity);
    return t;
}

/* --- PoSt --- */

static int by_index(const void *a, const void *b)
{
    const sparse_node *x = a, *y = b;

    return (x->index > y->index) - (x->index < y->index);
}

/* The challenged leaves, without doubles; returns how many. */
static size_t choose_leaves(sparse_node *leaves, const uint64_t *challenges, unsigned n,
                            uint64_t id)
{
    size_t kept = 0;

    for (unsigned i = 0; i < n; i++)
        leaves[i] = (sparse_node) { challenges[i], node_made_up(id, challenges[i]) };
    qsort(leaves, n, sizeof *leaves, by_index);
    for (unsigned i = 0; i < n; i++) {
        if (kept == 0 || leaves[i].index != leaves[kept - 1].index)
            leaves[kept++] = leaves[i];
    }
    return kept;
}

static cuzk_status make_sector(post_vanilla *out, const registered_post *post,
                               const uint8_t randomness[32], size_t i, arena *scratch,
                               cuzk_error *err)
{
    post_sector *s = &out->sectors[i];
    const tree_shape shape = tree_shape_r(post->shape);
    sparse_tree tree = tree_of(&shape, true);
    sparse_node leaves[POST_MAX_PATHS];
    uint64_t challenges[POST_MAX_PATHS];
    const node32 other = node_made_up(s->id, UINT64_MAX);

    for (unsigned n = 0; n < out->paths; n++)
        challenges[n] = post_challenge(post, randomness, s->id, i, n);
    TRY(sparse_tree_build(&tree, leaves, choose_leaves(leaves, challenges, out->paths, s->id),
                          &other, scratch, err));
    s->comm_c = node_made_up(s->id, UINT64_MAX - 1);
    s->comm_r_last = sparse_tree_root(&tree);
    merkle_comm_r(&s->comm_r, &s->comm_c, &s->comm_r_last);
    s->paths = arena_alloc(out->arena, out->paths, sizeof *s->paths);
    if (!s->paths)
        return err_no_memory(err, "paths", out->paths * sizeof *s->paths);
    for (unsigned n = 0; n < out->paths; n++)
        TRY(sparse_tree_prove(&tree, challenges[n], &s->paths[n], out->arena, err));
    return CUZK_OK;
}

static cuzk_status make_sectors(post_vanilla *out, post_sector_claim *claims,
                                const registered_post *post, const uint8_t randomness[32],
                                uint64_t first_id, cuzk_error *err)
{
    out->sectors = arena_alloc(out->arena, out->n_sectors, sizeof *out->sectors);
    if (!out->sectors)
        return err_no_memory(err, "vanilla proofs", out->n_sectors * sizeof *out->sectors);
    for (size_t i = 0; i < out->n_sectors; i++) {
        arena *scratch = arena_new(0);
        cuzk_status status;

        if (!scratch)
            return err_no_memory(err, "a tree", 0);
        out->sectors[i].id = first_id + i;
        status = make_sector(out, post, randomness, i, scratch, err);
        arena_free(scratch);
        TRY(status);
        claims[i] = (post_sector_claim) { first_id + i, out->sectors[i].comm_r };
    }
    return CUZK_OK;
}

cuzk_status post_fabricate(post_vanilla *out, post_sector_claim *claims,
                           const registered_post *post, const uint8_t randomness[32],
                           uint64_t first_id, size_t n, cuzk_error *err)
{
    cuzk_status status;

    assert(n >= 1 && (post->kind == KIND_WINDOW || n == 1));
    *out = (post_vanilla) { .kind = post->kind,
                            .shape = post->shape,
                            .paths = post_paths(post->kind),
                            .n_sectors = n,
                            .arena = arena_new(0) };
    status = out->arena ? make_sectors(out, claims, post, randomness, first_id, err)
                        : err_no_memory(err, "vanilla proofs", 0);
    if (status != CUZK_OK)
        post_vanilla_free(out);
    return status;
}

/* --- updates --- */

/* Both trees have one value in all leaves, so that no node is one of its own. */
typedef struct plain_trees {
    sparse_tree d, r;
} plain_trees;

static cuzk_status make_partition(update_vanilla *out, const plain_trees *t, const node32 *comm_c,
                                  const fr *comm_r_new, unsigned k, cuzk_error *err)
{
    const update_shape *s = out->shape;
    update_partition *p = &out->partitions[k];
    node32 *apex = arena_alloc(out->arena, s->apex, sizeof *apex);
    uint64_t nodes[UPDATE_MAX_CHALLENGES];

    p->challenges = arena_alloc(out->arena, s->challenges, sizeof *p->challenges);
    if (!apex || !p->challenges)
        return err_no_memory(err, "a vanilla proof", s->challenges * sizeof *p->challenges);
    for (unsigned i = 0; i < s->apex; i++)
        apex[i] = t->d.other[s->sector->lg_nodes - s->lg_partitions - s->lg_apex];
    p->comm_c = *comm_c;
    p->apex = apex;
    update_challenges(nodes, s, comm_r_new, k);
    for (unsigned i = 0; i < s->challenges; i++) {
        update_challenge *c = &p->challenges[i];
        TRY(sparse_tree_prove(&t->r, nodes[i], &c->r_old, out->arena, err));
        TRY(sparse_tree_prove(&t->d, nodes[i], &c->d_new, out->arena, err));
        TRY(sparse_tree_prove(&t->r, nodes[i], &c->r_new, out->arena, err));
    }
    return CUZK_OK;
}

static cuzk_status make_update(update_vanilla *out, update_statement *s, cuzk_error *err)
{
    const tree_shape d = tree_shape_d(out->shape->sector), r = tree_shape_r(out->shape->sector);
    const node32 zero = { { 0 } }, value = node_made_up(0, 0), comm_c = node_made_up(0, 1);
    plain_trees t = { tree_of(&d, false), tree_of(&r, true) };
    node32 root;
    fr comm_r_new;

    TRY(sparse_tree_build(&t.d, NULL, 0, &zero, out->arena, err));
    TRY(sparse_tree_build(&t.r, NULL, 0, &value, out->arena, err));
    root = sparse_tree_root(&t.r);
    s->comm_d_new = sparse_tree_root(&t.d);
    merkle_comm_r(&s->comm_r_old, &comm_c, &root);
    s->comm_r_new = s->comm_r_old;
    fr_from_bytes_le(&comm_r_new, s->comm_r_new.b); /* a hash */
    out->partitions = arena_alloc(out->arena, out->shape->partitions, sizeof *out->partitions);
    if (!out->partitions)
        return err_no_memory(err, "vanilla proofs",
                             out->shape->partitions * sizeof *out->partitions);
    for (unsigned k = 0; k < out->shape->partitions; k++)
        TRY(make_partition(out, &t, &comm_c, &comm_r_new, k, err));
    return CUZK_OK;
}

cuzk_status update_fabricate(update_vanilla *out, update_statement *s, const update_shape *shape,
                             cuzk_error *err)
{
    cuzk_status status;

    *out = (update_vanilla) { .shape = shape, .arena = arena_new(0) };
    *s = (update_statement) { .shape = shape, .h = shape->h_default };
    status = out->arena ? make_update(out, s, err) : err_no_memory(err, "vanilla proofs", 0);
    if (status != CUZK_OK)
        update_vanilla_free(out);
    return status;
}
