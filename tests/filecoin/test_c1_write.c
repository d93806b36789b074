/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Written C1s are the official bytes; made-up ones of every size verify and are read again. */
#include "base/bytes.h"
#include "filecoin/c1_fabricate.h"
#include "filecoin/c1_write.h"
#include "filecoin/fixture.h"
#include "filecoin/replica_id.h"
#include "filecoin/vanilla_verify.h"
#include "test.h"
#include <time.h>

static void the_official_bytes(void **state)
{
    static const char *const files[] = { "c1.json", "c1-api.json", "c1-curio.json" };
    static const char *const dirs[] = { "golden/seal-2k", "golden/seal-8m" };
    char name[64];

    (void)state;
    for (int d = 0; d < 2; d++) {
        c1 c;

        snprintf(name, sizeof name, "%s/c1-curio.json", dirs[d]);
        fixture_c1(&c, name);
        for (int layout = C1_BARE; layout <= C1_CURIO; layout++) {
            fixture_text t = { 0 };
            snprintf(name, sizeof name, "%s/%s", dirs[d], files[layout]);
            bytes want = fixture_read(name);
            assert_int_equal(c1_write(&c, (c1_layout)layout, fixture_append, &t), CUZK_OK);
            assert_int_equal(t.len, want.len);
            assert_memory_equal(t.data, want.data, want.len);
            free(t.data);
            free(want.data);
        }
        c1_free(&c);
    }
}

/* Takes a number of bytes, then no more. */
static cuzk_status full_disk(void *ctx, const void *data, size_t len)
{
    size_t *left = ctx;

    (void)data;
    assert_int_not_equal(*left, SIZE_MAX); /* not asked again after it failed */
    if (len > *left) {
        *left = SIZE_MAX;
        return CUZK_NO_RESOURCES;
    }
    *left -= len;
    return CUZK_OK;
}

static void a_sink_that_fails(void **state)
{
    c1 c;

    (void)state;
    fixture_c1(&c, "golden/seal-2k/c1-curio.json");
    for (size_t room = 0; room < 200000; room += 9973) {
        size_t left = room;
        bool fits = room >= 134240; /* the length of the file */
        assert_int_equal(c1_write(&c, C1_CURIO, full_disk, &left),
                         fits ? CUZK_OK : CUZK_NO_RESOURCES);
    }
    c1_free(&c);
}

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* docs/spec/porep.md §13: the roots over zeros. */
static const char *const zero_roots[SECTOR_SHAPES] = {
    "fc7e928296e516faade986b28f92d44a4f24b935485223376a799027bc18f833",
    "65f29e5d98d246c38b388cfc06db1f6b021303c5a289000bdce832a9c3ec421c",
    "39560e7b13a93b07a243fd2720ffa7cb3e1d2e505ab3629e79f46313512cda06",
    "077e5fde35c50a9303a55009e3498a4ebedff39c42b710b730d8ec7ac7afa63e",
    "e64005a6bfe3777953b8ad6ef93f0fca1049b2041654f2a411f7702799cece02",
};

static void make(c1 *c, unsigned seal)
{
    uint8_t ticket[32] = { 1 }, seed[32] = { 2 };
    cuzk_error err = { 0 };

    if (c1_fabricate(c, &registered_seals[seal], 0, 1000, 77, ticket, seed, &err) != CUZK_OK)
        fail_msg("%s", err.message);
}

static void verify_and_read_again(c1 *made, work *w)
{
    uint8_t prover_id[32];
    cuzk_error err = { 0 };
    char hex[65];

    double t0 = seconds();
    if (porep_vanilla_verify(made, w, &err) != CUZK_OK)
        fail_msg("%s: %s", made->seal->name, err.message);
    double t1 = seconds();
    hex_encode(hex, made->comm_d.b, 32);
    assert_string_equal(hex, zero_roots[made->shape - sector_shapes]);
    prover_id_from_miner(prover_id, 1000);
    assert_int_equal(porep_replica_id_verify(made, prover_id, 77, NULL), CUZK_OK);
    for (int layout = C1_BARE; layout <= C1_CURIO; layout++) {
        const registered_seal *given = layout == C1_BARE ? made->seal : NULL;
        fixture_text t = { 0 };
        c1 again;

        assert_int_equal(c1_write(made, (c1_layout)layout, fixture_append, &t), CUZK_OK);
        double t2 = seconds();
        assert_int_equal(c1_parse(&again, t.data, t.len, given, "made", &err), CUZK_OK);
        double t3 = seconds();
        print_message("%-22s layout %d: %zu bytes read at %.0f MB/s, verified in %.3f s\n",
                      made->seal->name, layout, t.len, 1e-6 * (double)t.len / (t3 - t2), t1 - t0);
        fixture_same_c1(made, &again);
        c1_free(&again);
        free(t.data);
    }
}

