/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "gadgets/multipack.h"
#include "r1cs/values.h"

/* The number of n <= FR_CAPACITY bits: below r, so canonical as it stands. */
static void bits_value(fr *value, const boolean *bits, size_t n)
{
    fr_raw raw = { { 0 } };
    for (size_t i = 0; i < n; i++)
        raw.l[i / 64] |= (uint64_t)bits[i].value << (i % 64);
    fr_from_raw(value, &raw);
}

/* sum of 2^i bit_i * 1 = x */
static void packing_row(cs *s, const boolean *bits, size_t n, cs_var x, const fr *value)
{
    cs_values *v = cs_values_of(s);
    if (v) {
        for (size_t i = 0; i < n; i++)
            if (!boolean_is_constant(bits[i]))
                values_expect(v, bits[i].var, bits[i].value ^ (bits[i].kind == BOOLEAN_NOT));
        value_ref packed = values_extra(v, value);
        values_row(v, packed, VALUE_ONE, packed);
        return;
    }
    cs_row r = cs_row_begin(s);
    for (size_t i = 0; i < n; i++)
        lc_add_boolean_pow2(r.a, (unsigned)i, bits[i]);
    lc_add_var(r.b, CS_ONE);
    lc_add_var(r.c, x);
    cs_row_end(s);
}

void pack_into_inputs(cs *s, const boolean *bits, size_t n)
{
    for (size_t at = 0; at < n; at += FR_CAPACITY) {
        size_t len = n - at < FR_CAPACITY ? n - at : FR_CAPACITY;
        fr value;
        bits_value(&value, bits + at, len);
        cs_push(s, "packed input", (int64_t)(at / FR_CAPACITY));
        packing_row(s, bits + at, len, cs_alloc_input(s, &value), &value);
        cs_pop(s);
    }
}

cs_var pack_bits(cs *s, const boolean *bits, size_t n, fr *value)
{
    size_t len = n < FR_CAPACITY ? n : FR_CAPACITY;
    bits_value(value, bits, len);
    cs_push(s, "packed", -1);
    cs_var x = cs_alloc(s, value);
    packing_row(s, bits, len, x, value);
    cs_pop(s);
    return x;
}

void reverse_bit_numbering(boolean *out, const boolean *bits, size_t n)
{
    for (size_t byte = 0; byte < n; byte += 8)
        for (size_t i = 0; i < 8; i++)
            out[byte + 7 - i] = byte + i < n ? bits[byte + i] : boolean_constant(false);
}
