/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the prover proves from: compact by default, generic on demand, compared on demand. */
#include "prover/synthesis.h"

#include "circuits/porep_case.h"
#include "r1cs/density_make.h"
#include "r1cs/same_witness.h"
#include "test.h"

static void options(void **state)
{
    static const struct {
        const char *witness, *check;
        bool good, generic, rows;
    } table[] = {
        { NULL, NULL, true, false, false },       { "", "", true, false, false },
        { "compact", "0", true, false, false },   { "generic", NULL, true, true, false },
        { NULL, "rows", true, false, true },      { "generic", "rows", true, true, true },
        { "quick", NULL, false, false, false },   { NULL, "1", false, false, false },
        { "Generic", NULL, false, false, false },
    };
    synthesis_options o;
    cuzk_error err;

    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        unsetenv("CUZK_WITNESS");
        unsetenv("CUZK_CHECK");
        if (table[i].witness)
            setenv("CUZK_WITNESS", table[i].witness, 1);
        if (table[i].check)
            setenv("CUZK_CHECK", table[i].check, 1);
        if (!table[i].good) {
            assert_int_equal(synthesis_options_from_environment(&o, &err), CUZK_BAD_INPUT);
            assert_string_equal(err.code, "bad-environment");
            continue;
        }
        assert_int_equal(synthesis_options_from_environment(&o, &err), CUZK_OK);
        assert_int_equal(o.generic, table[i].generic);
        assert_int_equal(o.check_rows, table[i].rows);
    }
    unsetenv("CUZK_WITNESS");
    unsetenv("CUZK_CHECK");
}

typedef struct fixture {
    work w;
    porep_case k;
    circuit_parts parts;
    density_set densities;
} fixture;

static void set_up(fixture *f)
{
    assert_int_equal(work_init(&f->w, 2, 0, NULL), CUZK_OK);
    porep_case_golden(&f->k, "seal-2k");
    f->parts = porep_circuit_parts(&f->k.porep);
    assert_int_equal(density_make(&f->densities, &f->w, &f->k.circuit, &f->parts, NULL), CUZK_OK);
}

static void tear_down(fixture *f)
{
    density_free(&f->densities);
    porep_case_free(&f->k);
    assert_int_equal(f->w.mem_used, 0);
    work_free(&f->w);
}

static cuzk_status make(synthesis *s, fixture *f, synthesis_options o, cuzk_error *err)
{
    return synthesis_make(s, &f->w, &f->k.circuit, &f->parts, &f->densities, &o, err);
}

static void both_are_the_same(void **state)
{
    fixture f;
    synthesis packed, generic;

    (void)state;
    set_up(&f);
    assert_int_equal(make(&packed, &f, (synthesis_options) { .check_rows = true }, NULL), CUZK_OK);
    assert_int_equal(make(&generic, &f, (synthesis_options) { .generic = true }, NULL), CUZK_OK);
    assert_false(packed.generic);
    assert_true(generic.generic);
    same_assignment(&packed.asg, &generic.asg);
    synthesis_free(&packed);
    synthesis_free(&generic);
    tear_down(&f);
}

/* The row has the name the circuit gives it, whichever the witness. */
static void a_false_row(void **state)
{
    fixture f;
    cuzk_error err[2];
    synthesis s;

    (void)state;
    set_up(&f);
    f.k.c1.proofs[1].drg_parents[2].rows[1].b[3] ^= 1;
    for (int generic = 0; generic < 2; generic++) {
        assert_int_equal(make(&s, &f, (synthesis_options) { .generic = generic }, &err[generic]),
                         CUZK_NO);
        assert_string_equal(err[generic].code, "unsatisfied");
        assert_non_null(strstr(err[generic].section, "challenge 1/drg parent 2"));
    }
    assert_int_equal(err[0].index, err[1].index);
    tear_down(&f);
}

/* What the comparison is for. */
static void wrong_densities_are_found(void **state)
{
    fixture f;
    cuzk_error err;
    synthesis s;

    (void)state;
    set_up(&f);
    f.densities.b_aux.words[1000] ^= 4;
    assert_int_equal(make(&s, &f, (synthesis_options) { .check_rows = true }, &err), CUZK_FAULT);
    assert_string_equal(err.code, "wrong-density");
    f.densities.b_aux.words[1000] ^= 4;
    tear_down(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options),
        cmocka_unit_test(both_are_the_same),
        cmocka_unit_test(a_false_row),
        cmocka_unit_test(wrong_densities_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
