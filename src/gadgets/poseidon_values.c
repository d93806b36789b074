/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The rows are those of the S-boxes, each behind the row that makes its x a variable, and the row
 * of the digest. In the first round x is input + key, which is no variable, and the S-box of
 * element 0 has no rows. */
#include "gadgets/poseidon_values.h"
#include <pthread.h>
#include <string.h>

#define ARITIES  7
#define MAX_ROWS 1400 /* arity 36 has 1385; as many variables as rows */

static const unsigned arities[ARITIES] = { 2, 4, 8, 11, 16, 24, 36 };
static value_refs rows[ARITIES][MAX_ROWS];
static value_var vars[ARITIES][MAX_ROWS];
static value_template templates[ARITIES];
static bool written[ARITIES];
static pthread_mutex_t writing = PTHREAD_MUTEX_INITIALIZER;

/* A template that is being written. What is stored are the x of the S-boxes, and the digest. */
typedef struct writer {
    value_template *t;
    value_refs *rows;
    value_var *vars;
} writer;

static value_ref write_var(writer *w, value_power power, const fr *plus)
{
    w->vars[w->t->n_vars] = (value_var) { w->t->n_stored, power, plus };
    return VALUE_VAR | w->t->n_vars++;
}

static void write_row(writer *w, value_ref a, value_ref b, value_ref c)
{
    w->rows[w->t->n_rows++] = (value_refs) { a, b, c };
}

/* The three rows of an S-box: x * x = x2, x2 * x2 = x4, x * x4 = out - key. */
static void write_sbox(writer *w, const fr *key)
{
    const value_ref x = VALUE_EXTRA | w->t->n_stored;
    const value_ref x2 = write_var(w, VALUE_X2, NULL), x4 = write_var(w, VALUE_X4, NULL);
    write_var(w, VALUE_X5, key);
    write_row(w, x, x, x2);
    write_row(w, x2, x2, x4);
    write_row(w, x, x4, VALUE_PRODUCT);
    w->t->n_stored++;
}

/* x * 1 = x, a new variable. */
static void write_variable(writer *w)
{
    const value_ref x = write_var(w, VALUE_X, NULL);
    write_row(w, x, VALUE_ONE, x);
}

static void write_template(writer *w, unsigned arity)
{
    const poseidon_params *p = poseidon_params_get(arity);
    const unsigned n = poseidon_sboxes(arity);
    *w->t = (value_template) { .rows = w->rows, .vars = w->vars };
    for (unsigned j = 1; j < n; j++) {
        if (j >= p->width)
            write_variable(w);
        write_sbox(w, j + p->width < n ? &p->keys[p->width + j] : NULL);
    }
    write_variable(w);
    w->t->n_stored++;
}

/* Of the arities a circuit uses: the constants of the others need not be derived. */
static const value_template *template_of(unsigned arity)
{
    unsigned i = 0;
    while (arities[i] != arity)
        i++;
    writer w = { &templates[i], rows[i], vars[i] };
    pthread_mutex_lock(&writing);
    if (!written[i])
        write_template(&w, arity);
    written[i] = true;
    pthread_mutex_unlock(&writing);
    return &templates[i];
}

cs_var poseidon_values(cs_values *v, const poseidon_params *p, const fr *trace, const fr *digest)
{
    const unsigned n = poseidon_sboxes(p->arity);
    fr stored[POSEIDON_MAX_SBOXES];
    memcpy(stored, trace + 1, (n - 1) * sizeof *stored);
    stored[n - 1] = *digest;
    return values_run(v, template_of(p->arity), stored);
}
