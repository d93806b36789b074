/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "circuits/porep_challenge.h"
#include "circuits/opening.h"
#include "gadgets/create_label.h"
#include "gadgets/multipack.h"
#include "gadgets/poseidon.h"
#include "gadgets/uint64.h"

#define N_PARENTS (GRAPH_BASE_DEGREE + GRAPH_EXP_DEGREE)

static void included_in_tree_d(cs *s, const sector_shape *shape, const num *leaf,
                               const merkle_proof *path, const num *root)
{
    const tree_shape tree = tree_shape_d(shape);
    opening_gadget(s, NODE_SHA256, &tree, leaf, path, root);
}

/* Trees C and R have the same shape. */
static void included_in_tree(cs *s, const sector_shape *shape, const num *leaf,
                             const merkle_proof *path, const num *root)
{
    const tree_shape tree = tree_shape_r(shape);
    opening_gadget(s, NODE_POSEIDON, &tree, leaf, path, root);
}

/* §8 a: the data node stands under comm_d. */
static num data_node(cs *s, const sector_shape *shape, const porep_head *head,
                     const porep_vanilla *v)
{
    cs_push(s, "comm_d", -1);
    num data = node_alloc(s, v ? &v->comm_d.leaf : NULL);
    included_in_tree_d(s, shape, &data, v ? &v->comm_d : NULL, &head->comm_d);
    cs_pop(s);
    return data;
}

/* §8 b: the labels of a parent in every layer are a column whose hash stands under comm_c. */
static void parent_column(cs *s, const sector_shape *shape, const porep_head *head,
                          const column_proof *column, num rows[SECTOR_MAX_LAYERS])
{
    for (unsigned layer = 0; layer < shape->layers; layer++)
        rows[layer] = node_alloc(s, column ? &column->rows[layer] : NULL);
    num hash = poseidon_gadget(s, rows, shape->layers);
    included_in_tree(s, shape, &hash, column ? &column->inclusion : NULL, &head->comm_c);
}

static void parent_columns(cs *s, const sector_shape *shape, const porep_head *head,
                           const porep_vanilla *v, num rows[N_PARENTS][SECTOR_MAX_LAYERS])
{
    for (unsigned i = 0; i < GRAPH_BASE_DEGREE; i++) {
        cs_push(s, "drg parent", i);
        parent_column(s, shape, head, v ? &v->drg_parents[i] : NULL, rows[i]);
        cs_pop(s);
    }
    for (unsigned i = 0; i < GRAPH_EXP_DEGREE; i++) {
        cs_push(s, "exp parent", i);
        parent_column(s, shape, head, v ? &v->exp_parents[i] : NULL, rows[GRAPH_BASE_DEGREE + i]);
        cs_pop(s);
    }
}

/* §8 c: the challenged node's number is public. */
static void challenged_node(cs *s, const porep_vanilla *v, boolean bits_be[64])
{
    uint64_bits node;
    cs_push(s, "node", -1);
    uint64_alloc(s, &node, v ? v->labels[0].node : 0);
    uint64_pack_into_input(s, &node);
    uint64_to_bits_be(bits_be, &node);
    cs_pop(s);
}

/* The parents' bits a label of this layer hashes: of the layer itself under the six base parents,
 * of the one below under the eight of the expander, which the first layer does not have. */
static unsigned parent_bits(cs *s, unsigned layer, const num rows[N_PARENTS][SECTOR_MAX_LAYERS],
                            boolean bits[N_PARENTS][256])
{
    unsigned n = layer > 1 ? N_PARENTS : GRAPH_BASE_DEGREE;
    for (unsigned i = 0; i < n; i++) {
        boolean le[FR_BITS];
        cs_push(s, "parent", i);
        num_to_bits_le(s, le, &rows[i][i < GRAPH_BASE_DEGREE ? layer - 1 : layer - 2]);
        reverse_bit_numbering(bits[i], le, FR_BITS);
        cs_pop(s);
    }
    return n;
}

/* §8 d: the label of the node in a layer; the parents repeat until there are 37 (§4). */
static num label(cs *s, const porep_head *head, unsigned layer, const boolean node[64],
                 const num rows[N_PARENTS][SECTOR_MAX_LAYERS])
{
    boolean bits[N_PARENTS][256];
    const boolean *parents[GRAPH_LABEL_PARENTS];
    num out;
    cs_push(s, "label", layer);
    unsigned n = parent_bits(s, layer, rows, bits);
    for (unsigned i = 0; i < GRAPH_LABEL_PARENTS; i++)
        parents[i] = bits[i % n];
    out.var =
        create_label(s, head->replica_id, parents, GRAPH_LABEL_PARENTS, layer, node, &out.value);
    cs_pop(s);
    return out;
}

/* §8 e: the data node encoded with the last label stands under comm_r_last. */
static void encoded_node(cs *s, const sector_shape *shape, const porep_head *head,
                         const porep_vanilla *v, const num *key, const num *data)
{
    cs_push(s, "comm_r_last", -1);
    num encoded = num_encode(s, key, data);
    included_in_tree(s, shape, &encoded, v ? &v->comm_r_last : NULL, &head->comm_r_last);
    cs_pop(s);
}

/* §8 f: the node's own labels are a column whose hash stands under comm_c. */
static void own_column(cs *s, const sector_shape *shape, const porep_head *head,
                       const porep_vanilla *v, const num labels[SECTOR_MAX_LAYERS])
{
    cs_push(s, "comm_c", -1);
    num hash = poseidon_gadget(s, labels, shape->layers);
    included_in_tree(s, shape, &hash, v ? &v->c_x.inclusion : NULL, &head->comm_c);
    cs_pop(s);
}

void porep_challenge(cs *s, const sector_shape *shape, const porep_head *head,
                     const porep_vanilla *v)
{
    num rows[N_PARENTS][SECTOR_MAX_LAYERS], labels[SECTOR_MAX_LAYERS];
    boolean node[64];
    num data = data_node(s, shape, head, v);
    parent_columns(s, shape, head, v, rows);
    challenged_node(s, v, node);
    for (unsigned layer = 1; layer <= shape->layers; layer++)
        labels[layer - 1] = label(s, head, layer, node, rows);
    encoded_node(s, shape, head, v, &labels[shape->layers - 1], &data);
    own_column(s, shape, head, v, labels);
}
