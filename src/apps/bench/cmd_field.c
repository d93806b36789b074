/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Chains of dependent operations, through the kernel table of every variant. */
#include "apps/bench/bench.h"
#include "base/cpu.h"
#include "base/error.h"
#include "field/kernels.h"

#include <stdio.h>

#define CHAIN 1000

typedef struct chain {
    const field_kernels *k;
    fr r, r_step;
    fp p, p_step;
    fp2 q, q_step;
} chain;

static void chain_init(chain *c, const field_kernels *k)
{
    c->k = k;
    c->r_step = fr_from_u64(0x123456789abcdef);
    fr_inv(&c->r_step, &c->r_step);
    c->r = c->r_step;
    c->p_step = FP_ONE;
    fp_double(&c->p_step, &c->p_step);
    fp_add(&c->p_step, &c->p_step, &FP_ONE);
    fp_inv(&c->p_step, &c->p_step);
    c->p = c->p_step;
    c->q_step = (fp2) { c->p_step, FP_ONE };
    c->q = c->q_step;
}

static void fr_add_chain(void *ctx)
{
    chain *c = ctx;
    for (int i = 0; i < CHAIN; i++)
        c->k->fr_add(&c->r, &c->r, &c->r_step);
}

static void fr_mul_chain(void *ctx)
{
    chain *c = ctx;
    for (int i = 0; i < CHAIN; i++)
        c->k->fr_mul(&c->r, &c->r, &c->r_step);
}

static void fp_add_chain(void *ctx)
{
    chain *c = ctx;
    for (int i = 0; i < CHAIN; i++)
        c->k->fp_add(&c->p, &c->p, &c->p_step);
}

static void fp_mul_chain(void *ctx)
{
    chain *c = ctx;
    for (int i = 0; i < CHAIN; i++)
        c->k->fp_mul(&c->p, &c->p, &c->p_step);
}

static void fp_sqr_chain(void *ctx)
{
    chain *c = ctx;
    for (int i = 0; i < CHAIN; i++)
        c->k->fp_sqr(&c->p, &c->p);
}

static void fp2_mul_chain(void *ctx)
{
    chain *c = ctx;
    for (int i = 0; i < CHAIN; i++)
        c->k->fp2_mul(&c->q, &c->q, &c->q_step);
}

static void fp2_sqr_chain(void *ctx)
{
    chain *c = ctx;
    for (int i = 0; i < CHAIN; i++)
        c->k->fp2_sqr(&c->q, &c->q);
}

/* The same once more the slow way: sums as one multiplication, products as powers, squares as
 * products with itself, in plain C. */
static void chain_ref(chain *c, bench_fn fn)
{
    const field_kernels *plain = field_kernels_of(CPU_PORTABLE);
    const uint64_t n = CHAIN;
    fr r = fr_from_u64(CHAIN);
    fp p = FP_ZERO;
    if (fn == fr_add_chain) {
        plain->fr_mul(&r, &r, &c->r_step);
        plain->fr_add(&c->r, &c->r, &r);
    } else if (fn == fr_mul_chain) {
        plain->fr_pow(&r, &c->r_step, &n, 1);
        plain->fr_mul(&c->r, &c->r, &r);
    } else if (fn == fp_add_chain) {
        for (int i = 0; i < CHAIN; i++)
            plain->fp_add(&p, &p, &FP_ONE);
        plain->fp_mul(&p, &p, &c->p_step);
        plain->fp_add(&c->p, &c->p, &p);
    } else if (fn == fp_mul_chain) {
        plain->fp_pow(&p, &c->p_step, &n, 1);
        plain->fp_mul(&c->p, &c->p, &p);
    } else {
        for (int i = 0; i < CHAIN; i++) {
            if (fn == fp_sqr_chain)
                plain->fp_mul(&c->p, &c->p, &c->p);
            else
                plain->fp2_mul(&c->q, &c->q, fn == fp2_mul_chain ? &c->q_step : &c->q);
        }
    }
}

static bool chain_eq(const chain *a, const chain *b)
{
    return fr_eq(&a->r, &b->r) && fp_eq(&a->p, &b->p) && fp2_eq(&a->q, &b->q);
}

static const struct {
    const char *name;
    bench_fn fn;
} rows[] = {
    { "fr_add", fr_add_chain },   { "fr_mul", fr_mul_chain }, { "fp_add", fp_add_chain },
    { "fp_mul", fp_mul_chain },   { "fp_sqr", fp_sqr_chain }, { "fp2_mul", fp2_mul_chain },
    { "fp2_sqr", fp2_sqr_chain },
};

static cuzk_status run_variant(const bench *b, cpu_variant v, cuzk_error *err)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char name[64];
        chain c, ref;
        snprintf(name, sizeof name, "%s %s", rows[i].name, cpu_variant_name(v));
        chain_init(&c, field_kernels_of(v));
        ref = c;
        rows[i].fn(&c);
        chain_ref(&ref, rows[i].fn);
        TRY(bench_check(chain_eq(&c, &ref), name, err));
        bench_row(b, name, bench_time(rows[i].fn, &c), CHAIN, "operation");
    }
    return CUZK_OK;
}

static void fp_inv_chain(void *ctx)
{
    chain *c = ctx;
    for (int i = 0; i < CHAIN; i++)
        fp_inv(&c->p, &c->p);
}

static cuzk_status run_field(invocation *in, cuzk_error *err)
{
    bench b;
    chain c;
    fp one;
    TRY(bench_begin(&b, in, err));
    for (cpu_variant v = 0; v < CPU_VARIANTS; v++)
        if (cpu_variant_available(v))
            TRY(run_variant(&b, v, err));
    chain_init(&c, field_kernels_now());
    one = c.p;
    fp_inv(&c.p, &c.p);
    fp_mul(&one, &one, &c.p);
    TRY(bench_check(fp_eq(&one, &FP_ONE), "fp_inv", err));
    bench_row(&b, "fp_inv", bench_time(fp_inv_chain, &c), CHAIN, "operation");
    return field_each_run(&b, err);
}

const command cmd_field = {
    .name = "field",
    .schema = "cuzk.field.v1",
    .summary = "time field arithmetic",
    .description =
        "Times chains of dependent operations, and products of independent elements, on one "
        "thread, for every variant of the kernels this machine can run.",
    .examples = "cuzk-bench field",
    .run = run_field,
};
