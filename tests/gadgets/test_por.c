/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Merkle paths from every leaf of small trees, and paths that lead elsewhere. */
#include "base/bytes.h"
#include "base/cpu.h"
#include "gadgets/harness.h"
#include "gadgets/por.h"
#include "hash/poseidon.h"
#include "hash/sha256.h"
#include "r1cs/check.h"
#include "r1cs/digest.h"
#include "test.h"

#define MAX_DEPTH  3
#define MAX_LEAVES 64

typedef struct tree {
    node_hasher hasher;
    unsigned depth, arity[MAX_DEPTH];
    unsigned leaf; /* whose path it is */
    /* What is wrong with it: */
    bool no_witness, wrong_leaf, wrong_root, wrong_index, wrong_sibling;
    bool ahead; /* hashed before its rows are written */
} tree;

static unsigned n_leaves(const tree *t)
{
    unsigned n = 1;
    for (unsigned i = 0; i < t->depth; i++)
        n *= t->arity[i];
    return n;
}

static void spoil(fr *v, bool wrong)
{
    if (wrong)
        fr_add(v, v, &FR_ONE);
}

static void path(const void *ctx, cs *s)
{
    const tree *t = ctx;
    fr row[MAX_LEAVES] = { 0 }, siblings[MAX_DEPTH][NODE_MAX_ARITY - 1];
    por_level levels[MAX_DEPTH];
    unsigned n = n_leaves(t), index = t->leaf;
    for (unsigned i = 0; i < n; i++)
        row[i] = fr_from_u64(1000 + i);
    fr leaf_value = row[index];
    for (unsigned i = 0; i < t->depth; i++) {
        const unsigned arity = t->arity[i], at = index % arity;
        for (unsigned k = 0, j = 0; k < arity; k++)
            if (k != at)
                siblings[i][j++] = row[index - at + k];
        levels[i] = (por_level) { .arity = arity,
                                  .index = at,
                                  .siblings = t->no_witness ? NULL : siblings[i] };
        index /= arity;
        n /= arity;
        for (unsigned k = 0; k < n; k++)
            node_hash(&row[k], t->hasher, &row[k * arity], arity);
    }
    levels[t->depth - 1].index ^= t->wrong_index;
    spoil(&siblings[0][0], t->wrong_sibling);
    spoil(&leaf_value, t->wrong_leaf);
    spoil(&row[0], t->wrong_root);
    fr sboxes[MAX_DEPTH * POSEIDON_MAX_SBOXES];
    por_level *const one[] = { levels };
    if (t->ahead && !t->no_witness)
        por_hash_ahead(one, &leaf_value, t->depth, 1, sboxes);
    num leaf = num_alloc(s, &leaf_value), root = num_alloc(s, &row[0]);
    por_gadget(s, t->hasher, &leaf, levels, t->depth, &root);
}

static bool holds(const tree *t)
{
    const circuit c = { "path", path, t };
    check_result r;
    assert_int_equal(check_make(&r, &c, NULL, NULL), CUZK_OK);
    const bool satisfied = r.n_unsatisfied == 0;
    if (satisfied) { /* the public input is the number of the leaf */
        fr number = fr_from_u64(t->leaf);
        assert_int_equal(r.counts.n_inputs, 2);
        assert_true(fr_eq(&r.inputs[1], &number));
    }
    check_free(&r);
    return satisfied;
}

static const tree SHAPES[] = {
    { .hasher = NODE_POSEIDON, .depth = 1, .arity = { 2 } },
    { .hasher = NODE_POSEIDON, .depth = 2, .arity = { 8, 2 } },
    { .hasher = NODE_POSEIDON, .depth = 3, .arity = { 8, 4, 2 } },
    { .hasher = NODE_POSEIDON, .depth = 2, .arity = { 8, 8 } },
    { .hasher = NODE_POSEIDON, .depth = 2, .arity = { 8, 2 }, .ahead = true },
    { .hasher = NODE_POSEIDON, .depth = 3, .arity = { 8, 4, 2 }, .ahead = true },
    { .hasher = NODE_SHA256, .depth = 1, .arity = { 2 } },
    { .hasher = NODE_SHA256, .depth = 2, .arity = { 2, 2 } },
};
#define N_SHAPES (sizeof SHAPES / sizeof *SHAPES)

static void test_every_leaf(void **state)
{
    (void)state;
    for (unsigned i = 0; i < N_SHAPES; i++) {
        tree t = SHAPES[i];
        for (t.leaf = 0; t.leaf < n_leaves(&t); t.leaf++)
            assert_true(holds(&t));
    }
}

static void test_wrong_paths(void **state)
{
    (void)state;
    for (unsigned i = 0; i < N_SHAPES; i++) {
        tree t = SHAPES[i];
        for (t.leaf = 0; t.leaf < n_leaves(&t); t.leaf += 3) {
            bool *const wrongs[] = { &t.wrong_leaf, &t.wrong_root, &t.wrong_index,
                                     &t.wrong_sibling };
            for (unsigned k = 0; k < 4; k++) {
                *wrongs[k] = true;
                assert_false(holds(&t));
                *wrongs[k] = false;
            }
        }
    }
}

