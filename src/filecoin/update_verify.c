/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/merkle.h"
#include "filecoin/update_vanilla.h"
#include "filecoin/vanilla_check.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

typedef struct check {
    const update_vanilla *v;
    const update_statement *s;
    fr phi, comm_r_new;
    node32 root_r_old, root_r_new; /* of the whole file: those of its first challenge */
} check;

/* The root of the apex tree, of which its leaves are the lowest row. */
static node32 apex_root(const update_shape *s, const node32 *leaves)
{
    node32 row[UPDATE_MAX_APEX];

    memcpy(row, leaves, s->apex * sizeof *row);
    for (unsigned n = s->apex / 2; n; n /= 2) {
        for (unsigned i = 0; i < n; i++) {
            const node32 pair[2] = { row[2 * i], row[2 * i + 1] };
            merkle_hash_pair(&row[i], pair);
        }
    }
    return row[0];
}

/* The same path from a level up: its leaf becomes what stands there. */
static merkle_proof path_above(const merkle_proof *p, unsigned from, const node32 *leaf)
{
    merkle_proof above = { .root = p->root, .leaf = *leaf, .depth = p->depth - from };

    memcpy(above.level, p->level + from, above.depth * sizeof *above.level);
    return above;
}

static merkle_proof path_below(const merkle_proof *p, unsigned depth, const node32 *root)
{
    merkle_proof below = *p;

    below.root = *root;
    below.depth = depth;
    return below;
}

/* Of a partition: comm_c is that of both replicas, the apex leaves lead to comm_d_new. */
static cuzk_status check_partition(const check *k, unsigned partition, const vanilla_place *at)
{
    const update_shape *s = k->v->shape;
    const update_partition *p = &k->v->partitions[partition];
    const node32 root = apex_root(s, p->apex);
    const merkle_proof *d = &p->challenges[0].d_new;
    merkle_proof above;

    TRY(vanilla_expect_comm_r(at, "comm_c",
                              "comm_r_old is not the hash of comm_c and the old tree's root",
                              &k->s->comm_r_old, &p->comm_c, &k->root_r_old));
    TRY(vanilla_expect_comm_r(at, "comm_c",
                              "comm_r_new is not the hash of comm_c and the new tree's root",
                              &k->s->comm_r_new, &p->comm_c, &k->root_r_new));
    above = path_above(d, s->sector->lg_nodes - s->lg_partitions, &root);
    return vanilla_expect_path(at, "apex_leafs", &above, partition, &k->s->comm_d_new, false);
}

/* new = old + data * rho */
static cuzk_status check_encoding(const check *k, const update_challenge *c, uint64_t node,
                                  const vanilla_place *at)
{
    fr rho, old, data;
    node32 replica;

    if (!fr_from_bytes_le(&old, c->r_old.leaf.b) || !fr_from_bytes_le(&data, c->d_new.leaf.b))
        return vanilla_not_canonical(at, "proof_r_new");
    update_rho(&rho, &k->phi, k->s->shape, k->s->h, node);
    fr_mul(&data, &data, &rho);
    fr_add(&old, &old, &data);
    fr_to_bytes_le(replica.b, &old);
    return vanilla_expect_node(at, "proof_r_new", "wrong-encoding",
                               "the new replica is not the old one plus the data times rho",
                               &replica, &c->r_new.leaf);
}

/* In the lower part of tree D: up to the apex leaf above the node. */
static cuzk_status check_apex(const check *k, const update_partition *p, const update_challenge *c,
                              uint64_t node, const vanilla_place *at)
{
    const update_shape *s = k->v->shape;
    unsigned below = s->challenge_bits - s->lg_apex;
    uint64_t leaf = node >> below & (s->apex - 1);
    merkle_proof lower = path_below(&c->d_new, below, &p->apex[leaf]);

    return vanilla_expect_path(at, "proof_d_new below the apex", &lower,
                               node & ((UINT64_C(1) << below) - 1), &p->apex[leaf], false);
}

static cuzk_status check_challenge(const void *ctx, size_t i, cuzk_error *err)
{
    const check *k = ctx;
    const update_shape *s = k->v->shape;
    unsigned partition = (unsigned)(i / s->challenges), n = (unsigned)(i % s->challenges);
    const update_partition *p = &k->v->partitions[partition];
    const update_challenge *c = &p->challenges[n];
    const vanilla_place at = { "partition", partition, n,
                               k->v->items ? &k->v->items[partition] : NULL, err };
    uint64_t nodes[UPDATE_MAX_CHALLENGES];

    if (n == 0)
        TRY(check_partition(k, partition, &at));
    update_challenges(nodes, s, &k->comm_r_new, partition);
    TRY(vanilla_expect_path(&at, "proof_r_old", &c->r_old, nodes[n], &k->root_r_old, true));
    TRY(vanilla_expect_path(&at, "proof_d_new", &c->d_new, nodes[n], &k->s->comm_d_new, false));
    TRY(vanilla_expect_path(&at, "proof_r_new", &c->r_new, nodes[n], &k->root_r_new, true));
    TRY(check_apex(k, p, c, nodes[n], &at));
    return check_encoding(k, c, nodes[n], &at);
}

cuzk_status update_vanilla_verify(const update_vanilla *v, const update_statement *s, work *w,
                                  cuzk_error *err)
{
    const update_challenge *first = &v->partitions[0].challenges[0];
    check k = { .v = v, .s = s, .root_r_old = first->r_old.root, .root_r_new = first->r_new.root };

    assert(s->shape == v->shape);
    if (!update_phi(&k.phi, &s->comm_d_new, &s->comm_r_old) ||
        !fr_from_bytes_le(&k.comm_r_new, s->comm_r_new.b))
        return err_set(err, CUZK_BAD_INPUT, "not-canonical",
                       "a commitment is at or above the modulus");
    return vanilla_check_all(w, "check vanilla proofs",
                             (size_t)v->shape->partitions * v->shape->challenges, check_challenge,
                             NULL, &k, err);
}
