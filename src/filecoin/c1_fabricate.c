/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/c1_fabricate.h"
#include "base/arena.h"
#include "base/bytes.h"
#include "filecoin/c1_open.h"
#include "filecoin/challenges.h"
#include "filecoin/graph.h"
#include "filecoin/label.h"
#include "filecoin/merkle.h"
#include "filecoin/replica_id.h"
#include "filecoin/sparse_tree.h"
#include <stdlib.h>

#define OPENED (1 + GRAPH_BASE_DEGREE + GRAPH_EXP_DEGREE) /* columns a challenge opens */

/* A node whose column is opened. */
typedef struct column {
    uint32_t node;
    bool challenged;
    node32 rows[SECTOR_MAX_LAYERS];
} column;

typedef struct maker {
    c1 *out;
    graph graph;
    uint64_t *challenges; /* of all partitions */
    size_t n_challenges;
    column *columns; /* by ascending node, no doubles */
    size_t n_columns;
    sparse_tree tree_d, tree_c, tree_r;
    arena *scratch;
    cuzk_error *err;
} maker;

static void *scratch_alloc(maker *m, size_t n, size_t size)
{
    void *p = arena_alloc(m->scratch, n, size);

    if (!p)
        err_no_memory(m->err, "a fabricated C1", n * size);
    return p;
}

static int by_node(const void *a, const void *b)
{
    const column *x = a, *y = b;

    if (x->node != y->node)
        return x->node < y->node ? -1 : 1;
    return y->challenged - x->challenged; /* of doubles the first is kept */
}

static column *column_of(const maker *m, uint32_t node)
{
    const column key = { .node = node };
    size_t low = 0, high = m->n_columns;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (m->columns[middle].node < key.node)
            low = middle + 1;
        else
            high = middle;
    }
    return &m->columns[low];
}

/* --- what is challenged and opened --- */

static void choose_shapes(maker *m)
{
    const sector_shape *s = m->out->shape;

    m->tree_d = (sparse_tree) { .depth = s->lg_nodes };
    for (unsigned i = 0; i < s->lg_nodes; i++)
        m->tree_d.arity[i] = 2;
    m->tree_c = (sparse_tree) { .poseidon = true };
    m->tree_c.depth = sector_tree_arities(s, m->tree_c.arity);
    m->tree_r = m->tree_c;
}

/* comm_d, then who the sector is, then what it is asked. */
static cuzk_status choose_challenges(maker *m, uint64_t miner)
{
    c1 *out = m->out;
    uint8_t prover_id[32], porep_id[32];
    const node32 zero = { { 0 } };

    TRY(sparse_tree_build(&m->tree_d, NULL, 0, &zero, m->scratch, m->err));
    out->comm_d = sparse_tree_root(&m->tree_d);
    prover_id_from_miner(prover_id, miner);
    registered_seal_porep_id(out->seal, porep_id);
    replica_id_compute(&out->replica_id, prover_id, out->sector_number, out->ticket, &out->comm_d,
                       porep_id);
    graph_init(&m->graph, out->shape->nodes, out->seal->version, porep_id);
    m->n_challenges = (size_t)out->partitions * out->challenges;
    m->challenges = scratch_alloc(m, m->n_challenges, sizeof *m->challenges);
    if (!m->challenges)
        return CUZK_NO_RESOURCES;
    challenges_interactive(m->challenges, out->shape->nodes, out->replica_id.b, out->seed, 0,
                           (uint32_t)m->n_challenges);
    return CUZK_OK;
}

static cuzk_status choose_columns(maker *m)
{
    size_t n = 0;
    column *all = scratch_alloc(m, m->n_challenges * OPENED, sizeof *all);

    if (!all)
        return CUZK_NO_RESOURCES;
    for (size_t i = 0; i < m->n_challenges; i++) {
        uint32_t opened[OPENED] = { (uint32_t)m->challenges[i] };

        graph_drg_parents(&m->graph, opened[0], opened + 1);
        graph_exp_parents(&m->graph, opened[0], opened + 1 + GRAPH_BASE_DEGREE);
        for (int k = 0; k < OPENED; k++)
            all[n++] = (column) { .node = opened[k], .challenged = k == 0 };
    }
    qsort(all, n, sizeof *all, by_node);
    m->columns = all;
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || all[i].node != all[i - 1].node)
            m->columns[m->n_columns++] = all[i];
    }
    return CUZK_OK;
}

/* --- labels --- */

static void gather_parents(const maker *m, uint32_t node, unsigned layer,
                           node32 parents[GRAPH_LABEL_PARENTS])
{
    uint32_t drg[GRAPH_BASE_DEGREE], exp[GRAPH_EXP_DEGREE];

    graph_drg_parents(&m->graph, node, drg);
    graph_exp_parents(&m->graph, node, exp);
    for (unsigned i = 0; i < GRAPH_LABEL_PARENTS; i++) {
        unsigned at = label_parent_at(layer, i);
        parents[i] = at < GRAPH_BASE_DEGREE
                         ? column_of(m, drg[at])->rows[layer - 1]
                         : column_of(m, exp[at - GRAPH_BASE_DEGREE])->rows[layer - 2];
    }
}

