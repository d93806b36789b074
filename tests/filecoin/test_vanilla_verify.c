/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Golden C1s verify; with one value of any kind changed they are refused, the value named. */
#include "base/bytes.h"
#include "filecoin/challenges.h"
#include "filecoin/fixture.h"
#include "filecoin/merkle.h"
#include "filecoin/replica_id.h"
#include "filecoin/vanilla_verify.h"
#include "test.h"

static work pool;

static int start(void **state)
{
    (void)state;
    return work_init(&pool, 2, 0, NULL) == CUZK_OK ? 0 : -1;
}

static int stop(void **state)
{
    (void)state;
    work_free(&pool);
    return 0;
}

static void expect_ok(const c1 *c)
{
    cuzk_error err = { 0 };

    if (porep_vanilla_verify(c, &pool, &err) != CUZK_OK)
        fail_msg("%s", err.message);
}

static void golden(void **state)
{
    static const char *const files[] = { "golden/seal-2k/c1.json", "golden/seal-2k/c1-curio.json",
                                         "golden/seal-8m/c1-api.json" };
    uint8_t prover_id[32];
    c1 c;

    (void)state;
    prover_id_from_miner(prover_id, 1000);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        fixture_c1(&c, files[i]);
        expect_ok(&c);
        assert_int_equal(porep_replica_id_verify(&c, prover_id, 1, NULL), CUZK_OK);
        assert_int_equal(porep_replica_id_verify(&c, prover_id, 2, NULL), CUZK_NO);
        c1_free(&c);
    }
}

static void another_project(void **state)
{
    bytes b = fixture_read_vector("c1-8mib/c1.curio.derived.json");
    bytes want = fixture_read_vector("c1-8mib/expected_public_inputs.json");
    uint8_t prover_id[32];
    cuzk_error err = { 0 };
    c1 c;

    (void)state;
    if (!b.data)
        skip();
    assert_int_equal(c1_parse(&c, b.data, b.len, NULL, "derived", &err), CUZK_OK);
    expect_ok(&c);
    json_t *known = json_loadb((const char *)want.data, want.len, 0, NULL);
    fixture_hex32(prover_id, known, "prover_id"); /* ee07..: not the encoding of miner 2030 */
    json_decref(known);
    assert_int_equal(porep_replica_id_verify(&c, prover_id, c.sector_number, NULL), CUZK_OK);
    c1_free(&c);
    free(b.data);
    free(want.data);
}

/* --- must fail --- */

static porep_vanilla *proof; /* challenge 1 of the C1 below */

static void refused(const c1 *c, const char *section, const char *code)
{
    cuzk_error err = { 0 };

    assert_int_equal(porep_vanilla_verify(c, &pool, &err), CUZK_NO);
    assert_int_equal(err.status, CUZK_NO);
    assert_string_equal(err.section, section);
    assert_string_equal(err.code, code);
    assert_int_equal(porep_vanilla_verify(c, &pool, NULL), CUZK_NO);
}

/* With the lowest bit of a byte flipped: still canonical. */
static void flip(const c1 *c, const void *byte, const char *section, const char *code)
{
    uint8_t *b = (uint8_t *)(uintptr_t)byte;

    *b ^= 1;
    refused(c, section, code);
    *b ^= 1;
}

#define AT "partition 0 challenge 1 "

static void changed_paths(void **state)
{
    c1 c;

    (void)state;
    fixture_c1(&c, "golden/seal-2k/c1-api.json");
    proof = &c.proofs[1];
    for (unsigned d = 0; d < 6; d++)
        flip(&c, &proof->comm_d.level[d].siblings[0].b[d], AT "comm_d_proofs", "wrong-path");
    for (unsigned d = 0; d < 2; d++) {
        for (unsigned i = 0; i < 7; i++)
            flip(&c, &proof->comm_r_last.level[d].siblings[i], AT "comm_r_last_proof",
                 "wrong-path");
    }
    flip(&c, &proof->comm_d.leaf, AT "comm_d_proofs", "wrong-path");
    flip(&c, &proof->comm_d.root, AT "comm_d_proofs", "wrong-root");
    flip(&c, &proof->comm_d.level[3].index, AT "comm_d_proofs", "wrong-leaf-index");
    flip(&c, &proof->comm_r_last.leaf, AT "comm_r_last_proof", "wrong-path");
    flip(&c, &proof->comm_r_last.root, AT "comm_r_last_proof", "wrong-root");
    flip(&c, &proof->comm_r_last.level[1].index, AT "comm_r_last_proof", "wrong-leaf-index");
    flip(&c, &proof->c_x.inclusion.level[0].siblings[6], AT "c_x", "wrong-path");
    flip(&c, &proof->drg_parents[5].inclusion.level[1].siblings[2], AT "drg_parents[5]",
         "wrong-path");
    flip(&c, &proof->exp_parents[0].inclusion.root, AT "exp_parents[0]", "wrong-root");
    flip(&c, &proof->exp_parents[7].inclusion.level[0].index, AT "exp_parents[7]",
         "wrong-leaf-index");
    expect_ok(&c);
    c1_free(&c);
}

