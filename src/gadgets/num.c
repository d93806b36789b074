/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "gadgets/num.h"
#include "r1cs/values.h"

num num_alloc(cs *s, const fr *value)
{
    return (num) { cs_alloc(s, value), *value };
}

num num_alloc_input(cs *s, const fr *value)
{
    return (num) { cs_alloc_input(s, value), *value };
}

/* x * y = z */
static void product_row(cs *s, cs_var x, cs_var y, cs_var z)
{
    cs_row r = cs_row_begin(s);
    lc_add_var(r.a, x);
    lc_add_var(r.b, y);
    lc_add_var(r.c, z);
    cs_row_end(s);
}

/* (x + y) * 1 = z */
static void sum_row(cs *s, cs_var x, cs_var y, cs_var z)
{
    cs_row r = cs_row_begin(s);
    lc_add_var(r.a, x);
    lc_add_var(r.a, y);
    lc_add_var(r.b, CS_ONE);
    lc_add_var(r.c, z);
    cs_row_end(s);
}

void num_inputize(cs *s, const num *a)
{
    num i = num_alloc_input(s, &a->value);
    product_row(s, i.var, CS_ONE, a->var); /* i * 1 = a */
}

num num_mul(cs *s, const num *a, const num *b)
{
    fr value;
    fr_mul(&value, &a->value, &b->value);
    num p = num_alloc(s, &value);
    product_row(s, a->var, b->var, p.var); /* a * b = p */
    return p;
}

num num_square(cs *s, const num *a)
{
    return num_mul(s, a, a);
}

void num_assert_nonzero(cs *s, const num *a)
{
    fr inverse;
    fr_inv(&inverse, &a->value); /* of zero: zero, and the row does not hold */
    num i = num_alloc(s, &inverse);
    product_row(s, a->var, i.var, CS_ONE); /* a * i = 1 */
}

/* 0 * 0 = sum of 2^i bit_i - a */
static void unpacking_row(cs *s, const boolean bits[FR_BITS], const num *a)
{
    cs_row r = cs_row_begin(s);
    lc_sub_var(r.c, a->var);
    for (unsigned i = 0; i < FR_BITS; i++)
        lc_add_pow2(r.c, i, bits[i].var);
    cs_row_end(s);
}

static bool raw_bit(const fr_raw *v, unsigned i)
{
    return v->l[i / 64] >> i % 64 & 1;
}

/* num_to_bits_le where values are wanted: the rows of the bits, then 0 * 0 = 0. */
static void to_bits_values(cs_values *v, boolean out[FR_BITS], const fr_raw *a)
{
    for (unsigned i = 0; i < FR_BITS; i += 64) {
        unsigned n = FR_BITS - i < 64 ? FR_BITS - i : 64;
        cs_var first = values_alloc_bits(v, n, a->l[i / 64]);
        for (unsigned k = 0; k < n; k++)
            out[i + k] = (boolean) { first + k, BOOLEAN_IS, a->l[i / 64] >> k & 1 };
    }
    values_rows(v, 1, 0, 0, 0);
}

void num_to_bits_le(cs *s, boolean out[FR_BITS], const num *a)
{
    fr_raw v;
    fr_to_raw(&v, &a->value);
    if (cs_values_of(s)) {
        to_bits_values(s->values, out, &v);
        return;
    }
    for (unsigned i = 0; i < FR_BITS; i++) {
        cs_push(s, "bit", i);
        out[i] = boolean_alloc(s, raw_bit(&v, i));
        cs_pop(s);
    }
    unpacking_row(s, out, a);
}

/* The and of n bits, from the left. */
static boolean and_all(cs *s, const boolean *bits, size_t n)
{
    boolean all = bits[0];
    for (size_t i = 1; i < n; i++)
        all = boolean_and(s, all, bits[i]);
    return all;
}

/* Compares with r - 1 from the top: as long as a has a one wherever r - 1 has, it must have a zero
 * where r - 1 has. `tight` is the and of its bits at the ones of r - 1, updated behind each run. */
void num_to_bits_le_strict(cs *s, boolean out[FR_BITS], const num *a)
{
    fr_raw v, max = FR_MODULUS;
    boolean tight = boolean_constant(true), run[FR_BITS + 1];
    size_t n = 0;
    max.l[0]--; /* r is odd */
    fr_to_raw(&v, &a->value);
    for (unsigned i = FR_BITS; i-- > 0;) {
        cs_push(s, "bit", i);
        if (raw_bit(&max, i)) {
            out[i] = run[n++] = boolean_alloc(s, raw_bit(&v, i));
        } else {
            if (n) {
                run[n++] = tight;
                tight = and_all(s, run, n);
                n = 0;
            }
            out[i] = boolean_alloc_unless(s, raw_bit(&v, i), tight);
        }
        cs_pop(s);
    }
    unpacking_row(s, out, a);
}

/* z = c ? y : x is allocated: (x - y) * c = x - z */
static num choose(cs *s, const num *x, const num *y, boolean c)
{
    cs_values *v = cs_values_of(s);
    num z = num_alloc(s, c.value ? &y->value : &x->value);
    if (v) {
        fr difference;
        fr_sub(&difference, &x->value, &y->value);
        if (!boolean_is_constant(c))
            values_expect(v, c.var, c.value ^ (c.kind == BOOLEAN_NOT));
        value_ref a = values_extra(v, &difference);
        values_row(v, a, c.value, c.value ? a : VALUE_ZERO);
        return z;
    }
    cs_row r = cs_row_begin(s);
    lc_add_var(r.a, x->var);
    lc_sub_var(r.a, y->var);
    lc_add_boolean(r.b, &FR_ONE, c);
    lc_add_var(r.c, x->var);
    lc_sub_var(r.c, z.var);
    cs_row_end(s);
    return z;
}

num num_pick(cs *s, boolean c, const num *a, const num *b)
{
    return choose(s, b, a, c);
}

void num_conditionally_reverse(cs *s, num *x, num *y, boolean c)
{
    num first = choose(s, x, y, c), second = choose(s, y, x, c);
    *x = first;
    *y = second;
}

void num_enforce_equal(cs *s, const num *a, const num *b)
{
    product_row(s, a->var, CS_ONE, b->var); /* a * 1 = b */
}

void num_enforce_sum(cs *s, const num *a, const num *b, const num *sum)
{
    sum_row(s, a->var, b->var, sum->var); /* (a + b) * 1 = sum */
}

void num_enforce_difference(cs *s, const num *a, const num *b, const num *d)
{
    sum_row(s, d->var, b->var, a->var); /* (d + b) * 1 = a */
}

num num_add(cs *s, const num *a, const num *b)
{
    fr value;
    fr_add(&value, &a->value, &b->value);
    num sum = num_alloc(s, &value);
    num_enforce_sum(s, a, b, &sum);
    return sum;
}

num num_sub(cs *s, const num *a, const num *b)
{
    fr value;
    fr_sub(&value, &a->value, &b->value);
    num d = num_alloc(s, &value);
    num_enforce_difference(s, a, b, &d);
    return d;
}

num num_encode(cs *s, const num *key, const num *node)
{
    return num_add(s, key, node);
}

num num_decode(cs *s, const num *key, const num *node)
{
    return num_sub(s, node, key);
}