/* Layer by layer, nodes ascending: DRG parents come before, expander parents are a layer below. */
static void fill_columns(maker *m)
{
    node32 parents[GRAPH_LABEL_PARENTS];

    for (unsigned layer = 1; layer <= m->out->shape->layers; layer++) {
        for (size_t i = 0; i < m->n_columns; i++) {
            column *c = &m->columns[i];
            if (!c->challenged) {
                c->rows[layer - 1] = node_made_up(layer, c->node);
                continue;
            }
            gather_parents(m, c->node, layer, parents);
            label_create(&c->rows[layer - 1], &m->out->replica_id, layer, c->node, parents);
        }
    }
}

/* --- trees --- */

/* The data being zero, the replica is the last label. */
static cuzk_status build_trees(maker *m)
{
    unsigned layers = m->out->shape->layers;
    sparse_node *c = scratch_alloc(m, m->n_columns, sizeof *c);
    sparse_node *r = scratch_alloc(m, m->n_columns, sizeof *r);
    const node32 other = node_made_up(0, 0);
    node32 comm_c, comm_r_last;

    if (!c || !r)
        return CUZK_NO_RESOURCES;
    for (size_t i = 0; i < m->n_columns; i++) {
        c[i].index = r[i].index = m->columns[i].node;
        merkle_hash_nodes(&c[i].value, m->columns[i].rows, layers);
        r[i].value = m->columns[i].rows[layers - 1];
    }
    TRY(sparse_tree_build(&m->tree_c, c, m->n_columns, &other, m->scratch, m->err));
    TRY(sparse_tree_build(&m->tree_r, r, m->n_columns, &other, m->scratch, m->err));
    comm_c = sparse_tree_root(&m->tree_c);
    comm_r_last = sparse_tree_root(&m->tree_r);
    merkle_comm_r(&m->out->comm_r, &comm_c, &comm_r_last);
    return CUZK_OK;
}

/* --- proofs --- */

static void copy_column(const void *ctx, uint32_t node, node32 rows[SECTOR_MAX_LAYERS])
{
    memcpy(rows, column_of(ctx, node)->rows, SECTOR_MAX_LAYERS * sizeof *rows);
}

static cuzk_status prove_leaf(const void *ctx, porep_tree tree, uint32_t node, merkle_proof *out,
                              arena *a, cuzk_error *err)
{
    const maker *m = ctx;
    const sparse_tree *trees[] = {
        [POREP_TREE_D] = &m->tree_d, [POREP_TREE_C] = &m->tree_c, [POREP_TREE_R] = &m->tree_r
    };

    return sparse_tree_prove(trees[tree], node, out, a, err);
}

static cuzk_status make(maker *m, uint64_t miner)
{
    c1 *out = m->out;
    const c1_opener open = { &m->graph, out->shape, m, copy_column, prove_leaf };

    choose_shapes(m);
    TRY(choose_challenges(m, miner));
    TRY(choose_columns(m));
    fill_columns(m);
    TRY(build_trees(m));
    out->proofs = arena_alloc(out->arena, m->n_challenges, sizeof *out->proofs);
    if (!out->proofs)
        return err_no_memory(m->err, "vanilla proofs", m->n_challenges * sizeof *out->proofs);
    for (size_t i = 0; i < m->n_challenges; i++)
        TRY(c1_open_challenge(&open, (uint32_t)m->challenges[i], &out->proofs[i], out->arena,
                              m->err));
    return CUZK_OK;
}

const uint8_t c1_synthetic_ticket[32] = "SYNTHETIC C1, not of any sector";

cuzk_status c1_fabricate(c1 *out, const registered_seal *seal, unsigned partitions, uint64_t miner,
                         uint64_t sector, const uint8_t ticket[32], const uint8_t seed[32],
                         cuzk_error *err)
{
    maker m = { .out = out, .err = err };
    cuzk_status status;

    memset(out, 0, sizeof *out);
    if (seal->feature != POREP_INTERACTIVE)
        return err_set(err, CUZK_BAD_INPUT, "not-interactive",
                       "only a C1 of an interactive proof can be made up, not of %s", seal->name);
    if (partitions > registered_seal_partitions(seal)) {
        err_set(err, CUZK_BAD_INPUT, "too-many-partitions", "%s has fewer partitions", seal->name);
        err_expected(err, "1 to %u", registered_seal_partitions(seal));
        err_found(err, "%u", partitions);
        return CUZK_BAD_INPUT;
    }
    out->layout = C1_CURIO;
    out->seal = seal;
    out->shape = seal->shape;
    out->has_sector = true;
    out->sector_number = sector;
    out->partitions = partitions ? partitions : registered_seal_partitions(seal);
    out->challenges = seal->shape->challenges;
    memcpy(out->ticket, ticket, sizeof out->ticket);
    memcpy(out->seed, seed, sizeof out->seed);
    out->arena = arena_new(0);
    m.scratch = arena_new(0);
    status = out->arena && m.scratch ? make(&m, miner) : err_no_memory(err, "a fabricated C1", 0);
    arena_free(m.scratch);
    if (status != CUZK_OK)
        c1_free(out);
    return status;
}
