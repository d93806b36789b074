/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The schema of a vanilla proof (docs/spec/c1.md §4, §5), tables first to last in the order they
 * need one another: nodes, paths, columns, labels, the whole. */
#include "base/bytes.h"
#include "field/fr.h"
#include "filecoin/c1_read.h"

#define N(table) (sizeof(table) / sizeof *(table))

void c1_read_init_trees(c1_reader *r, const sector_shape *shape)
{
    r->tree_d = tree_shape_d(shape);
    r->tree_c = tree_shape_r(shape);
}

static size_t path_nodes(const tree_shape *t)
{
    return 2 + tree_shape_siblings(t); /* root and leaf */
}

/* A node takes 65 bytes at least: 32 digits, 31 commas, two brackets. */
size_t c1_vanilla_min_len(const c1_reader *r)
{
    size_t layers = r->seal->shape->layers;
    size_t columns = 1 + GRAPH_BASE_DEGREE + GRAPH_EXP_DEGREE;
    size_t nodes = path_nodes(&r->tree_d) + path_nodes(&r->tree_c) +
                   columns * (layers + path_nodes(&r->tree_c)) + (layers + 1) * GRAPH_LABEL_PARENTS;

    return 65 * nodes;
}

/* --- nodes and numbers --- */

cuzk_status c1_read_node(jscan *j, void *into, size_t index)
{
    node32 *node = into;
    fr_raw raw;

    (void)index;
    TRY(jscan_bytes(j, node->b, sizeof node->b));
    for (int i = 0; i < 4; i++)
        raw.l[i] = load_le64(node->b + 8 * i);
    if (!fr_raw_is_canonical(&raw))
        return jscan_fail(j, "not-canonical", "an element below the modulus", "one at or above it");
    return CUZK_OK;
}

static cuzk_status read_u32(jscan *j, void *into, size_t index)
{
    uint64_t v = 0;

    (void)index;
    TRY(jscan_u64(j, UINT32_MAX, &v));
    *(uint32_t *)into = (uint32_t)v;
    return CUZK_OK;
}

static cuzk_status read_u64(jscan *j, void *into, size_t index)
{
    (void)index;
    return jscan_u64(j, UINT64_MAX, into);
}

static cuzk_status read_null(jscan *j, void *into, size_t index)
{
    (void)into;
    (void)index;
    return jscan_null(j);
}

/* --- Merkle paths --- */

static cuzk_status read_hashes(jscan *j, void *into, size_t index)
{
    c1_reader *r = j->ctx;
    merkle_level *level = into;
    size_t n = level->arity - 1;
    node32 *siblings = arena_alloc(r->arena, n, sizeof *siblings);

    (void)index;
    if (!siblings)
        return err_no_memory(j->err, "the hashes of a path", n * sizeof *siblings);
    level->siblings = siblings;
    return jscan_array(j, n, c1_read_node, siblings, sizeof *siblings);
}

static cuzk_status read_child_index(jscan *j, void *into, size_t index)
{
    merkle_level *level = into;
    uint64_t v = 0;

    (void)index;
    TRY(jscan_u64(j, level->arity - 1, &v));
    level->index = (uint32_t)v;
    return CUZK_OK;
}

static cuzk_status read_level(jscan *j, void *into, size_t index)
{
    static const jscan_field fields[] = {
        { "hashes", read_hashes, 0 },
        { "index", read_child_index, 0 },
    };
    c1_reader *r = j->ctx;
    merkle_level *level = into;

    level->arity = r->tree->arity[r->first_level + index];
    return jscan_object(j, fields, N(fields), level);
}

static cuzk_status read_levels(jscan *j, void *into, size_t index)
{
    c1_reader *r = j->ctx;
    merkle_proof *p = into;

    (void)index;
    return jscan_array(j, r->part_levels, read_level, p->level + r->first_level,
                       sizeof p->level[0]);
}

/* Levels [first, first + n) of a path. */
static cuzk_status read_part(jscan *j, void *into, unsigned first, unsigned n)
{
    static const jscan_field fields[] = { { "path", read_levels, 0 } };
    c1_reader *r = j->ctx;

    r->first_level = first;
    r->part_levels = n;
    return jscan_object(j, fields, N(fields), into);
}

static cuzk_status read_base(jscan *j, void *into, size_t index)
{
    const c1_reader *r = j->ctx;

    (void)index;
    return read_part(j, into, 0, r->tree->base_depth);
}

static cuzk_status read_sub(jscan *j, void *into, size_t index)
{
    const c1_reader *r = j->ctx;

    (void)index;
    return read_part(j, into, r->tree->base_depth, 1);
}

static cuzk_status read_top(jscan *j, void *into, size_t index)
{
    const c1_reader *r = j->ctx;

    (void)index;
    return read_part(j, into, r->tree->base_depth + 1, 1);
}

#define ROOT_AND_LEAF                                                                              \
    { "root", c1_read_node, offsetof(merkle_proof, root) },                                        \
    {                                                                                              \
        "leaf", c1_read_node, offsetof(merkle_proof, leaf)                                         \
    }

static cuzk_status read_single(jscan *j, void *into, size_t index)
{
    static const jscan_field fields[] = { ROOT_AND_LEAF, { "path", read_base, 0 } };

    (void)index;
    return jscan_object(j, fields, N(fields), into);
}

