/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The table of proofs of spacetime, their challenges and public inputs; golden vanilla proofs
 * verify, changed ones do not and say where. */
#include "filecoin/vanilla_case.h"
#include "golden.h"

static void the_table(void **state)
{
    (void)state;
    for (unsigned i = 0; i < REGISTERED_POSTS; i++) {
        const registered_post *r = &registered_posts[i];
        char text[64];

        assert_int_equal(r->number, i);
        assert_ptr_equal(r->shape, &sector_shapes[i % SECTOR_SHAPES]);
        assert_int_equal(r->kind, i < 5 ? KIND_WINNING : KIND_WINDOW);
        assert_ptr_equal(registered_post_find(r->name), r);
        snprintf(text, sizeof text, "RegisteredPoStProof_%s", r->name);
        assert_ptr_equal(registered_post_find(text), r);
        snprintf(text, sizeof text, "%u", i);
        assert_ptr_equal(registered_post_find(text), r);
        assert_non_null(strstr(r->name, r->shape->name));
        /* spec: 132 public inputs; 25,839; 25,300; 22 */
        size_t want = i < 5 ? 132 : i % 5 == 3 ? 25839 : i % 5 == 4 ? 25300 : 22;
        assert_int_equal(post_public_inputs_n(r), want);
    }
    assert_ptr_equal(registered_post_default(KIND_WINDOW, &sector_shapes[1]),
                     &registered_posts[11]);
    assert_ptr_equal(registered_post_default(KIND_WINNING, &sector_shapes[4]),
                     &registered_posts[4]);
    assert_null(registered_post_find("15"));
    assert_null(registered_post_find(""));
    assert_null(registered_post_find("StackedDrg2KiBV1_1"));
}

static void golden_challenges(proof_kind kind, const char *meta_name)
{
    json_t *meta = golden_load(meta_name);
    post_case c;

    post_case_open(&c, kind);
    for (size_t i = 0; i < c.s.n_sectors; i++) {
        char id[24];
        snprintf(id, sizeof id, "%d", (int)c.claims[i].id);
        const json_t *want = json_object_get(json_object_get(meta, "challenges"), id);
        assert_int_equal(json_array_size(want), post_paths(kind));
        for (unsigned n = 0; n < post_paths(kind); n++)
            assert_int_equal(post_challenge(c.s.post, c.s.randomness, c.claims[i].id, i, n),
                             json_integer_value(json_array_get(want, n)));
    }
    post_case_close(&c);
    json_decref(meta);
}

static void challenges(void **state)
{
    const uint8_t randomness[32] = { 1 };
    const registered_post *old = &registered_posts[5], *new = &registered_posts[10];

    (void)state;
    golden_challenges(KIND_WINNING, "winning-2k/meta.json");
    golden_challenges(KIND_WINDOW, "window-2k/meta.json");
    /* Before V1_2 the second sector's challenges go on counting where the first one's ended. */
    for (unsigned n = 0; n < WINDOW_CHALLENGES; n++) {
        assert_int_equal(post_challenge(new, randomness, 7, 1, n),
                         post_challenge(old, randomness, 7, 0, n));
        assert_int_equal(post_challenge(old, randomness, 7, 1, n),
                         post_challenge(&registered_posts[0], randomness, 7, 0, 10 + n));
    }
}

static void public_inputs(void **state)
{
    fr inputs[132];
    post_case c;

    (void)state;
    post_case_open(&c, KIND_WINNING);
    assert_true(post_public_inputs(inputs, &c.s));
    vanilla_case_inputs("proofs/winning-2KiB.proof.json", inputs, 132);
    c.s.n_sectors = 2;
    assert_false(post_public_inputs(inputs, &c.s));
    c.s.n_sectors = 0;
    assert_false(post_public_inputs(inputs, &c.s));
    post_case_close(&c);

    post_case_open(&c, KIND_WINDOW);
    assert_true(post_public_inputs(inputs, &c.s));
    vanilla_case_inputs("proofs/window-2KiB.proof.json", inputs, 22);
    c.s.n_sectors = 1; /* the one there is fills the second slot too */
    assert_true(post_public_inputs(inputs + 22, &c.s));
    assert_memory_equal(inputs + 22, inputs, 11 * sizeof(fr));
    assert_memory_equal(inputs + 33, inputs, 11 * sizeof(fr));
    memset(c.claims[0].comm_r.b, 0xff, 32);
    assert_false(post_public_inputs(inputs, &c.s));
    post_case_close(&c);
}

