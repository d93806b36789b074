/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Products of independent elements: how many a second, where cmd_field.c's chains say how long one
 * takes. */
#include "apps/bench/bench.h"
#include "apps/bench/field_lanes.h"
#include "base/cpu.h"
#include "field/kernels.h"

#include <stdio.h>
#include <string.h>

#define TIMES 100 /* over all elements, a run */

typedef struct scalar_each {
    const field_kernels *k;
    field_each e;
} scalar_each;

static void fr_mul_each(void *ctx)
{
    scalar_each *s = ctx;
    for (size_t i = 0; i < FIELD_EACH; i++)
        s->k->fr_mul(&s->e.rs[i], &s->e.r[i], &s->e.s[i]);
}

static void fp_mul_each(void *ctx)
{
    scalar_each *s = ctx;
    for (size_t i = 0; i < FIELD_EACH; i++)
        s->k->fp_mul(&s->e.pq[i], &s->e.p[i], &s->e.q[i]);
}

static void fp2_mul_each(void *ctx)
{
    scalar_each *s = ctx;
    for (size_t i = 0; i < FIELD_EACH; i++)
        s->k->fp2_mul(&s->e.uv[i], &s->e.u[i], &s->e.v[i]);
}

static const struct {
    const char *name;
    bench_fn scalar, lanes;
} rows[] = {
#ifdef CUZK_HAVE_IFMA
    { "fr_mul", fr_mul_each, field_lanes_fr_mul },
    { "fp_mul", fp_mul_each, field_lanes_fp_mul },
    { "fp2_mul", fp2_mul_each, field_lanes_fp2_mul },
#else
    { "fr_mul", fr_mul_each, NULL },
    { "fp_mul", fp_mul_each, NULL },
    { "fp2_mul", fp2_mul_each, NULL },
#endif
};

typedef struct timed {
    bench_fn fn;
    void *ctx;
} timed;

static void repeat(void *ctx)
{
    const timed *r = ctx;
    for (int i = 0; i < TIMES; i++)
        r->fn(r->ctx);
}

static void make_operands(field_each *e)
{
    fp x, step;
    bench_scalars(e->r, FIELD_EACH, 3);
    bench_scalars(e->s, FIELD_EACH, 5);
    fp_double(&step, &FP_ONE);
    fp_inv(&step, &step);
    x = step;
    for (size_t i = 0; i < FIELD_EACH; i++) {
        fp *const o[] = { &e->p[i], &e->q[i], &e->u[i].c0, &e->u[i].c1, &e->v[i].c0, &e->v[i].c1 };
        for (size_t k = 0; k < sizeof o / sizeof o[0]; k++) {
            *o[k] = x;
            fp_mul(&x, &x, &step);
            fp_add(&x, &x, &step);
        }
    }
}

static bool results_eq(const field_each *a, const field_each *b)
{
    return memcmp(a->rs, b->rs, sizeof a->rs) == 0 && memcmp(a->pq, b->pq, sizeof a->pq) == 0 &&
           memcmp(a->uv, b->uv, sizeof a->uv) == 0;
}

static void run_rows(const bench *b, scalar_each *s, const char *variant, bool lanes)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char name[64];
        timed r = { lanes ? rows[i].lanes : rows[i].scalar, s };
        snprintf(name, sizeof name, "%s %s, independent", rows[i].name, variant);
        bench_row(b, name, bench_time(repeat, &r), TIMES * FIELD_EACH, "operation");
    }
}

cuzk_status field_each_run(const bench *b, cuzk_error *err)
{
    static scalar_each s;
    static field_each want;
    make_operands(&s.e);
    for (cpu_variant v = 0; v < CPU_VARIANTS; v++) {
        if (!cpu_variant_available(v))
            continue;
        s.k = field_kernels_of(v);
        run_rows(b, &s, cpu_variant_name(v), false);
        if (v == CPU_PORTABLE)
            want = s.e;
        TRY(bench_check(results_eq(&s.e, &want), "independent products", err));
    }
#ifdef CUZK_HAVE_IFMA
    if (!cpu_variant_available(CPU_IFMA))
        return CUZK_OK;
    field_lanes_load(&s.e);
    run_rows(b, &s, "in lanes", true);
    field_lanes_store(&s.e);
    TRY(bench_check(results_eq(&s.e, &want), "products in lanes", err));
#endif
    return CUZK_OK;
}
