/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "circuits/update_challenge.h"
#include "circuits/opening.h"
#include "gadgets/insertion.h"
#include "gadgets/multipack.h"
#include "gadgets/poseidon.h"
#include <string.h>

#define MAX_SIBLINGS (MERKLE_MAX_DEPTH * (NODE_MAX_ARITY - 1))

/* The bits of the challenged node: those generated, then the partition's. */
static void node_bits(const update_shape *shape, const update_head *head, unsigned i, boolean *out)
{
    const boolean *generated =
        head->digest[i / shape->per_digest] + i % shape->per_digest * shape->challenge_bits;
    memcpy(out, generated, shape->challenge_bits * sizeof *out);
    memcpy(out + shape->challenge_bits, head->partition, shape->lg_partitions * sizeof *out);
}

/* z = select ? x : 0 is allocated: x * select = z. */
static num selected(cs *s, const num *x, boolean select)
{
    num z = num_alloc(s, select.value ? &x->value : &FR_ZERO);
    cs_row r = cs_row_begin(s);
    lc_add_var(r.a, x->var);
    lc_add_boolean(r.b, &FR_ONE, select);
    lc_add_var(r.c, z.var);
    cs_row_end(s);
    return z;
}

/* a: the high bits of the node, as many as h_select says: sum of the selected * 1 = high. */
static num high_bits(cs *s, const update_shape *shape, const update_head *head, const boolean *bits)
{
    const unsigned n = shape->sector->lg_nodes;
    num part[UPDATE_H_VALUES], high, x;
    high.value = FR_ZERO;
    cs_push(s, "high bits", -1);
    for (unsigned k = 0; k < UPDATE_H_VALUES; k++) {
        x.var = pack_bits(s, bits + n - shape->h[k], shape->h[k], &x.value);
        part[k] = selected(s, &x, head->h_select[k]);
        fr_add(&high.value, &high.value, &part[k].value);
    }
    high = num_alloc(s, &high.value);
    cs_row r = cs_row_begin(s);
    for (unsigned k = 0; k < UPDATE_H_VALUES; k++)
        lc_add_var(r.a, part[k].var);
    lc_add_var(r.b, CS_ONE);
    lc_add_var(r.c, high.var);
    cs_row_end(s);
    cs_pop(s);
    return high;
}

/* b: rho = hash(phi, high), what the data is multiplied by. */
static num factor(cs *s, const update_head *head, const num *high)
{
    const fr tag = update_tag();
    const num in[2] = { head->phi, *high };
    cs_push(s, "rho", -1);
    num rho = poseidon_gadget_tagged(s, &tag, in, 2);
    cs_pop(s);
    return rho;
}

/* e, f: the leaf stands in tree R under root: its siblings, then the path. */
static void in_tree_r(cs *s, const char *name, const update_shape *shape, const boolean *bits,
                      const num *leaf, const merkle_proof *path, const num *root)
{
    const tree_shape tree = tree_shape_r(shape->sector);
    num siblings[MAX_SIBLINGS];
    cs_push(s, name, -1);
    opening_alloc_siblings(s, siblings, &tree, tree.depth, path);
    num computed = opening_climb(s, NODE_POSEIDON, &tree, tree.depth, leaf, bits, siblings);
    num_enforce_equal(s, &computed, root); /* computed * 1 = root */
    cs_pop(s);
}

/* g, h: the data stands in tree D under the apex leaf that its bits say. */
static void under_apex(cs *s, const update_shape *shape, const update_head *head,
                       const boolean *bits, const num *data, const merkle_proof *path)
{
    const tree_shape tree = tree_shape_d(shape->sector);
    const unsigned depth = shape->challenge_bits - shape->lg_apex;
    num siblings[MERKLE_MAX_DEPTH];
    cs_push(s, "data", -1);
    num apex = insertion_select(s, head->apex, bits + depth, shape->apex);
    opening_alloc_siblings(s, siblings, &tree, depth, path);
    num computed = opening_climb(s, NODE_SHA256, &tree, depth, data, bits, siblings);
    num_enforce_equal(s, &computed, &apex); /* computed * 1 = apex */
    cs_pop(s);
}

void update_challenge_part(cs *s, const update_shape *shape, const update_head *head,
                           const update_challenge *v, unsigned i)
{
    boolean bits[64];
    node_bits(shape, head, i, bits);
    num high = high_bits(s, shape, head, bits);
    num rho = factor(s, head, &high);
    num leaf_old = node_alloc(s, v ? &v->r_old.leaf : NULL); /* c */
    num data = node_alloc(s, v ? &v->d_new.leaf : NULL);
    num product = num_mul(s, &data, &rho);          /* d: data * rho = product */
    num leaf_new = num_add(s, &leaf_old, &product); /* (leaf_old + product) * 1 = leaf_new */
    in_tree_r(s, "old", shape, bits, &leaf_old, v ? &v->r_old : NULL, &head->root_r_old);
    in_tree_r(s, "new", shape, bits, &leaf_new, v ? &v->r_new : NULL, &head->root_r_new);
    under_apex(s, shape, head, bits, &data, v ? &v->d_new : NULL);
}

circuit_size update_challenge_size(const update_shape *shape)
{
    const tree_shape r = tree_shape_r(shape->sector), d = tree_shape_d(shape->sector);
    const unsigned depth = shape->challenge_bits - shape->lg_apex;
    const circuit_size in_tree_r = size_add((circuit_size) { 1, tree_shape_siblings(&r) },
                                            size_climb(NODE_POSEIDON, &r, 0, r.depth));
    circuit_size n = { 2 * UPDATE_H_VALUES + 1, 2 * UPDATE_H_VALUES + 1 }; /* a */
    n = size_add(n, size_poseidon(2));                                     /* b */
    n = size_add(n, (circuit_size) { 2, 4 });                              /* c, d */
    n = size_add(n, size_times(2, in_tree_r));                             /* e, f */
    n = size_add(n, (circuit_size) { shape->apex - 1, shape->apex - 1 });  /* g */
    n = size_add(n, (circuit_size) { 1, depth });                          /* h */
    return size_add(n, size_climb(NODE_SHA256, &d, 0, depth));             /* h */
}
