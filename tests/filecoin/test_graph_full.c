/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The whole graphs of 512 MiB sectors, 2^24 nodes each, against the published digests. */
#include "base/bytes.h"
#include "base/work.h"
#include "filecoin/graph.h"
#include "hash/sha256.h"
#include "test.h"

#define DEGREE (GRAPH_BASE_DEGREE + GRAPH_EXP_DEGREE)
#define BLOCK  (UINT32_C(1) << 16) /* nodes at a time */

typedef struct block {
    const graph *g;
    uint32_t first;
    uint32_t (*row)[DEGREE];
} block;

static void fill(void *ctx, size_t begin, size_t end, unsigned thread)
{
    const block *b = ctx;

    (void)thread;
    graph_exp_parents_many(b->g, b->first + (uint32_t)begin, end - begin,
                           b->row[begin] + GRAPH_BASE_DEGREE, DEGREE);
    for (size_t i = begin; i < end; i++) {
        graph_drg_parents(b->g, b->first + (uint32_t)i, b->row[i]);
        for (int k = 0; k < DEGREE; k++)
            store_le32((uint8_t *)&b->row[i][k], b->row[i][k]);
    }
}

/* The official parent cache: 14 x u32 LE a node, hashed. */
static void whole_graph(const registered_seal *seal, const char *want)
{
    uint8_t porep_id[32], digest[32];
    sha256_state s;
    char hex[65];
    graph g;
    block b = { .g = &g, .row = malloc(BLOCK * sizeof *b.row) };
    work w;

    assert_non_null(b.row);
    assert_int_equal(work_init(&w, 0, 0, NULL), CUZK_OK);
    registered_seal_porep_id(seal, porep_id);
    graph_init(&g, seal->shape->nodes, seal->version, porep_id);
    sha256_init(&s);
    for (; b.first < g.nodes; b.first += BLOCK) {
        work_for(&w, BLOCK, 1024, fill, &b);
        sha256_update(&s, b.row, BLOCK * sizeof *b.row);
    }
    sha256_final(&s, digest);
    hex_encode(hex, digest, 32);
    assert_string_equal(hex, want);
    work_free(&w);
    free(b.row);
}

static void first_version(void **state)
{
    (void)state;
    whole_graph(&registered_seals[2],
                "3adcc092423aa76d6a7184016893406da44dd974b219a89cd3ece25e4e3018f5");
}

static void later_versions(void **state)
{
    (void)state;
    whole_graph(&registered_seals[7],
                "b5877d1963793efebc261fd8fde4dd6bc59e6b5c7abf52617a4ee023b8dc173a");
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(first_version),
                                        cmocka_unit_test(later_versions) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