/* A randomness with bits above the modulus is for the caller to mask. */
static void randomness_not_canonical(void **state)
{
    fr inputs[132];
    post_case c;

    (void)state;
    post_case_open(&c, KIND_WINNING);
    c.s.randomness[31] |= 0xc0;
    assert_false(post_public_inputs(inputs, &c.s));
    c.s.randomness[31] &= 0x3f;
    assert_true(post_public_inputs(inputs, &c.s));
    post_case_close(&c);
}

static void the_winning_sector(void **state)
{
    uint8_t prover_id[32] = { 0xe8, 7 }, randomness[32] = { 3 };
    unsigned seen = 0;

    (void)state;
    for (unsigned i = 0; i < 64; i++) {
        randomness[0] = (uint8_t)i;
        uint64_t at = post_winning_sector(prover_id, randomness, 3);
        assert_true(at < 3);
        seen |= 1u << at;
        assert_int_equal(post_winning_sector(prover_id, randomness, 1), 0);
    }
    assert_int_equal(seen, 7);
}

static void expect_no(post_case *c, work *w, const char *section, const char *code)
{
    cuzk_error err = { 0 };

    assert_int_equal(post_vanilla_verify(&c->v, 0, &c->s, w, &err), CUZK_NO);
    assert_string_equal(err.section, section);
    assert_string_equal(err.code, code);
    assert_int_equal(post_vanilla_verify(&c->v, 0, &c->s, w, NULL), CUZK_NO);
}

static void verification(void **state)
{
    work w;
    post_case c;

    (void)state;
    assert_int_equal(work_init(&w, 2, 0, NULL), CUZK_OK);
    for (int kind = KIND_WINNING; kind <= KIND_WINDOW; kind++) {
        cuzk_error err = { 0 };
        post_case_open(&c, (proof_kind)kind);
        if (post_vanilla_verify(&c.v, 0, &c.s, &w, &err) != CUZK_OK)
            fail_msg("%s", err.message);
        atomic_store(&w.cancelled, true);
        assert_int_equal(post_vanilla_verify(&c.v, 0, &c.s, &w, &err), CUZK_INTERRUPTED);
        atomic_store(&w.cancelled, false);
        c.s.randomness[5] ^= 1;
        assert_int_equal(post_vanilla_verify(&c.v, 0, &c.s, &w, &err), CUZK_NO);
        assert_string_equal(err.code, "wrong-leaf-index");
        post_case_close(&c);
    }
    work_free(&w);
}

/* Every change is named with its sector and challenge. */
static void changes(void **state)
{
    post_sector *s;
    post_case c;
    work w;

    (void)state;
    assert_int_equal(work_init(&w, 2, 0, NULL), CUZK_OK);
    post_case_open(&c, KIND_WINDOW);
    s = &c.v.sectors[1];
    s->paths[9].leaf.b[0] ^= 1;
    expect_no(&c, &w, "sector 2 challenge 9 inclusion_proofs[9]", "wrong-path");
    s->paths[3].level[1].index ^= 1;
    expect_no(&c, &w, "sector 2 challenge 3 inclusion_proofs[3]", "wrong-leaf-index");
    s->paths[2].root = c.v.sectors[0].paths[2].root; /* a path of another sector */
    expect_no(&c, &w, "sector 2 challenge 2 inclusion_proofs[2]", "wrong-root");
    s->comm_c.b[0] ^= 1;
    expect_no(&c, &w, "sector 2 challenge 0 comm_r", "wrong-comm-r");
    ((node32 *)(uintptr_t)c.v.sectors[0].paths[5].level[0].siblings)->b[0] ^= 1;
    expect_no(&c, &w, "sector 1 challenge 5 inclusion_proofs[5]", "wrong-path");
    memset(c.v.sectors[0].paths[4].leaf.b, 0xff, 32);
    expect_no(&c, &w, "sector 1 challenge 4 inclusion_proofs[4]", "not-canonical");
    c.claims[1].comm_r.b[3] ^= 1;
    expect_no(&c, &w, "sector 2 challenge 0 comm_r", "wrong-comm-r");
    c.claims[0].id = 2; /* the order of the sectors is wrong */
    expect_no(&c, &w, "sector_id", "wrong-sector");
    post_case_close(&c);
    work_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table),
        cmocka_unit_test(challenges),
        cmocka_unit_test(public_inputs),
        cmocka_unit_test(randomness_not_canonical),
        cmocka_unit_test(the_winning_sector),
        cmocka_unit_test(verification),
        cmocka_unit_test(changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
