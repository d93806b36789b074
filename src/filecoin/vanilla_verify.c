/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/vanilla_verify.h"
#include "base/bytes.h"
#include "field/fr.h"
#include "filecoin/challenges.h"
#include "filecoin/graph.h"
#include "filecoin/label.h"
#include "filecoin/merkle.h"
#include "filecoin/replica_id.h"
#include "filecoin/vanilla_check.h"
#include <stdio.h>

/* One challenge under examination: what it is held against. */
typedef struct check {
    const c1 *c;
    const graph *graph;
    node32 comm_c, comm_r_last; /* of the whole file: those of its first challenge */
    uint32_t node;
    const porep_vanilla *proof;
    vanilla_place at;
} check;

/* --- the parts of a challenge --- */

static cuzk_status check_column(const check *k, const char *item, const column_proof *p,
                                uint32_t node)
{
    node32 hash;

    TRY(vanilla_expect_number(&k->at, item, "wrong-node", "the column is that of another node",
                              node, p->index));
    if (!merkle_hash_nodes(&hash, p->rows, k->c->shape->layers))
        return vanilla_not_canonical(&k->at, item);
    TRY(vanilla_expect_node(&k->at, item, "wrong-column", "the leaf is not the hash of the column",
                            &hash, &p->inclusion.leaf));
    return vanilla_expect_path(&k->at, item, &p->inclusion, node, &k->comm_c, true);
}

static cuzk_status check_columns(const check *k)
{
    const porep_vanilla *p = k->proof;
    uint32_t drg[GRAPH_BASE_DEGREE], exp[GRAPH_EXP_DEGREE];
    char item[32];

    TRY(check_column(k, "c_x", &p->c_x, k->node));
    graph_drg_parents(k->graph, k->node, drg);
    for (unsigned i = 0; i < GRAPH_BASE_DEGREE; i++) {
        snprintf(item, sizeof item, "drg_parents[%u]", i);
        TRY(check_column(k, item, &p->drg_parents[i], drg[i]));
    }
    graph_exp_parents(k->graph, k->node, exp);
    for (unsigned i = 0; i < GRAPH_EXP_DEGREE; i++) {
        snprintf(item, sizeof item, "exp_parents[%u]", i);
        TRY(check_column(k, item, &p->exp_parents[i], exp[i]));
    }
    return CUZK_OK;
}

/* The value at a place of a label's preimage, from the parents' columns. */
static const node32 *parent_row(const porep_vanilla *p, unsigned layer, unsigned place)
{
    unsigned at = label_parent_at(layer, place);

    return at < GRAPH_BASE_DEGREE ? &p->drg_parents[at].rows[layer - 1]
                                  : &p->exp_parents[at - GRAPH_BASE_DEGREE].rows[layer - 2];
}

/* That it is about this layer of this node, and its parents are the columns' values. */
static cuzk_status check_labeling(const check *k, const char *item, const labeling_proof *l,
                                  unsigned layer)
{
    char place[64];

    TRY(vanilla_expect_number(&k->at, item, "wrong-layer", "it is about another layer", layer,
                              l->layer));
    TRY(vanilla_expect_number(&k->at, item, "wrong-node", "it is about another node", k->node,
                              l->node));
    for (unsigned i = 0; i < GRAPH_LABEL_PARENTS; i++) {
        snprintf(place, sizeof place, "%s.parents[%u]", item, i);
        TRY(vanilla_expect_node(&k->at, place, "wrong-parent",
                                "it is not the value in the parent's column",
                                parent_row(k->proof, layer, i), &l->parents[i]));
    }
    return CUZK_OK;
}

static cuzk_status check_labels(const check *k)
{
    const porep_vanilla *p = k->proof;
    char item[32];
    node32 label;

    for (unsigned layer = 1; layer <= k->c->shape->layers; layer++) {
        snprintf(item, sizeof item, "labeling_proofs[%u]", layer - 1);
        TRY(check_labeling(k, item, &p->labels[layer - 1], layer));
        label_create(&label, &k->c->replica_id, layer, k->node, p->labels[layer - 1].parents);
        TRY(vanilla_expect_node(&k->at, item, "wrong-label",
                                "the label is not that in the node's column", &label,
                                &p->c_x.rows[layer - 1]));
    }
    return CUZK_OK;
}

