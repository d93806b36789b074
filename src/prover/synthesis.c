/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "prover/synthesis.h"

#include "r1cs/check.h"
#include "r1cs/compare.h"

#include <stdlib.h>

#define ROW_GRAIN 4096

/* -- options -- */

/* The place of an environment variable's value in a list; 0 when it is not set. */
static cuzk_status choice(unsigned *out, const char *name, const char *const *values, unsigned n,
                          cuzk_error *err)
{
    const char *value = getenv(name);

    *out = 0;
    if (!value || !*value)
        return CUZK_OK;
    for (unsigned i = 0; i < n; i++) {
        if (strcmp(value, values[i]) == 0) {
            *out = i;
            return CUZK_OK;
        }
    }
    err_set(err, CUZK_BAD_INPUT, "bad-environment", "%s has a value it cannot have", name);
    err_expected(err, "%s or %s", values[0], values[1]);
    err_found(err, "%.40s", value);
    return CUZK_BAD_INPUT;
}

cuzk_status synthesis_options_from_environment(synthesis_options *o, cuzk_error *err)
{
    static const char *const witnesses[] = { "compact", "generic" }, *const checks[] = { "0",
                                                                                         "rows" };
    unsigned generic, rows;

    TRY(choice(&generic, "CUZK_WITNESS", witnesses, 2, err));
    TRY(choice(&rows, "CUZK_CHECK", checks, 2, err));
    *o = (synthesis_options) { .generic = generic, .check_rows = rows };
    return CUZK_OK;
}

/* -- do the rows hold? -- */

typedef struct row_check {
    const assignment *asg;
    _Atomic uint64_t first_bad;
} row_check;

static void check_rows(void *ctx, size_t begin, size_t end, unsigned thread)
{
    row_check *c = ctx;
    (void)thread;
    for (size_t i = begin; i < end; i++) {
        fr product;
        fr_mul(&product, &c->asg->a.plain[i], &c->asg->b.plain[i]);
        if (fr_eq(&product, &c->asg->c.plain[i]))
            continue;
        work_found(&c->first_bad, i);
        return;
    }
}

/* The first row that does not hold; their number if all do. */
static uint64_t first_unsatisfied(const synthesis *s, work *w)
{
    row_check c = { &s->asg, s->asg.a.n };

    if (!s->generic)
        return compact_first_unsatisfied(&s->compact);
    work_for(w, s->asg.a.n, ROW_GRAIN, check_rows, &c);
    return atomic_load(&c.first_bad);
}

/* A product a row tells whether all hold; only when one does not is the circuit run again to find
 * its name. */
static cuzk_status require_satisfied(const synthesis *s, work *w, const circuit *c, cuzk_error *err)
{
    work_phase_begin(w, "checking rows", 0);
    uint64_t bad = first_unsatisfied(s, w);
    work_phase_end(w);
    TRY(work_status(w, err));
    if (bad == s->asg.a.n)
        return CUZK_OK;
    TRY(check_circuit(c, err));
    return err_set(err, CUZK_FAULT, "unsteady-circuit",
                   "row %llu does not hold, but did when the circuit ran again",
                   (unsigned long long)bad);
}

/* -- the witness -- */

uint64_t synthesis_bytes(const synthesis_options *o, const circuit_parts *parts)
{
    const cs_counts n = circuit_parts_before(parts, parts->n);

    if (!o->generic)
        return circuit_parts_bytes(parts);
    return (3 * (n.n_rows + n.n_inputs) + n.n_inputs + n.n_aux) * sizeof(fr);
}

static cuzk_status make_generic(synthesis *s, work *w, const circuit *c, const circuit_parts *parts,
                                cuzk_error *err)
{
    cs_counts expected = parts ? circuit_parts_before(parts, parts->n) : (cs_counts) { 0 };

    expected.n_rows += expected.n_inputs; /* those of cs_finish */
    s->generic = true;
    TRY(witness_make(&s->witness, w, c, parts ? &expected : NULL, err));
    witness_assignment(&s->witness, &s->asg);
    return CUZK_OK;
}

static cuzk_status make_compact(synthesis *s, work *w, const circuit *c, const circuit_parts *parts,
                                const density_set *densities, cuzk_error *err)
{
    s->generic = false;
    TRY(compact_make(&s->compact, w, c, parts, NULL, err));
    compact_assignment(&s->compact, densities, &s->asg);
    return CUZK_OK;
}

static cuzk_status compare_rows(const synthesis *s, work *w, const circuit *c, cuzk_error *err)
{
    work_phase_begin(w, "comparing rows", 0);
    cuzk_status status = compare_make(w, c, &s->asg, err);
    work_phase_end(w);
    return status;
}

cuzk_status synthesis_make(synthesis *s, work *w, const circuit *c, const circuit_parts *parts,
                           const density_set *densities, const synthesis_options *o,
                           cuzk_error *err)
{
    cuzk_status status;

    work_phase_begin(w, "synthesis", 0);
    if (o->generic || !parts)
        status = make_generic(s, w, c, parts, err);
    else
        status = make_compact(s, w, c, parts, densities, err);
    work_phase_end(w);
    if (status != CUZK_OK)
        return status;
    if (o->check_rows && !s->generic)
        status = compare_rows(s, w, c, err);
    if (status == CUZK_OK)
        status = require_satisfied(s, w, c, err);
    if (status != CUZK_OK)
        synthesis_free(s);
    return status;
}

void synthesis_free(synthesis *s)
{
    if (s->generic)
        witness_free(&s->witness);
    else
        compact_free(&s->compact);
}
