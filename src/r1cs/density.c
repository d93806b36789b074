/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "r1cs/density.h"
#include <stdlib.h>

void density_init(density_set *d)
{
    *d = (density_set) { 0 };
}

void density_free(density_set *d)
{
    free(d->a_aux.words);
    free(d->b_input.words);
    free(d->b_aux.words);
    density_init(d);
}

static bool resize(bitmap *b, size_t old_words, size_t words)
{
    uint64_t *p = realloc(b->words, words * sizeof *p);
    if (!p)
        return false;
    memset(p + old_words, 0, (words - old_words) * sizeof *p);
    b->words = p;
    return true;
}

bool density_alloc(density_set *d, bool input)
{
    size_t n = input ? d->b_input.n : d->b_aux.n;
    size_t *cap = input ? &d->cap_input : &d->cap_aux;
    if (n / 64 == *cap) {
        size_t more = *cap ? 2 * *cap : 16;
        if (!input && !resize(&d->a_aux, *cap, more))
            return false;
        if (!resize(input ? &d->b_input : &d->b_aux, *cap, more))
            return false;
        *cap = more;
    }
    if (input) {
        d->b_input.n++;
    } else {
        d->a_aux.n++;
        d->b_aux.n++;
    }
    return true;
}

static void mark(bitmap *b, const lc_terms *t)
{
    const lc_term *term = lc_terms_data(t);
    for (uint32_t i = 0; i < t->n; i++)
        if (!fr_is_zero(&term[i].coeff))
            bitmap_set(b, term[i].index);
}

void density_mark(density_set *d, const lc *a, const lc *b)
{
    mark(&d->a_aux, &a->aux);
    mark(&d->b_input, &b->inputs);
    mark(&d->b_aux, &b->aux);
}