static void changed_columns_and_labels(void **state)
{
    c1 c;

    (void)state;
    fixture_c1(&c, "golden/seal-2k/c1-api.json");
    proof = &c.proofs[1];
    flip(&c, &proof->c_x.rows[0], AT "c_x", "wrong-column");
    flip(&c, &proof->c_x.index, AT "c_x", "wrong-node");
    flip(&c, &proof->c_x.inclusion.leaf, AT "c_x", "wrong-column");
    flip(&c, &proof->drg_parents[2].rows[1], AT "drg_parents[2]", "wrong-column");
    flip(&c, &proof->drg_parents[0].index, AT "drg_parents[0]", "wrong-node");
    flip(&c, &proof->exp_parents[3].rows[0], AT "exp_parents[3]", "wrong-column");
    flip(&c, &proof->labels[0].parents[0], AT "labeling_proofs[0].parents[0]", "wrong-parent");
    flip(&c, &proof->labels[1].parents[36], AT "labeling_proofs[1].parents[36]", "wrong-parent");
    flip(&c, &proof->labels[1].layer, AT "labeling_proofs[1]", "wrong-layer");
    flip(&c, &proof->labels[0].node, AT "labeling_proofs[0]", "wrong-node");
    flip(&c, &proof->encoding.parents[17], AT "encoding_proof.parents[17]", "wrong-parent");
    flip(&c, &proof->encoding.layer, AT "encoding_proof", "wrong-layer");
    flip(&c, &proof->encoding.node, AT "encoding_proof", "wrong-node");
    expect_ok(&c);
    c1_free(&c);
}

static void changed_statement(void **state)
{
    c1 c;

    (void)state;
    fixture_c1(&c, "golden/seal-2k/c1-api.json");
    flip(&c, &c.comm_r, "comm_r", "wrong-comm-r");
    flip(&c, &c.comm_d, "partition 0 challenge 0 comm_d_proofs", "wrong-root");
    flip(&c, &c.proofs[0].c_x.inclusion.root, "comm_r", "wrong-comm-r");
    flip(&c, &c.seed, "partition 0 challenge 0 comm_d_proofs", "wrong-leaf-index");
    c.seal = &registered_seals[10]; /* synthetic challenges are others */
    refused(&c, "partition 0 challenge 0 comm_d_proofs", "wrong-leaf-index");
    c.seal = &registered_seals[0]; /* and so are V1_0's parents */
    refused(&c, "partition 0 challenge 0 drg_parents[0]", "wrong-node");
    c1_free(&c);
}

/* Another replica id under which a seed, searched for, gives the same challenges: everything else
 * still fits, but the labels are another replica's. */
static void labels_of_another_replica(void **state)
{
    uint64_t want[2], got[2];
    c1 c;

    (void)state;
    fixture_c1(&c, "golden/seal-2k/c1-api.json");
    challenges_interactive(want, 64, c.replica_id.b, c.seed, 0, 2);
    c.replica_id.b[0] ^= 1;
    for (uint32_t i = 0; i < 1 << 20; i++) {
        store_le32(c.seed, i);
        challenges_interactive(got, 64, c.replica_id.b, c.seed, 0, 2);
        if (!memcmp(got, want, sizeof got))
            break;
    }
    assert_memory_equal(got, want, sizeof got);
    refused(&c, "partition 0 challenge 0 labeling_proofs[0]", "wrong-label");
    c1_free(&c);
}

/* A tree R made anew over a replica with one other node: all paths fit, and so does comm_r. */
static void replica_that_is_no_encoding(void **state)
{
    node32 roots[2], subtree;
    merkle_proof bottom;
    c1 c;

    (void)state;
    fixture_c1(&c, "golden/seal-2k/c1-api.json");
    merkle_proof *forged = &c.proofs[1].comm_r_last, *other = &c.proofs[0].comm_r_last;
    uint32_t at = forged->level[1].index, other_at = other->level[1].index;
    assert_int_not_equal(at, other_at);
    forged->leaf.b[0] ^= 1;
    bottom = *forged;
    bottom.depth = 1;
    assert_true(merkle_root_poseidon(&subtree, &bottom));
    ((node32 *)(uintptr_t)other->level[1].siblings)[at < other_at ? at : at - 1] = subtree;
    assert_true(merkle_root_poseidon(&forged->root, forged));
    assert_true(merkle_root_poseidon(&other->root, other));
    assert_memory_equal(&forged->root, &other->root, 32);
    roots[0] = c.proofs[0].c_x.inclusion.root;
    roots[1] = forged->root;
    assert_true(merkle_hash_nodes(&c.comm_r, roots, 2));
    refused(&c, AT "comm_r_last_proof", "wrong-encoding");
    c1_free(&c);
}

static void cancelled(void **state)
{
    cuzk_error err = { 0 };
    c1 c;

    (void)state;
    fixture_c1(&c, "golden/seal-2k/c1-api.json");
    atomic_store(&pool.cancelled, true);
    assert_int_equal(porep_vanilla_verify(&c, &pool, &err), CUZK_INTERRUPTED);
    atomic_store(&pool.cancelled, false);
    expect_ok(&c);
    c1_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden),
        cmocka_unit_test(another_project),
        cmocka_unit_test(changed_paths),
        cmocka_unit_test(changed_columns_and_labels),
        cmocka_unit_test(changed_statement),
        cmocka_unit_test(labels_of_another_replica),
        cmocka_unit_test(replica_that_is_no_encoding),
        cmocka_unit_test(cancelled),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
