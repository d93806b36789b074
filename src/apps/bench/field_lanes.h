/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Products of independent elements in lanes, which stay in lane form from one run to the next. */
#ifndef CUZK_APPS_BENCH_FIELD_LANES_H
#define CUZK_APPS_BENCH_FIELD_LANES_H

#include "field/fp2.h"
#include "field/fr.h"

#define FIELD_EACH 128 /* elements: operands and results fit the first-level cache */

typedef struct field_each {
    fr r[FIELD_EACH], s[FIELD_EACH], rs[FIELD_EACH];
    fp p[FIELD_EACH], q[FIELD_EACH], pq[FIELD_EACH];
    fp2 u[FIELD_EACH], v[FIELD_EACH], uv[FIELD_EACH];
} field_each;

/* All of the operands into lanes, and all results back. */
void field_lanes_load(const field_each *e);
void field_lanes_store(field_each *e);
void field_lanes_fr_mul(void *unused);
void field_lanes_fp_mul(void *unused);
void field_lanes_fp2_mul(void *unused);

#endif
