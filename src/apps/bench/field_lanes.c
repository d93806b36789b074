/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/field_lanes.h"
#include "field/fp2_lanes.h"
#include "field/fp_lanes_convert.h"
#include "field/fr_lanes.h"
#include "field/fr_lanes_memory.h"

#define VECTORS (FIELD_EACH / 8)

static fr8 r[VECTORS], s[VECTORS], rs[VECTORS];
static fp8 p[VECTORS], q[VECTORS], pq[VECTORS];
static fp2x8 u[VECTORS], v[VECTORS], uv[VECTORS];

void field_lanes_load(const field_each *e)
{
    for (size_t i = 0; i < VECTORS; i++) {
        const void *row_p[8], *row_q[8], *row_u[8], *row_v[8];
        for (size_t k = 0; k < 8; k++) {
            row_p[k] = &e->p[8 * i + k];
            row_q[k] = &e->q[8 * i + k];
            row_u[k] = &e->u[8 * i + k];
            row_v[k] = &e->v[8 * i + k];
        }
        fr8_load_times16(&r[i], &e->r[8 * i]);
        fr8_load(&s[i], &e->s[8 * i]);
        fp8_from_scalar(&p[i], row_p, 0);
        fp8_from_scalar(&q[i], row_q, 0);
        fp2x8_from_scalar(&u[i], row_u, 0);
        fp2x8_from_scalar(&v[i], row_v, 0);
    }
}

void field_lanes_store(field_each *e)
{
    for (size_t i = 0; i < VECTORS; i++) {
        void *row_pq[8], *row_uv[8];
        for (size_t k = 0; k < 8; k++) {
            row_pq[k] = &e->pq[8 * i + k];
            row_uv[k] = &e->uv[8 * i + k];
        }
        fr8_canonical(&rs[i]);
        fr8_store(&e->rs[8 * i], &rs[i]);
        fp8_to_scalar(row_pq, 0, &pq[i], 8);
        fp2x8_to_scalar(row_uv, 0, &uv[i], 8);
    }
}

void field_lanes_fr_mul(void *unused)
{
    (void)unused;
    for (size_t i = 0; i < VECTORS; i++)
        fr8_mul(&rs[i], &r[i], &s[i]);
}

void field_lanes_fp_mul(void *unused)
{
    (void)unused;
    for (size_t i = 0; i < VECTORS; i++)
        fp8_mul(&pq[i], &p[i], &q[i]);
}

void field_lanes_fp2_mul(void *unused)
{
    (void)unused;
    for (size_t i = 0; i < VECTORS; i++)
        fp2x8_mul(&uv[i], &u[i], &v[i]);
}
