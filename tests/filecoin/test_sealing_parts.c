/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What sealing is made of, each against its slow twin: fr32, layers of labels, dense trees. */
#include "base/bytes.h"
#include "base/cpu.h"
#include "filecoin/dense_tree.h"
#include "filecoin/fr32.h"
#include "filecoin/label.h"
#include "filecoin/label_layer.h"
#include "filecoin/merkle.h"
#include "filecoin/seal_case.h"
#include "filecoin/sparse_tree.h"
#include "test.h"
#include <unistd.h>

static unsigned bit(const uint8_t *data, uint64_t len, uint64_t i)
{
    return i / 8 < len ? data[i / 8] >> i % 8 & 1 : 0;
}

static void fr32(void **state)
{
    static const unsigned lens[] = { 0, 1, 31, 32, 33, 126, 127, 128, 253, 254, 255, 1015, 1016 };
    uint8_t *data = malloc(1016);
    node32 nodes[64];

    (void)state;
    assert_int_equal(fr32_capacity(2048), 2032);
    assert_int_equal(fr32_capacity(512 << 20), 532676608);
    seal_case_salt(data, 1016, "fr32");
    for (size_t l = 0; l < sizeof lens / sizeof *lens; l++) {
        bytes exact = fixture_copy(data, lens[l]);
        fr32_nodes(nodes, exact.data, exact.len, 0, 40);
        for (unsigned i = 0; i < 40; i++) {
            node32 one;
            for (unsigned k = 0; k < 256; k++)
                assert_int_equal(nodes[i].b[k / 8] >> k % 8 & 1,
                                 k < 254 ? bit(exact.data, exact.len, 254 * i + k) : 0);
            fr32_nodes(&one, exact.data, exact.len, i, 1);
            assert_memory_equal(&one, &nodes[i], 32);
        }
        free(exact.data);
    }
    free(data);
    /* the golden 2 KiB sector */
    bytes piece = fixture_read("golden/seal-2k/piece.dat");
    bytes staged = fixture_read("golden/seal-2k/staged.dat");
    fr32_nodes(nodes, piece.data, piece.len, 0, 64);
    assert_memory_equal(nodes, staged.data, 2048);
    free(piece.data);
    free(staged.data);
}

/* Chunks, their edges and the first nodes are those of one label at a time. Under a sanitizer of
 * the large layers only some labels are made twice, and those with the processor's own SHA-256. */
static void layers(void **state)
{
    static const uint64_t sizes[] = { 8, 64, 16384, 32768 };
    const size_t n_sizes = sizeof sizes / sizeof *sizes;
    const node32 replica_id = { { 9 } };
    uint8_t porep_id[32] = { 5 };
    work w;

    (void)state;
    for (int sha = 0; sha < 2; sha++) {
        cpu_sha_ni_force(sha);
        assert_int_equal(work_init(&w, 1 + sha, 0, NULL), CUZK_OK);
        for (size_t i = 0; i < n_sizes; i++) {
            size_t n = sizes[i];
            const uint32_t step = TEST_SANITIZED && n > 64 ? 41 : 1;
            if (step > 1 && (!sha || n == 16384))
                continue;
            node32 *fast[2] = { malloc(32 * n), malloc(32 * n) }, parents[37], slow;
            graph g;

            graph_init(&g, n, i % 2 ? POREP_V1_0 : POREP_V1_1, porep_id);
            for (unsigned layer = 0; layer < 2; layer++)
                assert_int_equal(label_layer(fast[layer], layer ? fast[0] : NULL, &g, &replica_id,
                                             layer + 1, &w, NULL),
                                 CUZK_OK);
            for (uint32_t node = 0; node < n; node += step) {
                uint32_t drg[6], exp[8];
                graph_drg_parents(&g, node, drg);
                graph_exp_parents(&g, node, exp);
                for (unsigned layer = 0; layer < 2; layer++) {
                    for (unsigned k = 0; k < 37; k++) {
                        unsigned at = label_parent_at(layer + 1, k);
                        parents[k] = at < 6 ? fast[layer][drg[at]] : fast[0][exp[at - 6]];
                    }
                    label_create(&slow, &replica_id, layer + 1, node, parents);
                    assert_memory_equal(&slow, &fast[layer][node], 32);
                }
            }
            free(fast[0]);
            free(fast[1]);
        }
        assert_int_equal(w.mem_used, 0);
        work_free(&w);
    }
    cpu_sha_ni_force(true);
}

