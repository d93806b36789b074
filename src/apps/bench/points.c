/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/points.h"
#include "apps/bench/bench.h"
#include "curve/encoding.h"
#include "msm/fixed_base.h"

const char *const scalar_kind_name[SCALAR_KINDS] = { "random", "witness", "skewed" };

#define SKEWED_POINTS  16
#define SKEWED_SCALARS 4

/* One allocation for all: scalars, points, encodings. */
static size_t points_bytes(const points *p, bool second)
{
    return p->n *
           (2 * sizeof(fr) + (second ? sizeof(g2_affine) : sizeof(g1_affine)) + p->encoded_len);
}

cuzk_status points_multiply(points *p, work *w, cuzk_error *err)
{
    if (p->p1) {
        fixed_base *t;
        TRY(fixed_base_g1_new(&t, w, &G1_GENERATOR, p->n, err));
        fixed_base_mul(t, w, p->p1, p->log, p->n);
        fixed_base_free(t, w);
    } else {
        fixed_base *t;
        TRY(fixed_base_g2_new(&t, w, &G2_GENERATOR, p->n, err));
        fixed_base_mul(t, w, p->p2, p->log, p->n);
        fixed_base_free(t, w);
    }
    return work_status(w, err);
}

static void encode(points *p)
{
    for (size_t i = 0; i < p->n; i++) {
        if (p->p1)
            g1_to_uncompressed(p->encoded + i * p->encoded_len, &p->p1[i]);
        else
            g2_to_uncompressed(p->encoded + i * p->encoded_len, &p->p2[i]);
    }
}

cuzk_status points_make(points *p, work *w, bool second, size_t n, cuzk_error *err)
{
    *p = (points) { .n = n, .encoded_len = second ? G2_UNCOMPRESSED_LEN : G1_UNCOMPRESSED_LEN };
    p->log = work_alloc(w, points_bytes(p, second), "points", err);
    if (!p->log)
        return CUZK_NO_RESOURCES;
    p->k = p->log + n;
    if (second) {
        p->p2 = (g2_affine *)(void *)(p->k + n);
        p->encoded = (uint8_t *)(void *)(p->p2 + n);
    } else {
        p->p1 = (g1_affine *)(void *)(p->k + n);
        p->encoded = (uint8_t *)(void *)(p->p1 + n);
    }
    bench_scalars(p->log, n, 0x94d049bb133111eb);
    cuzk_status status = points_multiply(p, w, err);
    if (status == CUZK_OK)
        encode(p);
    else
        points_free(p, w);
    return status;
}

void points_free(points *p, work *w)
{
    work_dealloc(w, p->log, points_bytes(p, p->p2 != NULL));
    *p = (points) { 0 };
}

/* splitmix64: the increment and the mixing constants are Steele, Lea and Flood's (2014). */
static uint64_t next_random(uint64_t *state)
{
    uint64_t x = *state += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

void points_scale(points *p, scalar_kind kind)
{
    uint64_t state = 1;
    bench_scalars(p->k, p->n, 0xbf58476d1ce4e5b9);
    for (size_t i = 0; kind == SCALARS_WITNESS && i < p->n; i++) {
        uint64_t percent = next_random(&state) % 100;
        if (percent < 95)
            p->k[i] = percent < 50 ? FR_ZERO : FR_ONE;
    }
    for (size_t i = SKEWED_SCALARS; kind == SCALARS_SKEWED && i < p->n; i++)
        p->k[i] = p->k[next_random(&state) % SKEWED_SCALARS];
}

void points_skew(points *p)
{
    for (size_t i = SKEWED_POINTS; i < p->n; i++) {
        size_t from = i % SKEWED_POINTS;
        p->log[i] = p->log[from];
        if (p->p1)
            p->p1[i] = p->p1[from];
        else
            p->p2[i] = p->p2[from];
    }
    encode(p);
}

fr points_log_of_sum(const points *p)
{
    fr sum = FR_ZERO, t;
    for (size_t i = 0; i < p->n; i++) {
        fr_mul(&t, &p->log[i], &p->k[i]);
        fr_add(&sum, &sum, &t);
    }
    return sum;
}
