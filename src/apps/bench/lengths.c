/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/lengths.h"
#include "base/error.h"

typedef struct counting {
    cs cs;
    lengths *out;
} counting;

static void ignore_alloc(cs *s, bool input, const fr *value)
{
    (void)s;
    (void)input;
    (void)value;
}

static void count_vector(lengths *out, const lc_terms *t)
{
    out->vectors[t->n < LENGTHS_MAX ? t->n : LENGTHS_MAX]++;
    out->terms += t->n;
}

static void count_row(cs *s, const lc *a, const lc *b, const lc *c)
{
    lengths *out = ((counting *)s)->out;
    const lc *side[] = { a, b, c };

    out->rows++;
    for (unsigned i = 0; i < 3; i++) {
        count_vector(out, &side[i]->inputs);
        count_vector(out, &side[i]->aux);
    }
}

static const cs_ops counting_ops = { .name = "lengths",
                                     .alloc = ignore_alloc,
                                     .enforce = count_row };

cuzk_status lengths_count(lengths *out, const circuit *c, cuzk_error *err)
{
    counting k = { .out = out };

    *out = (lengths) { 0 };
    cs_init(&k.cs, &counting_ops);
    c->synthesize(c->ctx, &k.cs);
    cs_finish(&k.cs);
    cuzk_status s = cs_status(&k.cs, err);
    cs_free(&k.cs);
    return s;
}

double lengths_above(const lengths *l, unsigned n)
{
    uint64_t all = 0, above = 0;

    for (unsigned i = 0; i <= LENGTHS_MAX; i++) {
        all += l->vectors[i];
        if (i > n)
            above += l->vectors[i];
    }
    return all ? (double)above / (double)all : 0;
}
