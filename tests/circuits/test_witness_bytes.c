/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a witness takes against what it is said to take, of every kind and of small and large
 * sectors. */
#include "circuits/kind_circuit.h"
#include "filecoin/c1_fabricate.h"
#include "filecoin/vanilla_fabricate.h"
#include "r1cs/compact.h"
#include "test.h"

typedef struct made {
    kind_circuit circuit;
    c1 c1;
    post_vanilla post;
    post_sector_claim *claims;
    update_vanilla update;
} made;

static cuzk_status make_porep(made *m, const sector_shape *shape, cuzk_error *err)
{
    static const uint8_t ticket[32] = { 1 }, seed[32] = { 2 };
    TRY(c1_fabricate(&m->c1, registered_seal_default(shape), 1, 1000, 1, ticket, seed, err));
    return porep_circuit_init(&m->circuit.of.porep, shape, &m->c1.replica_id, &m->c1.comm_d,
                              &m->c1.comm_r, m->c1.proofs, m->c1.challenges, err);
}

static cuzk_status make_post(made *m, proof_kind kind, const sector_shape *shape, cuzk_error *err)
{
    static const uint8_t randomness[32] = { 3 };
    const registered_post *post = registered_post_default(kind, shape);
    const size_t n = registered_post_sectors(post);
    m->claims = calloc(n, sizeof *m->claims);
    assert_non_null(m->claims);
    TRY(post_fabricate(&m->post, m->claims, post, randomness, 1, n, err));
    return post_circuit_init(&m->circuit.of.post, post, m->post.sectors, n, err);
}

static cuzk_status make_update(made *m, const sector_shape *shape, cuzk_error *err)
{
    update_statement s;
    TRY(update_fabricate(&m->update, &s, update_shape_of(shape), err));
    return update_circuit_init(&m->circuit.of.update, &s, 0, &m->update.partitions[0], err);
}

static cuzk_status make(made *m, proof_kind kind, const sector_shape *shape, cuzk_error *err)
{
    memset(m, 0, sizeof *m);
    m->circuit.kind = kind;
    return kind == KIND_POREP    ? make_porep(m, shape, err)
           : kind == KIND_UPDATE ? make_update(m, shape, err)
                                 : make_post(m, kind, shape, err);
}

static void free_made(made *m)
{
    c1_free(&m->c1);
    post_vanilla_free(&m->post);
    free(m->claims);
    update_vanilla_free(&m->update);
}

static void measure(proof_kind kind, const char *size)
{
    made m;
    work wk;
    compact w;
    cuzk_error err;
    if (make(&m, kind, sector_shape_find(size), &err) != CUZK_OK)
        fail_msg("%s", err.message);
    const circuit c = kind_circuit_of(&m.circuit);
    const circuit_parts parts = kind_circuit_parts(&m.circuit);
    assert_int_equal(work_init(&wk, 1, 0, NULL), CUZK_OK);
    if (compact_make(&w, &wk, &c, &parts, NULL, &err) != CUZK_OK)
        fail_msg("%s", err.message);
    const uint64_t said = circuit_parts_bytes(&parts), bytes = compact_bytes(&w);
    print_message("%s, %s: %llu bytes, said to be %llu, counted %zu\n", proof_kind_name(kind), size,
                  (unsigned long long)bytes, (unsigned long long)said, (size_t)wk.mem_peak);
    assert_in_range(said, bytes, bytes * 3 / 2);
    assert_in_range(wk.mem_peak, bytes * 3 / 4, bytes); /* what is small is not counted */
    compact_free(&w);
    work_free(&wk);
    free_made(&m);
}

static void small_sectors(void **unused)
{
    static const char *const sizes[] = { "2KiB", "8MiB", "512MiB" };
    (void)unused;
    for (int i = 0; i < 3; i++)
        for (int kind = KIND_POREP; kind <= KIND_UPDATE; kind++)
            measure((proof_kind)kind, sizes[i]);
}

static void large_sectors(void **unused)
{
    (void)unused;
    for (int kind = KIND_POREP; kind <= KIND_UPDATE; kind++) {
        measure((proof_kind)kind, "32GiB");
        measure((proof_kind)kind, "64GiB");
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest small[] = { cmocka_unit_test(small_sectors) };
    const struct CMUnitTest large[] = { cmocka_unit_test(large_sectors) };
    if (argc > 1 && strcmp(argv[1], "large") == 0)
        return cmocka_run_group_tests(large, NULL, NULL);
    return cmocka_run_group_tests(small, NULL, NULL);
}
