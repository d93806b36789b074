/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "poly/fr_lanes_ops.h"
#include "poly/ntt_lanes_inline.h"

static fr8 get(const lane_block *b)
{
    fr8 o;
    for (int j = 0; j < 5; j++)
        o.l[j] = _mm512_load_si512(b->l[j]);
    return o;
}

static void put(lane_block *o, const fr8 *a)
{
    for (int j = 0; j < 5; j++)
        _mm512_store_si512(o->l[j], a->l[j]);
}

void lane_mul(lane_block *o, const lane_block *a, const lane_block *b)
{
    fr8 x = get(a), y = get(b);
    fr8_mul(&x, &x, &y);
    put(o, &x);
}

void lane_redc(lane_block *o, const lane_block *a)
{
    fr8 x = get(a);
    fr8_redc(&x, &x);
    put(o, &x);
}

void lane_nearest(lane_block *a)
{
    fr8 x = get(a);
    fr8_nearest(&x);
    put(a, &x);
}

void lane_reduce(lane_block *a)
{
    fr8 x = get(a);
    fr8_reduce(&x);
    put(a, &x);
}

void lane_canonical(lane_block *a)
{
    fr8 x = get(a);
    fr8_canonical(&x);
    put(a, &x);
}

void lane_twiddle(lane_block *o, const lane_block *a, const ntt_twiddle *z)
{
    fr8 x = get(a), y;
    ntt_mul(&y, &x, z);
    put(o, &y);
}