/* docs/spec/porep.md §4: the last label of the eleventh layer, of upstream's tests. */
static void upstream_labels(void **state)
{
    static const struct {
        uint8_t porep_id;
        porep_version version;
        unsigned nodes;
        uint64_t last[4];
    } known[] = {
        { 123,
          POREP_V1_1,
          64,
          { 0xabb3f38bb70defcf, 0x777a2e4d7769119f, 0x3448959d495490bc, 0x06021188c7a71cb5 } },
        { 123,
          POREP_V1_1,
          128,
          { 0x22ab81cf68c4676d, 0x7a77a82fc7c9c189, 0xc6c03d32c1e42d23, 0x0f777c18cc2c55bd } },
        { 0,
          POREP_V1_0,
          64,
          { 0xd3faa96b9a0fba04, 0xea81a283d106485e, 0xe3d51b9afa5ac2b3, 0x0462f4f4f1a68d37 } },
    };
    node32 replica_id, labels[2][128];
    uint8_t porep_id[32];
    work w;

    (void)state;
    assert_int_equal(work_init(&w, 2, 0, NULL), CUZK_OK);
    memset(replica_id.b, 9, 32);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        graph g;
        memset(porep_id, known[i].porep_id, 32);
        graph_init(&g, known[i].nodes, known[i].version, porep_id);
        for (unsigned layer = 1; layer <= 11; layer++)
            assert_int_equal(label_layer(labels[layer % 2],
                                         layer > 1 ? labels[(layer + 1) % 2] : NULL, &g,
                                         &replica_id, layer, &w, NULL),
                             CUZK_OK);
        for (int k = 0; k < 4; k++)
            assert_int_equal(load_le64(labels[1][known[i].nodes - 1].b + 8 * k), known[i].last[k]);
    }
    work_free(&w);
}

/* --- dense trees --- */

static void fill_salted(const void *ctx, node32 *out, uint64_t first, size_t n)
{
    memcpy(out, (const node32 *)ctx + first, n * sizeof *out);
}

static tree_shape shape_of(unsigned depth, const uint32_t *arity)
{
    tree_shape s = { .depth = depth, .base_depth = depth, .parts = 1 };

    memcpy(s.arity, arity, depth * sizeof *arity);
    return s;
}

static void same_paths(const dense_tree *t, const sparse_tree *slow, uint64_t n, arena *a)
{
    const uint64_t step = TEST_SANITIZED ? 61 : 977;

    for (uint64_t i = 0; i<n; i += n> step ? step : 1) {
        merkle_proof got, want;
        node32 led_to;

        assert_int_equal(dense_tree_prove(t, i, &got, a, NULL), CUZK_OK);
        assert_int_equal(sparse_tree_prove(slow, i, &want, a, NULL), CUZK_OK);
        assert_memory_equal(&got.root, &want.root, 32);
        assert_memory_equal(&got.leaf, &want.leaf, 32);
        assert_int_equal(got.depth, want.depth);
        assert_int_equal(merkle_proof_leaf_index(&got), i);
        for (unsigned k = 0; k < got.depth; k++) {
            assert_int_equal(got.level[k].arity, want.level[k].arity);
            assert_memory_equal(got.level[k].siblings, want.level[k].siblings,
                                32 * (got.level[k].arity - 1));
        }
        if (t->poseidon)
            assert_true(merkle_root_poseidon(&led_to, &got));
        else
            merkle_root_sha256(&led_to, &got);
        assert_memory_equal(&led_to, &got.root, 32);
    }
}

/* Whatever the rows that are kept and the threads, the tree is the sparse one, and the file has all
 * its rows. */