/* replica = key + data, the key being the last label */
static cuzk_status check_encoding(const check *k)
{
    const porep_vanilla *p = k->proof;
    unsigned layers = k->c->shape->layers;
    fr key, data, sum;
    node32 replica;

    TRY(check_labeling(k, "encoding_proof", &p->encoding, layers));
    if (!fr_from_bytes_le(&key, p->c_x.rows[layers - 1].b) ||
        !fr_from_bytes_le(&data, p->comm_d.leaf.b))
        return vanilla_not_canonical(&k->at, "encoding_proof");
    fr_add(&sum, &key, &data);
    fr_to_bytes_le(replica.b, &sum);
    return vanilla_expect_node(&k->at, "comm_r_last_proof", "wrong-encoding",
                               "the replica is not the last label plus the data", &replica,
                               &p->comm_r_last.leaf);
}

static cuzk_status check_challenge(const check *k)
{
    const porep_vanilla *p = k->proof;

    TRY(vanilla_expect_path(&k->at, "comm_d_proofs", &p->comm_d, k->node, &k->c->comm_d, false));
    TRY(vanilla_expect_path(&k->at, "comm_r_last_proof", &p->comm_r_last, k->node, &k->comm_r_last,
                            true));
    TRY(check_columns(k));
    TRY(check_labels(k));
    return check_encoding(k);
}

/* --- all of them --- */

static cuzk_status check_one(const void *ctx, size_t i, cuzk_error *err)
{
    uint64_t challenges[SECTOR_MAX_CHALLENGES];
    check k = *(const check *)ctx;
    const c1 *c = k.c;

    k.at = (vanilla_place) { "partition", i / c->challenges, (unsigned)(i % c->challenges), NULL,
                             err };
    k.proof = &c->proofs[i];
    challenges_of_partition(challenges, c->seal, c->replica_id.b, c->comm_r.b, c->seed,
                            (unsigned)k.at.number);
    k.node = (uint32_t)challenges[k.at.challenge];
    return check_challenge(&k);
}

cuzk_status porep_vanilla_verify(const c1 *c, work *w, cuzk_error *err)
{
    check common = { .c = c,
                     .comm_c = c->proofs[0].c_x.inclusion.root,
                     .comm_r_last = c->proofs[0].comm_r_last.root };
    node32 comm_r = { { 0 } };
    uint8_t porep_id[32];
    graph g;

    registered_seal_porep_id(c->seal, porep_id);
    graph_init(&g, c->shape->nodes, c->seal->version, porep_id);
    common.graph = &g;
    if (!merkle_comm_r(&comm_r, &common.comm_c, &common.comm_r_last) ||
        memcmp(&comm_r, &c->comm_r, sizeof comm_r)) {
        err_set(err, CUZK_NO, "wrong-comm-r",
                "comm_r is not the hash of the roots that the paths give for comm_c and "
                "comm_r_last");
        err_at(err, NULL, "comm_r", -1);
        vanilla_compare(err, &comm_r, &c->comm_r);
        return CUZK_NO;
    }
    return vanilla_check_all(w, "check C1", (size_t)c->partitions * c->challenges, check_one, NULL,
                             &common, err);
}

cuzk_status porep_replica_id_verify(const c1 *c, const uint8_t prover_id[32], uint64_t sector,
                                    cuzk_error *err)
{
    uint8_t porep_id[32];
    node32 want;

    registered_seal_porep_id(c->seal, porep_id);
    replica_id_compute(&want, prover_id, sector, c->ticket, &c->comm_d, porep_id);
    if (!memcmp(&want, &c->replica_id, sizeof want))
        return CUZK_OK;
    err_set(err, CUZK_NO, "wrong-replica-id",
            "replica_id is not that of sector %llu of this miner under this registered proof",
            (unsigned long long)sector);
    err_at(err, NULL, "replica_id", -1);
    vanilla_compare(err, &want, &c->replica_id);
    return CUZK_NO;
}
