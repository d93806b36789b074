/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "r1cs/lc.h"
#include <pthread.h>
#include <string.h>

void lc_init(lc *l)
{
    lc_init_row(l, NULL);
}

void lc_init_row(lc *l, lc_memory *m)
{
    terms_init(&l->inputs, m);
    terms_init(&l->aux, m);
    l->failed = false;
}

void lc_free(lc *l)
{
    terms_free(&l->inputs);
    terms_free(&l->aux);
    l->failed = false;
}

void lc_clear(lc *l)
{
    terms_clear(&l->inputs);
    terms_clear(&l->aux);
    l->failed = false;
}

static bool terms_reserve(lc_terms *t, uint64_t n)
{
    if (n <= t->cap)
        return true;
    uint64_t cap = t->cap > 2 ? 2 * (uint64_t)t->cap : 4;
    if (cap < n)
        cap = n;
    return cap <= UINT32_MAX && terms_grow(t, (uint32_t)cap);
}

/* The first position whose index is not below `index`. */
static uint32_t terms_lower_bound(const lc_terms *t, const lc_term *term, uint64_t index)
{
    /* Terms mostly come in ascending runs: look behind the last insertion first. */
    uint32_t next = t->last + 1;
    if (next <= t->n && term[t->last].index < index && (next == t->n || term[next].index >= index))
        return next;
    uint32_t lo = 0, hi = t->n;
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (term[mid].index < index)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

static bool terms_add(lc_terms *t, const fr *coeff, uint64_t index)
{
    lc_term *term = terms_at(t);
    uint32_t at = terms_lower_bound(t, term, index);
    if (at < t->n && term[at].index == index) {
        fr_add(&term[at].coeff, &term[at].coeff, coeff);
        t->last = at;
        return true;
    }
    if (t->n == t->cap) {
        if (!terms_reserve(t, (uint64_t)t->n + 1))
            return false;
        term = terms_at(t);
    }
    if (at < t->n)
        memmove(term + at + 1, term + at, (t->n - at) * sizeof *term);
    term[at].index = index;
    term[at].coeff = *coeff;
    t->n++;
    t->last = at;
    return true;
}

bool lc_add(lc *l, const fr *coeff, cs_var v)
{
    lc_terms *t = cs_var_is_aux(v) ? &l->aux : &l->inputs;
    if (terms_add(t, coeff, cs_var_index(v)))
        return true;
    l->failed = true;
    return false;
}

bool lc_add_var(lc *l, cs_var v)
{
    return lc_add(l, &FR_ONE, v);
}

bool lc_sub_var(lc *l, cs_var v)
{
    fr minus_one;
    fr_neg(&minus_one, &FR_ONE);
    return lc_add(l, &minus_one, v);
}

bool lc_add_pow2(lc *l, unsigned i, cs_var v)
{
    return lc_add(l, fr_pow2(i), v);
}

static uint32_t terms_common(const lc_terms *a, const lc_terms *b)
{
    const lc_term *x = lc_terms_data(a), *y = lc_terms_data(b);
    uint32_t i = 0, j = 0, common = 0;
    while (i < a->n && j < b->n) {
        uint64_t xi = x[i].index, yj = y[j].index;
        common += xi == yj;
        i += xi <= yj;
        j += yj <= xi;
    }
    return common;
}

/* t += k * m, merged from the back into the room made behind t: one pass however the two
 * interleave, where inserting term by term would move t's tail once a term. */
static void terms_merge(lc_terms *t, const fr *k, const lc_terms *m, uint32_t common)
{
    lc_term *to = terms_at(t);
    const lc_term *from = lc_terms_data(m);
    bool scale = !fr_is_one(k);
    uint32_t i = t->n, j = m->n;
    t->n += m->n - common;
    for (uint32_t out = t->n; j > 0;) {
        out--;
        if (i > 0 && to[i - 1].index > from[j - 1].index) {
            to[out] = to[--i];
            continue;
        }
        lc_term add = from[--j];
        if (scale)
            fr_mul(&add.coeff, &add.coeff, k);
        if (i > 0 && to[i - 1].index == add.index)
            fr_add(&add.coeff, &add.coeff, &to[--i].coeff);
        to[out] = add;
    }
    t->last = t->n ? t->n - 1 : 0;
}

bool lc_add_lc(lc *l, const fr *k, const lc *m)
{
    uint32_t inputs = terms_common(&l->inputs, &m->inputs);
    uint32_t aux = terms_common(&l->aux, &m->aux);
    if (m->failed || !terms_reserve(&l->inputs, (uint64_t)l->inputs.n + m->inputs.n - inputs) ||
        !terms_reserve(&l->aux, (uint64_t)l->aux.n + m->aux.n - aux)) {
        l->failed = true;
        return false;
    }
    terms_merge(&l->inputs, k, &m->inputs, inputs);
    terms_merge(&l->aux, k, &m->aux, aux);
    return true;
}

bool lc_copy(lc *l, const lc *m)
{
    if (l == m)
        return !l->failed;
    lc_clear(l);
    return lc_add_lc(l, &FR_ONE, m);
}

/* Most coefficients are 1, most values 0 or 1: no multiplication for those. */
static void terms_eval(fr *sum, const lc_terms *t, const fr *values)
{
    const lc_term *term = lc_terms_data(t);
    for (uint32_t i = 0; i < t->n; i++) {
        const fr *value = &values[term[i].index];
        const fr *coeff = &term[i].coeff;
        fr product;
        if (fr_is_zero(value))
            continue;
        if (fr_is_one(value)) {
            fr_add(sum, sum, coeff);
        } else if (fr_is_one(coeff)) {
            fr_add(sum, sum, value);
        } else {
            fr_mul(&product, coeff, value);
            fr_add(sum, sum, &product);
        }
    }
}

void lc_eval(fr *value, const lc *l, const fr *inputs, const fr *aux)
{
    *value = FR_ZERO;
    terms_eval(value, &l->inputs, inputs);
    terms_eval(value, &l->aux, aux);
}

static fr pow2[FR_BITS];

static void pow2_make(void)
{
    pow2[0] = FR_ONE;
    for (unsigned i = 1; i < FR_BITS; i++)
        fr_double(&pow2[i], &pow2[i - 1]);
}

const fr *fr_pow2(unsigned i)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, pow2_make);
    return &pow2[i];
}
