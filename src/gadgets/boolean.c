/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "gadgets/boolean.h"
#include "r1cs/values.h"

/* Each row is written here twice: as linear combinations, and as values for a back end that takes
 * those (v). The values must be what the linear combinations evaluate to. */

static bool is_const(boolean b, bool value)
{
    return boolean_is_constant(b) && b.value == value;
}

static cs_var alloc_value(cs *s, bool value)
{
    return cs_alloc(s, value ? &FR_ONE : &FR_ZERO);
}

static boolean is(cs_var v, bool value)
{
    return (boolean) { v, BOOLEAN_IS, value };
}

/* Rows will take the variable of b for a bit. */
static void expect(cs_values *v, boolean b)
{
    if (b.kind != BOOLEAN_CONSTANT)
        values_expect(v, b.var, b.value ^ (b.kind == BOOLEAN_NOT));
}

/* x - y as a number in -1, 0, 1 */
static value_ref difference(bool x, bool y)
{
    return x == y ? VALUE_ZERO : x ? VALUE_ONE : VALUE_MINUS_ONE;
}

boolean boolean_not(boolean b)
{
    static const uint8_t negated[] = {
        [BOOLEAN_CONSTANT] = BOOLEAN_CONSTANT,
        [BOOLEAN_IS] = BOOLEAN_NOT,
        [BOOLEAN_NOT] = BOOLEAN_IS,
    };
    return (boolean) { b.var, negated[b.kind], !b.value };
}

void lc_add_boolean(lc *l, const fr *k, boolean b)
{
    fr minus_k;
    switch (b.kind) {
    case BOOLEAN_CONSTANT:
        if (b.value)
            lc_add(l, k, CS_ONE);
        break;
    case BOOLEAN_IS:
        lc_add(l, k, b.var);
        break;
    default:
        fr_neg(&minus_k, k);
        lc_add(l, k, CS_ONE);
        lc_add(l, &minus_k, b.var);
    }
}

void lc_add_boolean_pow2(lc *l, unsigned i, boolean b)
{
    lc_add_boolean(l, fr_pow2(i), b);
}

static void add(lc *l, boolean b)
{
    lc_add_boolean(l, &FR_ONE, b);
}

static void sub(lc *l, boolean b)
{
    fr minus_one;
    fr_neg(&minus_one, &FR_ONE);
    lc_add_boolean(l, &minus_one, b);
}

boolean boolean_alloc(cs *s, bool value)
{
    cs_values *v = cs_values_of(s);
    if (v)
        return is(values_alloc_bits(v, 1, value), value);
    cs_var x = alloc_value(s, value);
    cs_row r = cs_row_begin(s); /* (1 - x) * x = 0 */
    lc_add_var(r.a, CS_ONE);
    lc_sub_var(r.a, x);
    lc_add_var(r.b, x);
    cs_row_end(s);
    return is(x, value);
}

boolean boolean_alloc_unless(cs *s, bool value, boolean other)
{
    cs_values *v = cs_values_of(s);
    cs_var x = alloc_value(s, value);
    if (v) {
        expect(v, other);
        values_row(v, difference(!value, other.value), value, VALUE_ZERO);
        return is(x, value);
    }
    cs_row r = cs_row_begin(s); /* (1 - other - x) * x = 0 */
    lc_add_var(r.a, CS_ONE);
    lc_sub_var(r.a, other.var);
    lc_sub_var(r.a, x);
    lc_add_var(r.b, x);
    cs_row_end(s);
    return is(x, value);
}

void boolean_alloc_u64(cs *s, boolean *out, unsigned n, uint64_t value)
{
    cs_values *v = cs_values_of(s);
    if (v) {
        cs_var first = values_alloc_bits(v, n, n < 64 ? value & ((UINT64_C(1) << n) - 1) : value);
        for (unsigned i = 0; i < n; i++)
            out[i] = is(first + i, value >> i & 1);
        return;
    }
    for (unsigned i = 0; i < n; i++) {
        cs_push(s, "bit", i);
        out[i] = boolean_alloc(s, value >> i & 1);
        cs_pop(s);
    }
}

static bool var_value(boolean b)
{
    return b.value ^ (b.kind == BOOLEAN_NOT);
}

/* The xor of the variables of x and y themselves: 2a * b = a + b - c. */
static boolean xor_vars(cs *s, boolean x, boolean y)
{
    cs_values *v = cs_values_of(s);
    bool value = var_value(x) ^ var_value(y);
    cs_var c = alloc_value(s, value);
    if (v) {
        expect(v, x);
        expect(v, y);
        values_rows(v, 1, 0, var_value(x), var_value(y));
        return is(c, value);
    }
    cs_row r = cs_row_begin(s);
    lc_add_pow2(r.a, 1, x.var);
    lc_add_var(r.b, y.var);
    lc_add_var(r.c, x.var);
    lc_add_var(r.c, y.var);
    lc_sub_var(r.c, c);
    cs_row_end(s);
    return is(c, value);
}

