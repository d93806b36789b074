/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The size of the PoRep circuit from the sizes of its parts (docs/spec/gadgets.md, porep.md §8,
 * §9). */
#include "circuits/porep.h"
#include "circuits/porep_challenge.h"
#include "circuits/sizes.h"

#define LABEL_ROWS 522269 /* create_label with 37 parents: §8 d */
#define LABEL_AUX  521749

static circuit_size challenge(const sector_shape *s)
{
    const tree_shape d = tree_shape_d(s), r = tree_shape_r(s);
    const circuit_size label = { LABEL_ROWS, LABEL_AUX };
    const circuit_size bits = { 256, 255 }; /* of one parent in one label */
    const circuit_size in_tree = size_opening(NODE_POSEIDON, &r);
    const circuit_size column = size_add(size_poseidon(s->layers), in_tree);
    const circuit_size parent = size_add((circuit_size) { 0, s->layers }, column);
    const uint64_t label_parents =
        s->layers * (uint64_t)GRAPH_BASE_DEGREE + (s->layers - 1) * (uint64_t)GRAPH_EXP_DEGREE;
    circuit_size total = size_add((circuit_size) { 0, 1 }, size_opening(NODE_SHA256, &d)); /* a */
    total = size_add(total, size_times(GRAPH_BASE_DEGREE + GRAPH_EXP_DEGREE, parent));     /* b */
    total = size_add(total, (circuit_size) { 65, 64 });                                    /* c */
    total = size_add(total, size_times(s->layers, label));                                 /* d */
    total = size_add(total, size_times(label_parents, bits));                              /* d */
    total = size_add(total, size_add((circuit_size) { 1, 1 }, in_tree));                   /* e */
    return size_add(total, column);                                                        /* f */
}

/* 5 nodes, 3 of them public; 256 rows of bits; hash, equality. ONE and the three ids. */
cs_counts porep_head_counts(void)
{
    return (cs_counts) { .n_rows = 571, .n_inputs = 4, .n_aux = 571 };
}

/* 17 paths and the node are inputs. */
cs_counts porep_challenge_counts(const sector_shape *shape)
{
    circuit_size n = challenge(shape);
    return (cs_counts) { .n_rows = n.rows, .n_inputs = 18, .n_aux = (uint32_t)n.aux };
}

cs_counts porep_circuit_counts(const sector_shape *shape)
{
    cs_counts head = porep_head_counts(), each = porep_challenge_counts(shape);
    uint32_t n = shape->challenges, inputs = head.n_inputs + n * each.n_inputs;
    return (cs_counts) {
        .n_rows = head.n_rows + n * each.n_rows + inputs,
        .n_inputs = inputs,
        .n_aux = head.n_aux + n * each.n_aux,
    };
}
