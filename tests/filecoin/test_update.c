/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The table of sector updates, their challenges and public inputs; the golden vanilla proof
 * verifies, changed ones do not and say where. */
#include "filecoin/vanilla_case.h"
#include "golden.h"

/* docs/spec/post-and-update.md §6, and what follows from it in §7. */
static void the_table(void **state)
{
    (void)state;
    for (unsigned i = 0; i < SECTOR_SHAPES; i++) {
        const update_shape *s = &update_shapes[i];

        assert_ptr_equal(s->sector, &sector_shapes[i]);
        assert_ptr_equal(update_shape_of(&sector_shapes[i]), s);
        assert_int_equal(s->partitions, i == 0 ? 1 : i == 1 ? 4 : 16);
        assert_int_equal(s->partitions, 1u << s->lg_partitions);
        assert_int_equal(s->challenges, i < 2 ? 10 : 86);
        assert_int_equal(s->apex, i == 0 ? 8 : 128);
        assert_int_equal(s->apex, 1u << s->lg_apex);
        assert_int_equal(s->challenge_bits, s->sector->lg_nodes - s->lg_partitions);
        assert_int_equal(s->per_digest, 254 / s->challenge_bits);
        assert_int_equal(s->digests, (s->challenges + s->per_digest - 1) / s->per_digest);
        assert_int_equal(s->h_default, s->h[3]);
        for (unsigned k = 0; k < UPDATE_H_VALUES; k++) {
            assert_int_equal(s->h[k], i == 0 ? 1 : 7 + k);
            assert_int_equal(update_h_select(s, s->h[k]), i == 0 ? 1 : 1u << k);
        }
    }
}

/* Upstream's, for a comm_r_new from its test seed. */
static void challenges(void **state)
{
    static const struct {
        unsigned shape, partition;
        uint64_t challenges[5];
    } known[] = {
        { 0, 0, { 53, 51, 56, 3, 0 } },
        { 2, 14, { 15212432, 15665918, 15015423, 15012912, 15495223 } },
        { 3, 15, { 1038629497, 1053983614, 1030421316, 1027373887, 1068685433 } },
    };
    uint64_t out[UPDATE_MAX_CHALLENGES];
    uint8_t r[32];
    fr comm_r_new;

    (void)state;
    assert_true(
        hex_decode(r, 32, "101cbe4b9c42604f04c703c396f788c6cb2d6d7d58f45430b12eb2edd640076c", 64));
    assert_true(fr_from_bytes_le(&comm_r_new, r));
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const update_shape *s = &update_shapes[known[i].shape];
        update_challenges(out, s, &comm_r_new, known[i].partition);
        assert_memory_equal(out, known[i].challenges, sizeof known[i].challenges);
        for (unsigned k = 0; k < s->challenges; k++)
            assert_int_equal(out[k] >> s->challenge_bits, known[i].partition);
    }
}

static void public_inputs(void **state)
{
    fr inputs[UPDATE_PUBLIC_INPUTS], want;
    update_case c;

    (void)state;
    update_case_open(&c);
    assert_true(update_public_inputs(inputs, &c.s, 0));
    vanilla_case_inputs("proofs/update-2KiB.proof.json", inputs, UPDATE_PUBLIC_INPUTS);
    memset(c.s.comm_d_new.b, 0xff, 32);
    assert_false(update_public_inputs(inputs, &c.s, 0));
    update_case_close(&c);
    /* partition 5 of 16 with the fourth h */
    update_statement s = { .shape = &update_shapes[3], .h = 10 };
    assert_true(update_public_inputs(inputs, &s, 5));
    want = fr_from_u64(5 | 8 << 4);
    assert_memory_equal(&inputs[0], &want, sizeof want);
}

static void expect_no(update_case *c, work *w, const char *section, const char *code)
{
    cuzk_error err = { 0 };

    assert_int_equal(update_vanilla_verify(&c->v, &c->s, w, &err), CUZK_NO);
    assert_string_equal(err.section, section);
    assert_string_equal(err.code, code);
    assert_int_equal(update_vanilla_verify(&c->v, &c->s, w, NULL), CUZK_NO);
}

static void verification(void **state)
{
    update_case c;
    cuzk_error err = { 0 };
    work w;

    (void)state;
    assert_int_equal(work_init(&w, 2, 0, NULL), CUZK_OK);
    update_case_open(&c);
    if (update_vanilla_verify(&c.v, &c.s, &w, &err) != CUZK_OK)
        fail_msg("%s", err.message);
    atomic_store(&w.cancelled, true);
    assert_int_equal(update_vanilla_verify(&c.v, &c.s, &w, &err), CUZK_INTERRUPTED);
    atomic_store(&w.cancelled, false);
    memset(c.s.comm_r_new.b, 0xff, 32);
    assert_int_equal(update_vanilla_verify(&c.v, &c.s, &w, &err), CUZK_BAD_INPUT);
    update_case_close(&c);
    work_free(&w);
}

static node32 *siblings(merkle_proof *p, unsigned level)
{
    return (node32 *)(uintptr_t)p->level[level].siblings;
}

static void changes(void **state)
{
    update_challenge *u;
    update_case c;
    work w;

    (void)state;
    assert_int_equal(work_init(&w, 2, 0, NULL), CUZK_OK);
    update_case_open(&c);
    u = c.v.partitions[0].challenges;
    u[9].r_new.leaf.b[0] ^= 1;
    expect_no(&c, &w, "partition 0 challenge 9 proof_r_new", "wrong-path");
    siblings(&u[8].d_new, 5)->b[0] ^= 1;
    expect_no(&c, &w, "partition 0 challenge 8 proof_d_new", "wrong-path");
    u[7].r_old.level[0].index ^= 1;
    expect_no(&c, &w, "partition 0 challenge 7 proof_r_old", "wrong-leaf-index");
    siblings(&u[5].r_old, 1)->b[0] ^= 1;
    expect_no(&c, &w, "partition 0 challenge 5 proof_r_old", "wrong-path");
    u[4].d_new.root = u[4].r_old.root; /* of another tree */
    expect_no(&c, &w, "partition 0 challenge 4 proof_d_new", "wrong-root");
    ((node32 *)(uintptr_t)c.v.partitions[0].apex)[3].b[0] ^= 1;
    expect_no(&c, &w, "partition 0 challenge 0 apex_leafs", "wrong-path");
    c.v.partitions[0].comm_c.b[0] ^= 1;
    expect_no(&c, &w, "partition 0 challenge 0 comm_c", "wrong-comm-r");
    update_case_close(&c);
    work_free(&w);
}

/* The leaf opened for the new replica is in its tree, but is another's encoding: the data
 * multiplied by the factor of another h. */
static void another_encoding(void **state)
{
    update_case c;
    work w;

    (void)state;
    assert_int_equal(work_init(&w, 1, 0, NULL), CUZK_OK);
    update_case_open(&c);
    c.s.h = 2; /* no valid one at 2 KiB: only the factor changes */
    expect_no(&c, &w, "partition 0 challenge 1 proof_r_new", "wrong-encoding");
    update_case_close(&c);
    work_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table),     cmocka_unit_test(challenges),
        cmocka_unit_test(public_inputs), cmocka_unit_test(verification),
        cmocka_unit_test(changes),       cmocka_unit_test(another_encoding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
