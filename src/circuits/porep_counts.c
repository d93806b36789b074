/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The size of the PoRep circuit from the sizes of its parts (docs/spec/gadgets.md, porep.md §8,
 * §9). */
#include "circuits/porep.h"
#include "circuits/porep_challenge.h"

#define LABEL_ROWS       522269 /* create_label with 37 parents: §8 d */
#define LABEL_AUX        521749
#define SHA256_NODE_ROWS 45379 /* of two children: gadgets §12 */
#define SHA256_NODE_AUX  45331

typedef struct size {
    uint64_t rows, aux;
} size;

static size add(size a, size b)
{
    return (size) { a.rows + b.rows, a.aux + b.aux };
}

static size times(uint64_t n, size a)
{
    return (size) { n * a.rows, n * a.aux };
}

/* As many allocations as rows: gadgets §14. */
static uint64_t poseidon_rows(unsigned arity)
{
    switch (arity) {
    case 2:
        return 311;
    case 4:
        return 377;
    case 8:
        return 505;
    default: /* 11 */
        return 598;
    }
}

static size poseidon(unsigned arity)
{
    return (size) { poseidon_rows(arity), poseidon_rows(arity) };
}

/* Index bits (a row each), siblings (none), insertion of as many rows as allocations, the hash. */
static size level(unsigned arity, size hash)
{
    const uint64_t lg = (uint64_t)__builtin_ctz(arity);
    const uint64_t insertion = arity == 2 ? 2 : arity == 4 ? 8 : 22;
    return add((size) { lg + insertion, lg + arity - 1 + insertion }, hash);
}

/* A path: its levels, the row that packs the index, the row that compares the root. */
static size path(const sector_shape *s)
{
    uint32_t arity[32];
    size total = { 2, 0 };
    unsigned depth = sector_tree_arities(s, arity);
    for (unsigned i = 0; i < depth; i++)
        total = add(total, level(arity[i], poseidon(arity[i])));
    return total;
}

static size challenge(const sector_shape *s)
{
    const size sha256_node = { SHA256_NODE_ROWS, SHA256_NODE_AUX };
    const size bits = { 256, 255 }; /* of one parent in one label */
    const size column = add(poseidon(s->layers), path(s));
    size total = add((size) { 2, 1 }, times(s->lg_nodes, level(2, sha256_node))); /* §8 a */
    total = add(total, times(GRAPH_BASE_DEGREE + GRAPH_EXP_DEGREE,
                             add((size) { 0, s->layers }, column)));               /* b */
    total = add(total, (size) { 65, 64 });                                         /* c */
    total = add(total, times(s->layers, (size) { LABEL_ROWS, LABEL_AUX }));        /* d */
    total = add(total, times(s->layers * (uint64_t)GRAPH_BASE_DEGREE, bits));      /* d */
    total = add(total, times((s->layers - 1) * (uint64_t)GRAPH_EXP_DEGREE, bits)); /* d */
    total = add(total, add((size) { 1, 1 }, path(s)));                             /* e */
    return add(total, column);                                                     /* f */
}

/* 5 nodes, 3 of them public; 256 rows of bits; hash, equality. ONE and the three ids. */
cs_counts porep_head_counts(void)
{
    return (cs_counts) { .n_rows = 571, .n_inputs = 4, .n_aux = 571 };
}

/* 17 paths and the node are inputs. */
cs_counts porep_challenge_counts(const sector_shape *shape)
{
    size n = challenge(shape);
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
