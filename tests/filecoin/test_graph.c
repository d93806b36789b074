/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Parents against published digests of whole graphs, labels against published last labels. */
#include "base/bytes.h"
#include "base/cpu.h"
#include "filecoin/graph.h"
#include "filecoin/label.h"
#include "hash/sha256.h"
#include "test.h"

static void first_graph(graph *g)
{
    uint8_t porep_id[32];

    registered_seal_porep_id(&registered_seals[5], porep_id);
    graph_init(g, 64, POREP_V1_1, porep_id);
}

/* docs/spec/porep.md §10 */
static void seeds_and_parents(void **state)
{
    static const uint32_t drg63[] = { 62, 15, 42, 62, 61, 62 }, drg2[] = { 1, 1, 1, 0, 1, 0 };
    static const uint32_t exp63[] = { 0, 15, 30, 30, 28, 42, 49, 38 };
    static const uint32_t exp2[] = { 30, 28, 55, 63, 63, 36, 37, 36 };
    static const uint32_t exp1[] = { 6, 12, 35, 43, 23, 34, 58, 2 }, zeros[6] = { 0 };
    uint32_t drg[GRAPH_BASE_DEGREE], exp[GRAPH_EXP_DEGREE];
    char hex[2 * GRAPH_DRG_SEED_LEN + 1];
    graph g;

    (void)state;
    first_graph(&g);
    hex_encode(hex, g.drg_seed, GRAPH_DRG_SEED_LEN);
    assert_string_equal(hex, "3be68542ec229705b99be29c2106b0e4222ccd1d0311398ea4d22d7d");
    assert_true(g.keys[0] == 0x90b15b1c4509e47a && g.keys[1] == 0xdc5378c03df3f21b &&
                g.keys[2] == 0xfa76fc24deb9d7ac);
    graph_drg_parents(&g, 63, drg);
    assert_memory_equal(drg, drg63, sizeof drg);
    graph_drg_parents(&g, 2, drg);
    assert_memory_equal(drg, drg2, sizeof drg);
    graph_drg_parents(&g, 1, drg);
    assert_memory_equal(drg, zeros, sizeof drg);
    graph_drg_parents(&g, 0, drg);
    assert_memory_equal(drg, zeros, sizeof drg);
    graph_exp_parents(&g, 63, exp);
    assert_memory_equal(exp, exp63, sizeof exp);
    graph_exp_parents(&g, 2, exp);
    assert_memory_equal(exp, exp2, sizeof exp);
    graph_exp_parents(&g, 1, exp);
    assert_memory_equal(exp, exp1, sizeof exp);
}

/* The official parent cache: 14 x u32 LE a node, hashed. */
static void whole_graphs(void **state)
{
    static const struct {
        unsigned seal;
        const char *digest;
    } known[] = {
        { 0, "3da49221e2ed55371b86d0bf3d6526fcf128af61bed904f966428db1b531750d" },
        { 5, "840057702eea7652cf97e04306c30fe57174714d90de156a25eddd6075c25b97" },
        { 1, "a76604f2f59f2744c7151653bbb1d8596b6b57d295e6fa6c1f0c41d725b502ce" },
        { 6, "03cd13565ded97c240a5f52e54295ad127bd0461b57904cb3a4d79b097bbecab" },
    };

    (void)state;
    const size_t n = TEST_SANITIZED ? 2 : sizeof known / sizeof *known; /* 8 MiB: 2^18 nodes */
    for (size_t k = 0; k < n; k++) {
        const registered_seal *seal = &registered_seals[known[k].seal];
        uint8_t porep_id[32], bytes[56], digest[32];
        sha256_state s;
        char hex[65];
        graph g;

        registered_seal_porep_id(seal, porep_id);
        graph_init(&g, seal->shape->nodes, seal->version, porep_id);
        sha256_init(&s);
        for (uint32_t node = 0; node < g.nodes; node++) {
            uint32_t parents[GRAPH_BASE_DEGREE + GRAPH_EXP_DEGREE];
            graph_drg_parents(&g, node, parents);
            graph_exp_parents(&g, node, parents + GRAPH_BASE_DEGREE);
            for (int i = 0; i < 14; i++)
                store_le32(bytes + 4 * i, parents[i]);
            sha256_update(&s, bytes, sizeof bytes);
        }
        sha256_final(&s, digest);
        hex_encode(hex, digest, 32);
        assert_string_equal(hex, known[k].digest);
    }
}

/* The same parents many at a time, whatever their number, the variant and the version. */
static void many_at_a_time(void **state)
{
    static const size_t counts[] = { 0, 1, 2, 63, 64, 65, 200 };
    enum { STRIDE = 11, MOST = 200 };
    static uint32_t rows[(MOST + 1) * STRIDE];
    const cpu_variant before = cpu_variant_get();
    uint8_t porep_id[32] = { 7 };
    uint32_t one[GRAPH_EXP_DEGREE];

    (void)state;
    for (unsigned v = 0; v < CPU_VARIANTS; v++) {
        if (!cpu_variant_force((cpu_variant)v))
            continue;
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            const uint32_t first = 1000003;
            graph g;

            graph_init(&g, UINT64_C(1) << (c % 2 ? 24 : 31), c % 3 ? POREP_V1_1 : POREP_V1_0,
                       porep_id);
            memset(rows, 0xaa, sizeof rows);
            graph_exp_parents_many(&g, first, counts[c], rows, STRIDE);
            for (size_t i = 0; i < counts[c]; i++) {
                graph_exp_parents(&g, first + (uint32_t)i, one);
                assert_memory_equal(rows + i * STRIDE, one, sizeof one);
                assert_int_equal(rows[i * STRIDE + GRAPH_EXP_DEGREE], 0xaaaaaaaa);
            }
            assert_int_equal(rows[counts[c] * STRIDE], 0xaaaaaaaa);
        }
    }
    assert_true(cpu_variant_force(before));
}