static void every_size(void **state)
{
    work w;

    (void)state;
    assert_int_equal(work_init(&w, 2, 0, NULL), CUZK_OK);
    for (unsigned seal = 0; seal < 10; seal++) {
        c1 c;
        if (seal == 3 || seal == 4 || (TEST_SANITIZED && seal == 9))
            continue; /* large sectors once, as V1_1; their sizes differ only in the depths */
        make(&c, seal);
        verify_and_read_again(&c, &w);
        c1_free(&c);
    }
    work_free(&w);
}

/* In a three-part path of the last challenge. */
static void a_change_in_a_large_sector(void **state)
{
    cuzk_error err = { 0 };
    work w;
    c1 c;

    (void)state;
    assert_int_equal(work_init(&w, 2, 0, NULL), CUZK_OK);
    make(&c, 9);
    merkle_proof *p = &c.proofs[179].exp_parents[7].inclusion;
    assert_int_equal(p->depth, 11);
    ((node32 *)(uintptr_t)p->level[10].siblings)->b[0] ^= 1;
    assert_int_equal(porep_vanilla_verify(&c, &w, &err), CUZK_NO);
    assert_string_equal(err.section, "partition 9 challenge 17 exp_parents[7]");
    c1_free(&c);
    work_free(&w);
}

static void only_interactive_ones(void **state)
{
    uint8_t ticket[32] = { 1 }, seed[32] = { 2 };
    cuzk_error err = { 0 };
    c1 c;

    (void)state;
    assert_int_equal(c1_fabricate(&c, &registered_seals[10], 0, 1, 1, ticket, seed, &err),
                     CUZK_BAD_INPUT);
    assert_int_equal(c1_fabricate(&c, &registered_seals[15], 0, 1, 1, ticket, seed, NULL),
                     CUZK_BAD_INPUT);
    assert_null(c.arena);
}

/* A C1 of the first partitions is the beginning of the whole one, and only c1_parse_some reads it.
 */
static void some_partitions(void **state)
{
    uint8_t seed[32] = { 2 };
    cuzk_error err = { 0 };
    fixture_text t = { 0 };
    c1 all, some, again;

    (void)state;
    make(&all, 8);
    assert_int_equal(c1_fabricate(&some, &registered_seals[8], 3, 1000, 77, all.ticket, seed, &err),
                     CUZK_OK);
    assert_int_equal(some.partitions, 3);
    assert_memory_equal(&some.replica_id, &all.replica_id, 32);
    assert_int_equal(c1_write(&some, C1_CURIO, fixture_append, &t), CUZK_OK);
    assert_int_equal(c1_parse(&again, t.data, t.len, NULL, "some", &err), CUZK_BAD_INPUT);
    assert_int_equal(c1_parse_some(&again, t.data, t.len, NULL, "some", &err), CUZK_OK);
    assert_int_equal(again.partitions, 3);
    assert_int_equal(again.proofs[53].labels[0].node, all.proofs[53].labels[0].node);
    fixture_same_c1(&some, &again);
    c1_free(&again);
    c1_free(&some);
    free(t.data);
    t = (fixture_text) { 0 };
    assert_int_equal(c1_write(&all, C1_CURIO, fixture_append, &t), CUZK_OK);
    assert_int_equal(c1_parse_some(&again, t.data, t.len, NULL, "all", &err), CUZK_OK);
    assert_int_equal(again.partitions, 10);
    c1_free(&again);
    free(t.data);
    some = all; /* none at all, and one too many */
    t = (fixture_text) { 0 };
    some.partitions = 0;
    assert_int_equal(c1_write(&some, C1_CURIO, fixture_append, &t), CUZK_OK);
    assert_int_equal(c1_parse_some(&again, t.data, t.len, NULL, "none", &err), CUZK_BAD_INPUT);
    free(t.data);
    c1_free(&all);
    assert_int_equal(
        c1_fabricate(&some, &registered_seals[8], 11, 1, 1, c1_synthetic_ticket, seed, &err),
        CUZK_BAD_INPUT);
    assert_string_equal(err.code, "too-many-partitions");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_official_bytes),
        cmocka_unit_test(a_sink_that_fails),
        cmocka_unit_test(every_size),
        cmocka_unit_test(a_change_in_a_large_sector),
        cmocka_unit_test(only_interactive_ones),
        cmocka_unit_test(some_partitions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
