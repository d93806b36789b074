/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Circuits of numbers. */
#include "gadgets/harness.h"
#include "gadgets/inputs.h"
#include "gadgets/insertion.h"
#include "gadgets/multipack.h"
#include "gadgets/poseidon.h"

#define MAX_NUMS 16

/* F[0..n) as variables. */
static void alloc_nums(cs *s, num *out, unsigned n)
{
    fr f[MAX_NUMS];
    fixed_frs(f, n, 1);
    for (unsigned i = 0; i < n; i++)
        out[i] = num_alloc(s, &f[i]);
}

static void alloc_bits(cs *s, boolean *out, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        out[i] = boolean_alloc(s, gadget_bit(i));
}

static void num_ops(const void *ctx, cs *s)
{
    num v[3];
    (void)ctx;
    alloc_nums(s, v, 3);
    num m = num_mul(s, &v[0], &v[1]);
    num square = num_square(s, &m);
    num_assert_nonzero(s, &square);
    num sum = num_add(s, &square, &v[2]);
    num x = num_sub(s, &sum, &v[0]), y = v[1];
    boolean c = boolean_alloc(s, gadget_bit(3));
    num_conditionally_reverse(s, &x, &y, c);
    num_enforce_equal(s, &x, &x);
    num_inputize(s, &x);
    num_inputize(s, &y);
}

static void num_bits(const void *ctx, cs *s)
{
    boolean bits[FR_BITS];
    num v;
    (void)ctx;
    alloc_nums(s, &v, 1);
    num_to_bits_le(s, bits, &v);
    pack_into_inputs(s, bits, FR_BITS);
}

static void num_bits_strict(const void *ctx, cs *s)
{
    boolean bits[FR_BITS];
    num v;
    (void)ctx;
    alloc_nums(s, &v, 1);
    num_to_bits_le_strict(s, bits, &v);
    pack_into_inputs(s, bits, FR_BITS);
}

static void encode(const void *ctx, cs *s)
{
    num v[2];
    (void)ctx;
    alloc_nums(s, v, 2);
    num e = num_encode(s, &v[0], &v[1]);
    num d = num_decode(s, &v[0], &e);
    num_inputize(s, &e);
    num_inputize(s, &d);
}

/* ctx of the circuits below: how many numbers. */
static const unsigned two = 2, four = 4, eight = 8, eleven = 11, sixteen = 16;

static void insert(const void *ctx, cs *s)
{
    const unsigned n = *(const unsigned *)ctx;
    num v[MAX_NUMS], out[MAX_NUMS];
    boolean bits[4];
    alloc_nums(s, v, n);
    alloc_bits(s, bits, (unsigned)__builtin_ctz(n));
    insertion(s, out, &v[0], bits, v + 1, n);
    for (unsigned i = 0; i < n; i++)
        num_inputize(s, &out[i]);
}

static void select_one(const void *ctx, cs *s)
{
    const unsigned n = *(const unsigned *)ctx;
    num v[MAX_NUMS];
    boolean bits[4];
    alloc_nums(s, v, n);
    alloc_bits(s, bits, (unsigned)__builtin_ctz(n));
    num out = insertion_select(s, v, bits, n);
    num_inputize(s, &out);
}

static void poseidon(const void *ctx, cs *s)
{
    const unsigned n = *(const unsigned *)ctx;
    num v[MAX_NUMS];
    alloc_nums(s, v, n);
    num out = poseidon_gadget(s, v, n);
    num_inputize(s, &out);
}

const circuit harness_nums[] = {
    { "gadget-num-ops", num_ops, NULL },
    { "gadget-num-bits", num_bits, NULL },
    { "gadget-num-bits-strict", num_bits_strict, NULL },
    { "gadget-encode", encode, NULL },
    { "gadget-insert-2", insert, &two },
    { "gadget-insert-4", insert, &four },
    { "gadget-insert-8", insert, &eight },
    { "gadget-insert-16", insert, &sixteen },
    { "gadget-select-8", select_one, &eight },
    { "gadget-poseidon-2", poseidon, &two },
    { "gadget-poseidon-4", poseidon, &four },
    { "gadget-poseidon-8", poseidon, &eight },
    { "gadget-poseidon-11", poseidon, &eleven },
    { 0 },
};