static cuzk_status read_two_parts(jscan *j, void *into, size_t index)
{
    static const jscan_field fields[] = { ROOT_AND_LEAF,
                                          { "base_proof", read_base, 0 },
                                          { "sub_proof", read_sub, 0 } };

    (void)index;
    return jscan_object(j, fields, N(fields), into);
}

static cuzk_status read_three_parts(jscan *j, void *into, size_t index)
{
    static const jscan_field fields[] = { ROOT_AND_LEAF,
                                          { "base_proof", read_base, 0 },
                                          { "sub_proof", read_sub, 0 },
                                          { "top_proof", read_top, 0 } };

    (void)index;
    return jscan_object(j, fields, N(fields), into);
}

static cuzk_status read_parts(jscan *j, void *into, size_t index)
{
    static const jscan_field variants[] = { { "Single", read_single, 0 },
                                            { "Sub", read_two_parts, 0 },
                                            { "Top", read_three_parts, 0 } };
    const c1_reader *r = j->ctx;

    (void)index;
    return jscan_variant(j, &variants[r->tree->parts - 1], into);
}

static cuzk_status read_merkle(jscan *j, merkle_proof *p, const tree_shape *tree)
{
    static const jscan_field fields[] = { { "data", read_parts, 0 } };
    c1_reader *r = j->ctx;

    r->tree = tree;
    p->depth = tree->depth;
    return jscan_object(j, fields, N(fields), p);
}

static cuzk_status read_path_d(jscan *j, void *into, size_t index)
{
    (void)index;
    return read_merkle(j, into, &((c1_reader *)j->ctx)->tree_d);
}

/* In tree C or R. */
static cuzk_status read_path_c(jscan *j, void *into, size_t index)
{
    (void)index;
    return read_merkle(j, into, &((c1_reader *)j->ctx)->tree_c);
}

/* --- columns --- */

static cuzk_status read_rows(jscan *j, void *into, size_t index)
{
    const c1_reader *r = j->ctx;

    (void)index;
    return jscan_array(j, r->seal->shape->layers, c1_read_node, into, sizeof(node32));
}

static cuzk_status read_column(jscan *j, void *into, size_t index)
{
    static const jscan_field fields[] = {
        { "index", read_u32, offsetof(column_proof, index) },
        { "rows", read_rows, offsetof(column_proof, rows) },
        { "_h", read_null, 0 },
    };

    (void)index;
    return jscan_object(j, fields, N(fields), into);
}

static cuzk_status read_column_proof(jscan *j, void *into, size_t index)
{
    static const jscan_field fields[] = {
        { "column", read_column, 0 },
        { "inclusion_proof", read_path_c, offsetof(column_proof, inclusion) },
    };

    (void)index;
    return jscan_object(j, fields, N(fields), into);
}

static cuzk_status read_drg_parents(jscan *j, void *into, size_t index)
{
    (void)index;
    return jscan_array(j, GRAPH_BASE_DEGREE, read_column_proof, into, sizeof(column_proof));
}

static cuzk_status read_exp_parents(jscan *j, void *into, size_t index)
{
    (void)index;
    return jscan_array(j, GRAPH_EXP_DEGREE, read_column_proof, into, sizeof(column_proof));
}

static cuzk_status read_columns(jscan *j, void *into, size_t index)
{
    static const jscan_field fields[] = {
        { "c_x", read_column_proof, offsetof(porep_vanilla, c_x) },
        { "drg_parents", read_drg_parents, offsetof(porep_vanilla, drg_parents) },
        { "exp_parents", read_exp_parents, offsetof(porep_vanilla, exp_parents) },
    };

    (void)index;
    return jscan_object(j, fields, N(fields), into);
}

/* --- labels --- */

static cuzk_status read_label_parents(jscan *j, void *into, size_t index)
{
    (void)index;
    return jscan_array(j, GRAPH_LABEL_PARENTS, c1_read_node, into, sizeof(node32));
}

static cuzk_status read_labeling(jscan *j, void *into, size_t index)
{
    static const jscan_field fields[] = {
        { "parents", read_label_parents, offsetof(labeling_proof, parents) },
        { "layer_index", read_u32, offsetof(labeling_proof, layer) },
        { "node", read_u64, offsetof(labeling_proof, node) },
    };

    (void)index;
    return jscan_object(j, fields, N(fields), into);
}

static cuzk_status read_labelings(jscan *j, void *into, size_t index)
{
    const c1_reader *r = j->ctx;

    (void)index;
    return jscan_array(j, r->seal->shape->layers, read_labeling, into, sizeof(labeling_proof));
}

cuzk_status c1_read_vanilla(jscan *j, void *into, size_t index)
{
    static const jscan_field fields[] = {
        { "comm_d_proofs", read_path_d, offsetof(porep_vanilla, comm_d) },
        { "comm_r_last_proof", read_path_c, offsetof(porep_vanilla, comm_r_last) },
        { "replica_column_proofs", read_columns, 0 },
        { "labeling_proofs", read_labelings, offsetof(porep_vanilla, labels) },
        { "encoding_proof", read_labeling, offsetof(porep_vanilla, encoding) },
    };

    (void)index;
    return jscan_object(j, fields, N(fields), into);
}
