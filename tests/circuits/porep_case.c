/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "circuits/porep_case.h"
#include "filecoin/fixture.h"
#include "filecoin/public_inputs.h"
#include "r1cs/check.h"
#include "test.h"

void porep_case_update(porep_case *k)
{
    cuzk_error err;
    if (porep_circuit_init(&k->porep, k->c1.shape, &k->c1.replica_id, &k->c1.comm_d, &k->c1.comm_r,
                           k->c1.proofs, k->c1.challenges, &err) != CUZK_OK)
        fail_msg("%s", err.message);
    k->circuit = porep_circuit_of(&k->porep);
}

void porep_case_init(porep_case *k, const uint8_t *data, size_t len)
{
    cuzk_error err;
    if (c1_parse(&k->c1, data, len, NULL, "c1", &err) != CUZK_OK)
        fail_msg("%s", err.message);
    porep_case_update(k);
}

void porep_case_golden(porep_case *k, const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "golden/%s/c1.json", name);
    bytes b = fixture_read(path);
    porep_case_init(k, b.data, b.len);
    free(b.data);
}

void porep_case_free(porep_case *k)
{
    c1_free(&k->c1);
}

void porep_case_satisfied(const porep_case *k)
{
    check_result r;
    porep_statement s;
    fr inputs[512];
    porep_statement_from_c1(&s, &k->c1);
    size_t n = porep_public_inputs_n(k->c1.shape);
    assert_true(n < 512 && porep_public_inputs(inputs, &s, 0));
    assert_int_equal(check_make(&r, &k->circuit, NULL, NULL), CUZK_OK);
    if (r.n_unsatisfied)
        fail_msg("row %llu: %s", (unsigned long long)r.first_row, r.first_path);
    assert_int_equal(r.counts.n_inputs, n + 1);
    for (size_t i = 0; i < n; i++)
        assert_true(fr_eq(&r.inputs[i + 1], &inputs[i]));
    check_free(&r);
}
