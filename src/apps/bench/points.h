/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Points whose discrete logarithms are known, and scalars of several kinds to go with them: a sum
 * of any number of multiples is checked by one multiplication. */
#ifndef CUZK_APPS_BENCH_POINTS_H
#define CUZK_APPS_BENCH_POINTS_H

#include "base/work.h"
#include "curve/g1.h"
#include "curve/g2.h"

typedef enum scalar_kind {
    SCALARS_RANDOM,  /* any, below r */
    SCALARS_WITNESS, /* at random places: 50 % zeros, 45 % ones, the rest any */
    SCALARS_SKEWED,  /* four values only, and sixteen points: every digit and point repeats */
    SCALAR_KINDS
} scalar_kind;
extern const char *const scalar_kind_name[SCALAR_KINDS];

typedef struct points {
    size_t n;
    fr *log, *k;   /* P_i = log_i G, and what it is multiplied by */
    g1_affine *p1; /* of one group; the other is NULL */
    g2_affine *p2;
    uint8_t *encoded;   /* the same points, as parameter files hold them */
    size_t encoded_len; /* of one */
} points;

cuzk_status points_make(points *p, work *w, bool second, size_t n, cuzk_error *err);
void points_free(points *p, work *w);

/* The multiples of the generator again: what points_make spends its time on. */
cuzk_status points_multiply(points *p, work *w, cuzk_error *err);
/* Sets k; points_skew first has the points repeat. */
void points_scale(points *p, scalar_kind kind);
void points_skew(points *p);
/* sum of k_i log_i */
fr points_log_of_sum(const points *p);

#endif