/* The rows do not depend on the witness, nor on there being one. */
static void test_same_rows(void **state)
{
    (void)state;
    for (unsigned i = 0; i < N_SHAPES; i++) {
        tree t = SHAPES[i], other = SHAPES[i];
        circuit_digest a, b;
        other.leaf = n_leaves(&t) - 1;
        other.no_witness = true;
        const circuit c = { "path", path, &t }, d = { "path", path, &other };
        assert_int_equal(digest_make(&a, &c, DIGEST_NO_CHECKPOINTS, NULL), CUZK_OK);
        assert_int_equal(digest_make(&b, &d, DIGEST_NO_CHECKPOINTS, NULL), CUZK_OK);
        assert_memory_equal(a.sha256, b.sha256, sizeof a.sha256);
        assert_memory_not_equal(a.aux_sha256, b.aux_sha256, sizeof a.aux_sha256);
        digest_free(&a);
        digest_free(&b);
    }
}

/* docs/spec/gadgets.md §13: rows of a path with leaf and root given. */
static void test_counts(void **state)
{
    (void)state;
    static const struct {
        tree t;
        uint64_t rows;
    } cases[] = {
        { { .hasher = NODE_POSEIDON, .depth = 2, .arity = { 8, 8 } }, 1062 },
        { { .hasher = NODE_POSEIDON, .depth = 3, .arity = { 8, 4, 2 } }, 530 + 387 + 314 + 2 },
        { { .hasher = NODE_SHA256, .depth = 2, .arity = { 2, 2 } }, 2 * 45382 + 2 },
    };
    for (unsigned i = 0; i < 3; i++) {
        const circuit c = { "path", path, &cases[i].t };
        check_result r;
        assert_int_equal(check_make(&r, &c, NULL, NULL), CUZK_OK);
        assert_int_equal(r.counts.n_rows, cases[i].rows + 2 /* inputs */);
        check_free(&r);
    }
}

typedef struct paths {
    por_level level[POR_MAX_AHEAD][MAX_DEPTH];
    fr leaf[POR_MAX_AHEAD], sibling[POR_MAX_AHEAD][MAX_DEPTH][NODE_MAX_ARITY - 1];
    fr sboxes[POR_MAX_AHEAD * MAX_DEPTH * 130];
} paths;

/* Levels 8, 4 and 2; an odd path begins with two children, so that not all hash in step. */
static void make_paths(paths *p, unsigned n)
{
    static const unsigned arity[2][MAX_DEPTH] = { { 8, 4, 2 }, { 2, 8, 8 } };
    for (unsigned i = 0; i < n; i++) {
        p->leaf[i] = fr_from_u64(i);
        for (unsigned d = 0; d < MAX_DEPTH; d++) {
            const unsigned of = arity[i % 2][d];
            for (unsigned j = 0; j + 1 < of; j++)
                p->sibling[i][d][j] = fr_from_u64(1000 * i + 100 * d + j);
            p->level[i][d] = (por_level) { .arity = of,
                                           .index = (i / 2 + d) % of,
                                           .siblings = p->sibling[i][d] };
        }
    }
}

static void expect_ahead(const paths *p, unsigned i)
{
    fr trace[POSEIDON_MAX_SBOXES];
    fr cur = p->leaf[i], children[NODE_MAX_ARITY], tag;
    for (unsigned d = 0; d < MAX_DEPTH; d++) {
        const por_level *level = &p->level[i][d];
        for (unsigned k = 0, j = 0; k < level->arity; k++)
            children[k] = k == level->index ? cur : level->siblings[j++];
        poseidon_merkle_tag(&tag, level->arity);
        poseidon_hash_traced(&cur, trace, &tag, children, level->arity);
        assert_true(fr_eq(&level->parent, &cur));
        assert_memory_equal(level->trace, trace, poseidon_sboxes(level->arity) * sizeof *trace);
    }
}

static void test_ahead(void **state)
{
    const cpu_variant before = cpu_variant_get();
    paths *p = malloc(sizeof *p);
    (void)state;
    for (unsigned v = 0; v < CPU_VARIANTS; v++) {
        if (!cpu_variant_available((cpu_variant)v))
            continue;
        assert_true(cpu_variant_force((cpu_variant)v));
        for (unsigned n = 0; n <= POR_MAX_AHEAD; n++) {
            por_level *levels[POR_MAX_AHEAD];
            make_paths(p, n);
            for (unsigned i = 0; i < n; i++)
                levels[i] = p->level[i];
            por_hash_ahead(levels, p->leaf, MAX_DEPTH, n, p->sboxes);
            for (unsigned i = 0; i < n; i++)
                expect_ahead(p, i);
        }
    }
    assert_true(cpu_variant_force(before));
    free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_leaf), cmocka_unit_test(test_wrong_paths),
        cmocka_unit_test(test_same_rows),  cmocka_unit_test(test_counts),
        cmocka_unit_test(test_ahead),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