/* V1_0 cuts a permuted index to 32 bits; from 2^29 nodes on that shows. */
static void first_version_cuts_large_indices(void **state)
{
    uint8_t porep_id[32];
    uint32_t old[GRAPH_EXP_DEGREE], new[GRAPH_EXP_DEGREE];
    unsigned cut = 0;
    graph g;

    (void)state;
    registered_seal_porep_id(&registered_seals[3], porep_id);
    for (uint32_t node = 0; node < 16; node++) {
        graph_init(&g, UINT64_C(1) << 30, POREP_V1_0, porep_id);
        graph_exp_parents(&g, node, old);
        graph_init(&g, UINT64_C(1) << 30, POREP_V1_1, porep_id);
        graph_exp_parents(&g, node, new);
        for (int i = 0; i < GRAPH_EXP_DEGREE; i++) {
            assert_true(new[i] < g.nodes);
            assert_int_equal(old[i], new[i] % (UINT32_C(1) << 29));
            cut += old[i] != new[i];
        }
    }
    assert_in_range(cut, 32, 96); /* half of 128 on average */
}

static void gather(const graph *g, const node32 *below, const node32 *layer_labels, unsigned layer,
                   uint32_t node, node32 out[GRAPH_LABEL_PARENTS])
{
    uint32_t drg[GRAPH_BASE_DEGREE], exp[GRAPH_EXP_DEGREE];

    graph_drg_parents(g, node, drg);
    graph_exp_parents(g, node, exp);
    for (unsigned i = 0; i < GRAPH_LABEL_PARENTS; i++) {
        unsigned at = label_parent_at(layer, i);
        out[i] =
            at < GRAPH_BASE_DEGREE ? layer_labels[drg[at]] : below[exp[at - GRAPH_BASE_DEGREE]];
    }
}

static void last_label(uint64_t nodes, porep_version version, uint8_t id_byte, uint64_t limbs[4])
{
    node32 *layers[2] = { calloc(nodes, 32), calloc(nodes, 32) };
    node32 replica_id, parents[GRAPH_LABEL_PARENTS];
    uint8_t porep_id[32];
    graph g;

    memset(porep_id, id_byte, 32);
    memset(&replica_id, 9, 32);
    graph_init(&g, nodes, version, porep_id);
    for (unsigned layer = 1; layer <= 11; layer++) {
        for (uint32_t node = 0; node < nodes; node++) {
            if (node)
                gather(&g, layers[(layer - 1) % 2], layers[layer % 2], layer, node, parents);
            label_create(&layers[layer % 2][node], &replica_id, layer, node, parents);
        }
    }
    for (int i = 0; i < 4; i++)
        limbs[i] = load_le64(layers[1][nodes - 1].b + 8 * i);
    free(layers[0]);
    free(layers[1]);
}

static void published_labels(void **state)
{
    static const struct {
        uint64_t nodes;
        porep_version version;
        uint8_t id_byte;
        uint64_t limbs[4];
    } known[] = {
        { 64,
          POREP_V1_0,
          0,
          { 0xd3faa96b9a0fba04, 0xea81a283d106485e, 0xe3d51b9afa5ac2b3, 0x0462f4f4f1a68d37 } },
        { 128,
          POREP_V1_0,
          0,
          { 0x7e191e52c4a8da86, 0x5ae8a1c9e6fac148, 0xce239f3b88a894b8, 0x234c00d1dc1d53be } },
        { 64,
          POREP_V1_1,
          123,
          { 0xabb3f38bb70defcf, 0x777a2e4d7769119f, 0x3448959d495490bc, 0x06021188c7a71cb5 } },
        { 128,
          POREP_V1_2,
          123,
          { 0x22ab81cf68c4676d, 0x7a77a82fc7c9c189, 0xc6c03d32c1e42d23, 0x0f777c18cc2c55bd } },
    };
    uint64_t limbs[4];

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        last_label(known[i].nodes, known[i].version, known[i].id_byte, limbs);
        assert_memory_equal(limbs, known[i].limbs, sizeof limbs);
    }
    last_label(64, POREP_V1_1, 0, limbs); /* the other order of parents is another label */
    assert_memory_not_equal(limbs, known[0].limbs, sizeof limbs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seeds_and_parents), cmocka_unit_test(whole_graphs),
        cmocka_unit_test(many_at_a_time),    cmocka_unit_test(first_version_cuts_large_indices),
        cmocka_unit_test(published_labels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
