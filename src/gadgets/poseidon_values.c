/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The rows are those of the S-boxes, each behind the row that makes its x a variable, and the row
 * of the digest. In the first round x is input + key, which is no variable, and the S-box of
 * element 0 has no rows. */
#include "gadgets/poseidon_values.h"
#include <pthread.h>

#define ARITIES  7
#define MAX_ROWS 1400 /* arity 36 has 1385 */

static const unsigned arities[ARITIES] = { 2, 4, 8, 11, 16, 24, 36 };
static value_refs rows[ARITIES][MAX_ROWS];
static value_template templates[ARITIES];
static bool written[ARITIES];
static pthread_mutex_t writing = PTHREAD_MUTEX_INITIALIZER;

/* The three rows of an S-box: x * x = x2, x2 * x2 = x4, x * x4 = out - key. */
static void write_sbox(value_template *t, value_refs *at, value_ref x)
{
    const value_ref x2 = VALUE_VAR | t->n_vars, x4 = x2 + 1;
    at[t->n_rows++] = (value_refs) { x, x, x2 };
    at[t->n_rows++] = (value_refs) { x2, x2, x4 };
    at[t->n_rows++] = (value_refs) { x, x4, VALUE_PRODUCT };
    t->n_vars += 3;
}

/* x * 1 = x, a new variable. */
static value_ref write_variable(value_template *t, value_refs *at)
{
    const value_ref x = VALUE_VAR | t->n_vars++;
    at[t->n_rows++] = (value_refs) { x, VALUE_ONE, x };
    return x;
}

static void write_template(value_template *t, value_refs *at, unsigned arity)
{
    const poseidon_params *p = poseidon_params_get(arity);
    const unsigned n = POSEIDON_FULL_ROUNDS * p->width + p->partial_rounds;
    *t = (value_template) { .rows = at };
    for (unsigned j = 1; j < p->width; j++)
        write_sbox(t, at, VALUE_EXTRA | t->n_extras++);
    for (unsigned j = p->width; j < n; j++) {
        value_ref x = write_variable(t, at);
        write_sbox(t, at, x);
    }
    write_variable(t, at);
}

/* Of the arities a circuit uses: the constants of the others need not be derived. */
static const value_template *template_of(unsigned arity)
{
    unsigned i = 0;
    while (arities[i] != arity)
        i++;
    pthread_mutex_lock(&writing);
    if (!written[i])
        write_template(&templates[i], rows[i], arities[i]);
    written[i] = true;
    pthread_mutex_unlock(&writing);
    return &templates[i];
}

cs_var poseidon_values(cs_values *v, const poseidon_params *p, const poseidon_sbox *trace,
                       const fr *digest)
{
    _Static_assert(sizeof(poseidon_sbox) == 4 * sizeof(fr), "x, x2, x4 and out in a row");
    const unsigned t = p->width, n = POSEIDON_FULL_ROUNDS * t + p->partial_rounds;
    fr x[POSEIDON_MAX_WIDTH];
    for (unsigned j = 1; j < t; j++)
        x[j - 1] = trace[j].x;
    values_run(v, template_of(p->arity), x);
    for (unsigned j = 1; j < t; j++)
        values_wide(v, &trace[j].x2, 3);
    values_wide(v, &trace[t].x, 4 * (n - t));
    return values_wide(v, digest, 1);
}