static void try_tree(const tree_shape *shape, bool poseidon, unsigned threads)
{
    uint64_t n = dense_tree_row_n(shape, 0);
    uint8_t *salt = malloc(32 * n);
    sparse_node *leaves = malloc(n * sizeof *leaves);
    sparse_tree slow = { .depth = shape->depth, .poseidon = poseidon };
    const node32 zero = { { 0 } };
    arena *a = arena_new(0);
    work w;

    assert_int_equal(work_init(&w, threads, 0, NULL), CUZK_OK);
    seal_case_salt(salt, 32 * n, "leaves");
    memcpy(slow.arity, shape->arity, sizeof slow.arity);
    for (uint64_t i = 0; i < n; i++) {
        salt[32 * i + 31] &= 0x3f;
        leaves[i].index = i;
        memcpy(&leaves[i].value, salt + 32 * i, 32);
    }
    assert_int_equal(sparse_tree_build(&slow, leaves, n, &zero, a, NULL), CUZK_OK);
    for (unsigned first = 1; first <= shape->depth && first <= 4; first++) {
        dense_tree t = { .shape = *shape,
                         .poseidon = poseidon,
                         .first_row = first,
                         .fill = fill_salted,
                         .fill_ctx = salt };
        char path[] = "/tmp/test_sealing_parts.XXXXXX";
        uint8_t *data;
        file_out out;
        size_t len;

        close(mkstemp(path));
        assert_int_equal(file_out_open(&out, path, 0, 0600, NULL), CUZK_OK);
        assert_int_equal(dense_tree_build(&t, first % 2 ? &out : NULL, &w, NULL), CUZK_OK);
        assert_int_equal(file_out_commit(&out, NULL), CUZK_OK);
        same_paths(&t, &slow, n, a);
        if (first % 2) {
            assert_int_equal(file_read(&data, &len, path, 1 << 30, NULL), CUZK_OK);
            assert_int_equal(len, 32 * dense_tree_rows_n(shape, 0));
            const uint8_t *at = data;
            for (unsigned row = 0; row <= shape->depth; row++) {
                assert_int_equal(slow.n[row], dense_tree_row_n(shape, row));
                for (size_t i = 0; i < slow.n[row]; i++, at += 32)
                    assert_memory_equal(at, &slow.nodes[row][i].value, 32);
            }
            free(data);
        }
        dense_tree_free(&t, &w);
        remove(path);
    }
    assert_int_equal(w.mem_used, 0);
    work_free(&w);
    arena_free(a);
    free(leaves);
    free(salt);
}

static void dense_trees(void **state)
{
    static const uint32_t two[14] = { 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2 };
    static const uint32_t mixed[] = { 8, 8, 8, 8, 8, 2 };

    (void)state;
    for (unsigned depth = 1; depth <= (TEST_SANITIZED ? 9 : 14); depth += depth < 4 ? 1 : 5) {
        tree_shape s = shape_of(depth, two);
        try_tree(&s, false, 2);
    }
    for (unsigned depth = 1; depth <= (TEST_SANITIZED ? 3 : 4); depth++) {
        tree_shape s = shape_of(depth, mixed);
        try_tree(&s, true, depth % 2 + 1);
    }
    tree_shape s = shape_of(2, mixed + 4); /* 8 at the leaves, 2 above */
    try_tree(&s, true, 1);
}

static void not_canonical(void **state)
{
    static const uint32_t eight[] = { 8, 8 };
    node32 leaves[64] = { 0 };
    cuzk_error err = { 0 };
    work w;

    (void)state;
    assert_int_equal(work_init(&w, 2, 0, NULL), CUZK_OK);
    memset(&leaves[63], 0xff, 32);
    dense_tree t = { .shape = shape_of(2, eight),
                     .poseidon = true,
                     .first_row = 2,
                     .fill = fill_salted,
                     .fill_ctx = leaves };
    assert_int_equal(dense_tree_build(&t, NULL, &w, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.code, "not-canonical");
    assert_int_equal(w.mem_used, 0);
    assert_null(t.rows);
    work_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fr32),
        cmocka_unit_test(layers),
        cmocka_unit_test(upstream_labels),
        cmocka_unit_test(dense_trees),
        cmocka_unit_test(not_canonical),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