boolean boolean_xor(cs *s, boolean x, boolean y)
{
    if (is_const(x, false))
        return y;
    if (is_const(y, false))
        return x;
    if (is_const(x, true))
        return boolean_not(y);
    if (is_const(y, true))
        return boolean_not(x);
    if (x.kind == y.kind) /* two negations cancel */
        return xor_vars(s, x, y);
    boolean a = x.kind == BOOLEAN_IS ? x : y; /* the one that is not negated comes first */
    boolean b = x.kind == BOOLEAN_IS ? y : x;
    return boolean_not(xor_vars(s, a, b));
}

/* a * b = c with a, b Booleans of any kind. */
static boolean and_row(cs *s, boolean a, boolean b)
{
    cs_values *v = cs_values_of(s);
    cs_var c = alloc_value(s, a.value && b.value);
    if (v) {
        expect(v, a);
        expect(v, b);
        values_rows(v, 1, a.value, 0, b.value);
        return is(c, a.value && b.value);
    }
    cs_row r = cs_row_begin(s);
    add(r.a, a);
    add(r.b, b);
    lc_add_var(r.c, c);
    cs_row_end(s);
    return is(c, a.value && b.value);
}

boolean boolean_and(cs *s, boolean x, boolean y)
{
    if (is_const(x, false) || is_const(y, false))
        return boolean_constant(false);
    if (is_const(x, true))
        return y;
    if (is_const(y, true))
        return x;
    if (x.kind == BOOLEAN_NOT && y.kind == BOOLEAN_IS) /* the negated one comes second */
        return and_row(s, y, x);
    return and_row(s, x, y);
}

boolean boolean_ch(cs *s, boolean x, boolean y, boolean z)
{
    bool value = x.value ? y.value : z.value;
    if (boolean_is_constant(x) && boolean_is_constant(y) && boolean_is_constant(z))
        return boolean_constant(value);
    if (is_const(x, false))
        return z;
    if (is_const(y, false))
        return boolean_and(s, boolean_not(x), z);
    if (is_const(z, false))
        return boolean_and(s, x, y);
    if (is_const(z, true))
        return boolean_not(boolean_and(s, x, boolean_not(y)));
    if (is_const(y, true))
        return boolean_not(boolean_and(s, boolean_not(x), boolean_not(z)));
    cs_values *v = cs_values_of(s);
    cs_var ch = alloc_value(s, value);
    if (v) {
        expect(v, x);
        expect(v, y);
        expect(v, z);
        values_row(v, difference(y.value, z.value), x.value, difference(value, z.value));
        return is(ch, value);
    }
    cs_row r = cs_row_begin(s); /* (y - z) * x = ch - z */
    add(r.a, y);
    sub(r.a, z);
    add(r.b, x);
    lc_add_var(r.c, ch);
    sub(r.c, z);
    cs_row_end(s);
    return is(ch, value);
}

boolean boolean_maj(cs *s, boolean x, boolean y, boolean z)
{
    bool value = x.value + y.value + z.value >= 2;
    if (boolean_is_constant(x) && boolean_is_constant(y) && boolean_is_constant(z))
        return boolean_constant(value);
    if (is_const(x, false))
        return boolean_and(s, y, z);
    if (is_const(y, false))
        return boolean_and(s, x, z);
    if (is_const(z, false))
        return boolean_and(s, x, y);
    if (is_const(z, true))
        return boolean_not(boolean_nor(s, x, y));
    if (is_const(y, true))
        return boolean_not(boolean_nor(s, x, z));
    if (is_const(x, true))
        return boolean_not(boolean_nor(s, y, z));
    cs_values *v = cs_values_of(s);
    cs_var maj = alloc_value(s, value);
    boolean yz = boolean_and(s, y, z);
    if (v) { /* 2 yz - y - z is -1 where y and z differ, else 0 */
        expect(v, x);
        values_row(v, y.value != z.value ? VALUE_MINUS_ONE : VALUE_ZERO, x.value,
                   difference(yz.value, value));
        return is(maj, value);
    }
    cs_row r = cs_row_begin(s); /* (2 yz - y - z) * x = yz - maj */
    lc_add_boolean_pow2(r.a, 1, yz);
    sub(r.a, y);
    sub(r.a, z);
    add(r.b, x);
    add(r.c, yz);
    lc_sub_var(r.c, maj);
    cs_row_end(s);
    return is(maj, value);
}

void boolean_enforce_equal(cs *s, boolean x, boolean y)
{
    if (boolean_is_constant(x) && boolean_is_constant(y)) {
        if (x.value != y.value)
            cs_fail(s, CUZK_NO, "unsatisfied", "two different constants are required to be equal");
        return;
    }
    cs_row r = cs_row_begin(s);
    if (is_const(x, true) || is_const(y, true)) { /* 0 * 0 = 1 - b */
        add(r.c, boolean_constant(true));
        sub(r.c, boolean_is_constant(x) ? y : x);
    } else if (boolean_is_constant(x) || boolean_is_constant(y)) { /* 0 * 0 = b */
        add(r.c, boolean_is_constant(x) ? y : x);
    } else { /* 0 * 0 = x - y */
        add(r.c, x);
        sub(r.c, y);
    }
    cs_row_end(s);
}
