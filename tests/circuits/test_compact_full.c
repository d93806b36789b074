/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Whole 32 GiB partitions, every row of them compared with what its linear combinations give. */
#include "circuits/porep_case.h"
#include "circuits/post.h"
#include "circuits/update.h"
#include "filecoin/c1_fabricate.h"
#include "filecoin/vanilla_fabricate.h"
#include "r1cs/compact.h"
#include "r1cs/compare.h"
#include "r1cs/density_make.h"
#include "test.h"

static void compare_all(const circuit *c, const circuit_parts *parts, uint64_t rows)
{
    work wk;
    compact w;
    density_set d;
    assignment a;
    cuzk_error err;
    assert_int_equal(work_init(&wk, 0, 0, NULL), CUZK_OK);
    if (compact_make(&w, &wk, c, parts, NULL, &err) != CUZK_OK)
        fail_msg("%s", err.message);
    assert_int_equal(w.counts.n_rows, rows);
    assert_int_equal(compact_first_unsatisfied(&w), rows);
    assert_int_equal(density_make(&d, &wk, c, parts, NULL), CUZK_OK);
    compact_assignment(&w, &d, &a);
    if (compare_make(&wk, c, &a, &err) != CUZK_OK)
        fail_msg("%s", err.message);
    density_free(&d);
    compact_free(&w);
    work_free(&wk);
}

static void porep(void **unused)
{
    static const uint8_t ticket[32] = { 1 }, seed[32] = { 2 };
    porep_case k;
    (void)unused;
    const sector_shape *shape = sector_shape_find("32GiB");
    assert_int_equal(
        c1_fabricate(&k.c1, registered_seal_default(shape), 1, 1000, 1, ticket, seed, NULL),
        CUZK_OK);
    porep_case_update(&k);
    circuit_parts parts = porep_circuit_parts(&k.porep);
    compare_all(&k.circuit, &parts, 130278869);
    porep_case_free(&k);
}

static void window(void **unused)
{
    static const uint8_t randomness[32] = { 3 };
    const registered_post *post = registered_post_default(KIND_WINDOW, sector_shape_find("32GiB"));
    const size_t n = registered_post_sectors(post);
    post_sector_claim *claims = calloc(n, sizeof *claims);
    post_vanilla v;
    post_circuit p;
    cuzk_error err;
    (void)unused;
    if (post_fabricate(&v, claims, post, randomness, 1, n, &err) != CUZK_OK ||
        post_circuit_init(&p, post, v.sectors, n, &err) != CUZK_OK)
        fail_msg("%s", err.message);
    circuit c = post_circuit_of(&p);
    circuit_parts parts = post_circuit_parts(&p);
    compare_all(&c, &parts, 125305057);
    post_vanilla_free(&v);
    free(claims);
}

static void update(void **unused)
{
    update_vanilla v;
    update_statement statement;
    update_circuit u;
    cuzk_error err;
    (void)unused;
    if (update_fabricate(&v, &statement, update_shape_of(sector_shape_find("32GiB")), &err) !=
            CUZK_OK ||
        update_circuit_init(&u, &statement, 15, &v.partitions[15], &err) != CUZK_OK)
        fail_msg("%s", err.message);
    circuit c = update_circuit_of(&u);
    circuit_parts parts = update_circuit_parts(&u);
    compare_all(&c, &parts, 81049504);
    update_vanilla_free(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(porep),
        cmocka_unit_test(window),
        cmocka_unit_test(update),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
