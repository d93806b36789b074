/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The block twiddles of ntt_kernels.c, two stages at once, on loose numbers. What keeps them within
 * their 17.66 r, in units of r:
 *   forward   in <= 12.8: 0 and 1 of the four are brought within 1.6, then two products, 5.6 each,
 *             are added: out <= 12.8; products are taken of at most 12.8
 *   inverse   in <= 5.6: sums of two, 11.2, are brought within 1.6 and added: 3.2; a sum of two
 *             products is brought within 1.6; products, 5.6, are taken of at most 11.2
 * Blocks whose twiddles are one skip those products. A transform runs depth first: as soon as a
 * quarter fits the first-level cache all its stages are done there. */
#include "poly/ntt_lanes_transform.h"
#include "poly/ntt_lanes_inline.h"

_Static_assert(sizeof(fr8) == NTT_LANES_ROW * sizeof(uint64_t), "a row is eight elements");

#define NTT_BOUND_FORWARD 128 /* tenths of r */
#define NTT_BOUND_INVERSE 56

typedef struct transform {
    const ntt_twiddle *tw;
    bool unit;
} transform;

static const ntt_twiddle *twiddle_at(const transform *c, unsigned t, size_t b)
{
    return c->unit ? c->tw + b : c->tw + ((size_t)1 << t) + b;
}

LANES_INLINE void check4(const fr8 *x, size_t q, unsigned bound)
{
    for (int i = 0; i < 4; i++)
        VERIFY_CHECK(fr8_is_within(x + (size_t)i * q, bound));
    (void)x, (void)q, (void)bound;
}

LANES_INLINE void check2(const fr8 *x, unsigned bound)
{
    VERIFY_CHECK(fr8_is_within(x, bound) && fr8_is_within(x + 1, bound));
    (void)x, (void)bound;
}

/* Four quarters of q rows each; z[0] of this stage, z[1] and z[2] of its halves at the next. */
static void forward4(fr8 *x, size_t q, const ntt_twiddle *const z[3])
{
    for (fr8 *a0 = x, *end = x + q; a0 < end; a0++) {
        fr8 *a1 = a0 + q, *a2 = a1 + q, *a3 = a2 + q;
        fr8 s, t, u0 = *a0, u1 = *a1, u2, u3;
        check4(a0, q, NTT_BOUND_FORWARD);
        ntt_mul(&t, a3, z[0]);
        fr8_nearest(&u1);
        fr8_sub(&u3, &u1, &t);
        fr8_add(&u1, &u1, &t);
        ntt_mul(&s, a2, z[0]);
        fr8_nearest(&u0);
        fr8_sub(&u2, &u0, &s);
        fr8_add(&u0, &u0, &s);
        ntt_mul(&s, &u1, z[1]);
        fr8_add(a0, &u0, &s);
        fr8_sub(a1, &u0, &s);
        ntt_mul(&t, &u3, z[2]);
        fr8_add(a2, &u2, &t);
        fr8_sub(a3, &u2, &t);
    }
}

/* The same with z[0] = z[1] = 1. `first`: the numbers are fresh from memory, below 2 r. */
LANES_INLINE void forward4_unit(fr8 *x, size_t q, const ntt_twiddle *z, bool first)
{
    for (fr8 *a0 = x, *end = x + q; a0 < end; a0++) {
        fr8 *a1 = a0 + q, *a2 = a1 + q, *a3 = a2 + q;
        fr8 t, u0, u1, u2, u3;
        check4(a0, q, first ? 20 : NTT_BOUND_FORWARD);
        for (int i = 0; i < 4 && !first; i++) {
            fr8_nearest(a0 + (size_t)i * q);
            lanes_carry_signed(a0[(size_t)i * q].l, 5);
        }
        fr8_add(&u0, a0, a2);
        fr8_sub(&u2, a0, a2);
        fr8_add(&u1, a1, a3);
        fr8_sub(&u3, a1, a3);
        fr8_add(a0, &u0, &u1);
        fr8_sub(a1, &u0, &u1);
        ntt_mul(&t, &u3, z);
        fr8_add(a2, &u2, &t);
        fr8_sub(a3, &u2, &t);
    }
}

static void inverse4(fr8 *x, size_t q, const ntt_twiddle *const z[3])
{
    for (fr8 *a0 = x, *end = x + q; a0 < end; a0++) {
        fr8 *a1 = a0 + q, *a2 = a1 + q, *a3 = a2 + q;
        fr8 d, u0, u1, u2, u3;
        check4(a0, q, NTT_BOUND_INVERSE);
        fr8_add(&u0, a0, a1);
        fr8_sub(&d, a0, a1);
        ntt_mul(&u1, &d, z[1]);
        fr8_add(&u2, a2, a3);
        fr8_sub(&d, a2, a3);
        ntt_mul(&u3, &d, z[2]);
        fr8_nearest(&u0);
        fr8_nearest(&u2);
        fr8_sub(&d, &u0, &u2);
        fr8_add(&u0, &u0, &u2);
        lanes_carry_signed(u0.l, 5); /* limbs would double at every stage */
        *a0 = u0;
        ntt_mul(a2, &d, z[0]);
        fr8_sub(&d, &u1, &u3);
        fr8_add(&u1, &u1, &u3);
        fr8_nearest(&u1);
        *a1 = u1;
        ntt_mul(a3, &d, z[0]);
    }
}

