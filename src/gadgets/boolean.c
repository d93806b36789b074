/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "gadgets/boolean.h"

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
    cs_var x = alloc_value(s, value);
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
    for (unsigned i = 0; i < n; i++) {
        cs_push(s, "bit", i);
        out[i] = boolean_alloc(s, value >> i & 1);
        cs_pop(s);
    }
}

/* The xor of the variables themselves: 2a * b = a + b - c. */
static boolean xor_vars(cs *s, cs_var a, cs_var b, bool value)
{
    cs_var c = alloc_value(s, value);
    cs_row r = cs_row_begin(s);
    lc_add_pow2(r.a, 1, a);
    lc_add_var(r.b, b);
    lc_add_var(r.c, a);
    lc_add_var(r.c, b);
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
        return xor_vars(s, x.var, y.var, x.value ^ y.value);
    boolean a = x.kind == BOOLEAN_IS ? x : y; /* the one that is not negated comes first */
    boolean b = x.kind == BOOLEAN_IS ? y : x;
    return boolean_not(xor_vars(s, a.var, b.var, !(x.value ^ y.value)));
}

/* a * b = c with a, b Booleans of any kind. */
static boolean and_row(cs *s, boolean a, boolean b)
{
    cs_var c = alloc_value(s, a.value && b.value);
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
    cs_var ch = alloc_value(s, value);
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
    cs_var maj = alloc_value(s, value);
    boolean yz = boolean_and(s, y, z);
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
