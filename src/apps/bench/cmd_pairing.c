/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Proofs that verify are made from a key's secrets: all points are known multiples of generators.
 */
#include "apps/bench/bench.h"
#include "apps/cli/value.h"
#include "base/error.h"
#include "curve/pairing.h"
#include "groth16/proof.h"

#include <stdio.h>

typedef struct job {
    work *w;
    g1_affine p[4];
    g2_affine q[4];
    pairing_prepared lines[4];
    fp12 f, g;
    groth16_vk vk;
    groth16_verifier *verifier;
    groth16_proof *proofs;
    fr *inputs;
    size_t n_inputs, n;
    cuzk_status status;
    cuzk_error *err;
} job;

static void g1_times(g1_affine *o, const fr *k)
{
    g1 t;
    g1_mul_affine(&t, &G1_GENERATOR, k);
    g1_to_affine(o, &t);
}

static void g2_times(g2_affine *o, const fr *k)
{
    g2 t;
    g2_mul_affine(&t, &G2_GENERATOR, k);
    g2_to_affine(o, &t);
}

static void miller_1(void *ctx)
{
    job *j = ctx;
    pairing_miller(&j->f, j->p, j->q, 1);
}

static void miller_4(void *ctx)
{
    job *j = ctx;
    pairing_miller(&j->f, j->p, j->q, 4);
}

static void miller_1_and_3(void *ctx)
{
    job *j = ctx;
    const pairing_prepared *lines[] = { &j->lines[1], &j->lines[2], &j->lines[3] };
    pairing_miller_prepared(&j->f, j->p, j->q, 1, j->p + 1, lines, 3);
}

static void prepare(void *ctx)
{
    job *j = ctx;
    pairing_prepare(&j->lines[0], &j->q[0]);
}

static void final_exp(void *ctx)
{
    job *j = ctx;
    pairing_final_exp(&j->g, &j->f);
}

static void note(job *j, cuzk_status s)
{
    if (s != CUZK_OK)
        j->status = s;
}

static void verify_one(void *ctx)
{
    job *j = ctx;
    note(j,
         groth16_verifier_check(j->verifier, j->proofs, j->inputs, j->n_inputs, 1, j->w, j->err));
}

static void verify_all(void *ctx)
{
    job *j = ctx;
    note(j, groth16_verifier_check(j->verifier, j->proofs, j->inputs, j->n_inputs, j->n, j->w,
                                   j->err));
}

/* e(aP, Q) = e(P, aQ), not one; four pairs whose logarithms add up to 0 give one, by every way. */
static cuzk_status check_pairing(job *j, cuzk_error *err)
{
    fr a = fr_from_u64(3), minus_three;
    g1_affine p;
    g2_affine q;
    fp12 x, y;
    g1_times(&p, &a);
    g2_times(&q, &a);
    pairing_miller(&x, &p, &G2_GENERATOR, 1);
    pairing_final_exp(&x, &x);
    pairing_miller(&y, &G1_GENERATOR, &q, 1);
    pairing_final_exp(&y, &y);
    TRY(bench_check(fp12_eq(&x, &y) && !fp12_is_one(&x), "pairing", err));

    /* 1 * 3 + 3 * 1 + 1 * 3 + 3 * -3 = 0 */
    j->p[0] = j->p[2] = G1_GENERATOR;
    j->p[1] = j->p[3] = p;
    j->q[0] = j->q[2] = q;
    j->q[1] = G2_GENERATOR;
    fr_neg(&minus_three, &a);
    g2_times(&j->q[3], &minus_three);
    for (int i = 0; i < 4; i++)
        pairing_prepare(&j->lines[i], &j->q[i]);
    miller_4(j);
    final_exp(j);
    TRY(bench_check(fp12_is_one(&j->g), "miller of 4 pairs", err));
    miller_1_and_3(j);
    final_exp(j);
    TRY(bench_check(fp12_is_one(&j->g), "miller of 3 prepared pairs", err));
    miller_1(j);
    final_exp(j);
    return bench_check(!fp12_is_one(&j->g), "miller of 1 pair", err);
}