/* `last`: they go to memory from here, limbs need no carry. */
LANES_INLINE void inverse4_unit(fr8 *x, size_t q, const ntt_twiddle *z, bool last)
{
    for (fr8 *a0 = x, *end = x + q; a0 < end; a0++) {
        fr8 *a1 = a0 + q, *a2 = a1 + q, *a3 = a2 + q;
        fr8 d, u[4];
        check4(a0, q, NTT_BOUND_INVERSE);
        fr8_add(&u[0], a0, a1);
        fr8_sub(&u[1], a0, a1);
        fr8_add(&u[2], a2, a3);
        fr8_sub(&d, a2, a3);
        ntt_mul(&u[3], &d, z);
        LANES_UNROLL
        for (int i = 0; i < 4; i++) {
            fr8_nearest(&u[i]);
            if (!last)
                lanes_carry_signed(u[i].l, 5);
        }
        fr8_add(a0, &u[0], &u[2]);
        fr8_sub(a2, &u[0], &u[2]);
        fr8_add(a1, &u[1], &u[3]);
        fr8_sub(a3, &u[1], &u[3]);
    }
}

static void forward4_unit_first(fr8 *x, size_t q, const ntt_twiddle *z)
{
    forward4_unit(x, q, z, true);
}

static void forward4_unit_later(fr8 *x, size_t q, const ntt_twiddle *z)
{
    forward4_unit(x, q, z, false);
}

static void inverse4_unit_last(fr8 *x, size_t q, const ntt_twiddle *z)
{
    inverse4_unit(x, q, z, true);
}

static void inverse4_unit_earlier(fr8 *x, size_t q, const ntt_twiddle *z)
{
    inverse4_unit(x, q, z, false);
}

/* One stage of two rows, for what an odd number of stages ends with. */
static void forward2(fr8 *x, const ntt_twiddle *z)
{
    fr8 t;
    check2(x, NTT_BOUND_FORWARD);
    fr8_nearest(&x[0]);
    ntt_mul(&t, &x[1], z);
    fr8_sub(&x[1], &x[0], &t);
    fr8_add(&x[0], &x[0], &t);
}

/* The rows are fresh from memory. */
static void inverse2(fr8 *x, const ntt_twiddle *z)
{
    fr8 d;
    check2(x, 20);
    fr8_sub(&d, &x[0], &x[1]);
    fr8_add(&x[0], &x[0], &x[1]);
    ntt_mul(&x[1], &d, z);
}

/* Block b at stage t, of 2^left rows. */
static void forward_block(const transform *c, fr8 *x, unsigned left, unsigned t, size_t b)
{
    if (left == 1)
        forward2(x, twiddle_at(c, t, b));
    if (left < 2)
        return;
    const size_t q = (size_t)1 << (left - 2);
    const ntt_twiddle *next = twiddle_at(c, t + 1, 2 * b);
    const ntt_twiddle *const z[3] = { twiddle_at(c, t, b), next, next + 1 };
    if (!c->unit || b)
        forward4(x, q, z);
    else if (t == 0)
        forward4_unit_first(x, q, z[2]);
    else
        forward4_unit_later(x, q, z[2]);
    for (size_t i = 0; i < 4; i++)
        forward_block(c, x + i * q, left - 2, t + 2, 4 * b + i);
}

static void inverse_block(const transform *c, fr8 *x, unsigned left, unsigned t, size_t b)
{
    if (left == 1)
        inverse2(x, twiddle_at(c, t, b));
    if (left < 2)
        return;
    const size_t q = (size_t)1 << (left - 2);
    for (size_t i = 0; i < 4; i++)
        inverse_block(c, x + i * q, left - 2, t + 2, 4 * b + i);
    const ntt_twiddle *next = twiddle_at(c, t + 1, 2 * b);
    const ntt_twiddle *const z[3] = { twiddle_at(c, t, b), next, next + 1 };
    if (!c->unit || b)
        inverse4(x, q, z);
    else if (t == 0)
        inverse4_unit_last(x, q, z[2]);
    else
        inverse4_unit_earlier(x, q, z[2]);
}

void ntt_lanes_forward(uint64_t *x, unsigned lg_rows, const ntt_twiddle *tw, bool unit)
{
    const transform c = { .tw = tw, .unit = unit };
    forward_block(&c, (fr8 *)x, lg_rows, 0, 0);
}

void ntt_lanes_inverse(uint64_t *x, unsigned lg_rows, const ntt_twiddle *tw, bool unit)
{
    const transform c = { .tw = tw, .unit = unit };
    inverse_block(&c, (fr8 *)x, lg_rows, 0, 0);
}