/* With A = a G, B = b H, and the input sum s G: C = (a b - alpha beta - s gamma) / delta G. */
static void make_proofs(job *j)
{
    enum { ALPHA, BETA, GAMMA, DELTA, SECRETS };
    fr secret[SECRETS], ic, delta_inv;
    bench_scalars(secret, SECRETS, 7);
    g1_times(&j->vk.alpha_g1, &secret[ALPHA]);
    g1_times(&j->vk.beta_g1, &secret[BETA]);
    g2_times(&j->vk.beta_g2, &secret[BETA]);
    g2_times(&j->vk.gamma_g2, &secret[GAMMA]);
    g1_times(&j->vk.delta_g1, &secret[DELTA]);
    g2_times(&j->vk.delta_g2, &secret[DELTA]);
    for (size_t i = 0; i < j->vk.n_ic; i++) { /* ic_i = (i + 1) G */
        ic = fr_from_u64(i + 1);
        g1_times(&j->vk.ic[i], &ic);
    }
    fr_inv(&delta_inv, &secret[DELTA]);
    bench_scalars(j->inputs, j->n * j->n_inputs, 11);
    for (size_t k = 0; k < j->n; k++) {
        fr a = fr_from_u64(100 + k), b = fr_from_u64(200 + k), c, s = FR_ONE, t;
        for (size_t i = 0; i < j->n_inputs; i++) {
            ic = fr_from_u64(i + 2);
            fr_mul(&t, &j->inputs[k * j->n_inputs + i], &ic);
            fr_add(&s, &s, &t);
        }
        g1_times(&j->proofs[k].a, &a);
        g2_times(&j->proofs[k].b, &b);
        fr_mul(&c, &a, &b);
        fr_mul(&t, &secret[ALPHA], &secret[BETA]);
        fr_sub(&c, &c, &t);
        fr_mul(&t, &s, &secret[GAMMA]);
        fr_sub(&c, &c, &t);
        fr_mul(&c, &c, &delta_inv);
        g1_times(&j->proofs[k].c, &c);
    }
}

/* A batch with one proof exchanged is refused, and that proof named. */
static cuzk_status check_proofs(job *j, cuzk_error *err)
{
    size_t at = j->n - 1;
    cuzk_error refusal;
    groth16_proof right = j->proofs[at];
    g1_affine_neg(&j->proofs[at].c, &right.c);
    cuzk_status s = groth16_verifier_check(j->verifier, j->proofs, j->inputs, j->n_inputs, j->n,
                                           j->w, &refusal);
    j->proofs[at] = right;
    return bench_check(s == CUZK_NO && refusal.index == (int64_t)at, "a false proof", err);
}

static const struct {
    const char *name, *unit;
    bench_fn fn;
} rows[] = {
    { "miller, 1 pair", "pair", miller_1 },
    { "miller, 4 pairs", "product", miller_4 },
    { "miller, 1 pair and 3 prepared", "product", miller_1_and_3 },
    { "prepare", "point", prepare },
    { "final_exp", "power", final_exp },
    { "verify, 1 proof", "proof", verify_one },
    { "verify, batch", "proof", verify_all },
};

static cuzk_status run_rows(const bench *b, job *j, cuzk_error *err)
{
    TRY(check_pairing(j, err));
    make_proofs(j);
    TRY(groth16_verifier_new(&j->verifier, &j->vk, err));
    cuzk_status s = check_proofs(j, err);
    for (size_t i = 0; s == CUZK_OK && i < sizeof rows / sizeof *rows; i++) {
        bool batch = rows[i].fn == verify_all;
        char name[64];
        snprintf(name, sizeof name, batch ? "%s of %zu" : "%s", rows[i].name, j->n);
        bench_seconds took = bench_time(rows[i].fn, j);
        bench_row(b, name, took, batch ? (double)j->n : 1, rows[i].unit);
        s = j->status;
    }
    groth16_verifier_free(j->verifier);
    return s;
}

static cuzk_status run_pairing(invocation *in, cuzk_error *err)
{
    bench b;
    job j = { .err = err };
    uint64_t n = 10, n_inputs = 100;
    const char *proofs = invocation_value(in, "proofs"), *inputs = invocation_value(in, "inputs");
    if (proofs)
        TRY(value_integer(&n, "proofs", proofs, 1, 10000, err));
    if (inputs)
        TRY(value_integer(&n_inputs, "inputs", inputs, 0, 10000, err));
    TRY(bench_begin(&b, in, err));
    j.w = b.w;
    j.n = n;
    j.n_inputs = n_inputs;
    j.vk.n_ic = n_inputs + 1;
    size_t len =
        j.n * (sizeof *j.proofs + n_inputs * sizeof *j.inputs) + j.vk.n_ic * sizeof *j.vk.ic;
    j.proofs = work_alloc(b.w, len, "proofs", err);
    if (!j.proofs)
        return CUZK_NO_RESOURCES;
    j.vk.ic = (g1_affine *)(void *)(j.proofs + j.n);
    j.inputs = (fr *)(void *)(j.vk.ic + j.vk.n_ic);
    cuzk_status s = run_rows(&b, &j, err);
    work_dealloc(b.w, j.proofs, len);
    return s;
}

static const option options[] = {
    { "proofs", "N", false, "Verify batches of N proofs. Default: 10." },
    { "inputs", "N", false, "Public inputs of each proof. Default: 100." },
    { 0 },
};

const command cmd_pairing = {
    .name = "pairing",
    .schema = "cuzk.pairing.v1",
    .options = options,
    .summary = "time pairings and the verification of proofs",
    .description =
        "Times the Miller loop, alone and with prepared points, the final exponentiation, "
        "and the verification of one proof and of a batch, under a key made ready before.",
    .examples = "cuzk-bench pairing --threads 1\n"
                "cuzk-bench pairing --proofs 160 --json",
    .run = run_pairing,
};
