/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Inversion by an optimised binary GCD (Pornin, ePrint 2020/972, algorithm 2, in variable time):
 * 31 steps at a time are decided on the two ends of a and b and applied to all limbs at once.
 *
 * Parameters:
 *   INV_LIMBS     4 or 6
 *   INV_FN(f)     the name of function f
 *   INV_MODULUS   m, a struct with limbs l[]; m < 2^(64 INV_LIMBS - 1)
 *   INV_NEG_INV   -m^-1 mod 2^64
 * No include guard: included once per field. */

/* o = |(a f + b g) / 2^31|, an exact division; true if the number was negative.
 * |f| + |g| <= 2^31 and a, b < 2^(64 INV_LIMBS - 1), so the sum fits one limb more. */
static bool INV_FN(combine)(uint64_t *o, const uint64_t *a, const uint64_t *b, int64_t f, int64_t g)
{
    __int128 c = 0;
    uint64_t t[INV_LIMBS + 1];
    for (int i = 0; i < INV_LIMBS; i++) {
        /* each product is below 2^95 in size: no overflow */
        c += (__int128)a[i] * f + (__int128)b[i] * g;
        t[i] = (uint64_t)c;
        c >>= 64;
    }
    t[INV_LIMBS] = (uint64_t)c;
    const uint64_t neg = -(t[INV_LIMBS] >> 63);
    uint64_t carry = neg & 1;
    for (int i = 0; i < INV_LIMBS; i++) {
        const uint64_t w = (t[i] >> 31 | t[i + 1] << 33) ^ neg;
        o[i] = w + carry;
        carry &= o[i] == 0;
    }
    return neg;
}

/* o = (u f + v g) / 2^31 mod m, for u, v < m */
static void INV_FN(combine_mod)(uint64_t *o, const uint64_t *u, const uint64_t *v, int64_t f,
                                int64_t g)
{
    const uint64_t *m = INV_MODULUS.l;
    const uint64_t low = u[0] * (uint64_t)f + v[0] * (uint64_t)g;
    const int64_t k = (int64_t)((low * INV_NEG_INV) & 0x7fffffff);
    __int128 c = 0;
    uint64_t t[INV_LIMBS + 1];
    for (int i = 0; i < INV_LIMBS; i++) {
        c += (__int128)u[i] * f + (__int128)v[i] * g + (__int128)m[i] * k;
        t[i] = (uint64_t)c;
        c >>= 64;
    }
    t[INV_LIMBS] = (uint64_t)c;
    for (int i = 0; i < INV_LIMBS; i++)
        o[i] = t[i] >> 31 | t[i + 1] << 33;
    /* now -m <= o < 2m, as |f| + |g| <= 2^31 and k < 2^31: add or subtract m once */
    uint64_t s[INV_LIMBS], carry = 0;
    const bool negative = t[INV_LIMBS] >> 63;
    for (int i = 0; i < INV_LIMBS; i++) {
        const unsigned __int128 d = negative ? (unsigned __int128)o[i] + m[i] + carry
                                             : (unsigned __int128)o[i] - m[i] - carry;
        s[i] = (uint64_t)d;
        carry = (uint64_t)(d >> 64) & 1;
    }
    if (negative || !carry)
        memcpy(o, s, sizeof s);
}

/* The inner loop: 31 steps on approximations of a and b (b odd). On return row i of f, g says
 * what the new a (i = 0) and b (i = 1) are: (a f + b g) / 2^31. */
static void INV_FN(steps)(uint64_t a, uint64_t b, int64_t f[2], int64_t g[2])
{
    int64_t f0 = 1, g0 = 0, f1 = 0, g1 = 1;
    int left = 31;
    /* the zeros of a, but no more than are left */
    int n = __builtin_ctzll(a | UINT64_C(1) << left);
    for (;;) {
        a >>= n;
        f1 = (int64_t)((uint64_t)f1 << n);
        g1 = (int64_t)((uint64_t)g1 << n);
        left -= n;
        if (left == 0)
            break;
        /* a, b = |a - b|, min(a, b); a < b is a coin toss, which no branch should depend on */
        const int64_t less = -(int64_t)(a < b);
        const int64_t df = f0 - f1, dg = g0 - g1;
        const uint64_t d = a - b; /* as many zeros as its opposite */
        n = __builtin_ctzll(d | UINT64_C(1) << left);
        b ^= (a ^ b) & (uint64_t)less;
        f1 ^= (f0 ^ f1) & less;
        g1 ^= (g0 ^ g1) & less;
        a = (d ^ (uint64_t)less) - (uint64_t)less;
        f0 = (df ^ less) - less;
        g0 = (dg ^ less) - less;
    }
    f[0] = f0, f[1] = f1;
    g[0] = g0, g[1] = g1;
}

/* o = c / y mod m for y, c < m; zero if y is zero. */
static void INV_FN(divide)(uint64_t *o, const uint64_t *c, const uint64_t *y)
{
    uint64_t a[INV_LIMBS], b[INV_LIMBS], u[INV_LIMBS], v[INV_LIMBS] = { 0 };
    uint64_t na[INV_LIMBS], nu[INV_LIMBS];
    memcpy(a, y, sizeof a);
    memcpy(b, INV_MODULUS.l, sizeof b);
    memcpy(u, c, sizeof u);
    /* invariants: a c = u y, b c = v y mod m (up to the common sign kept by f and g); b odd */
    int top = INV_LIMBS - 1;
    for (;;) {
        uint64_t any = 0;
        for (int i = 0; i < INV_LIMBS; i++)
            any |= a[i];
        if (!any)
            break;
        while (top > 0 && !(a[top] | b[top]))
            top--;
        uint64_t xa = a[0], xb = b[0];
        if (top > 0) {
            /* the low 31 bits, and above them the 33 bits from the longer one's top */
            const int shift = __builtin_clzll(a[top] | b[top]);
            const uint64_t ha = shift ? a[top] << shift | a[top - 1] >> (64 - shift) : a[top];
            const uint64_t hb = shift ? b[top] << shift | b[top - 1] >> (64 - shift) : b[top];
            xa = (xa & 0x7fffffff) | (ha >> 31 << 31);
            xb = (xb & 0x7fffffff) | (hb >> 31 << 31);
        }
        int64_t f[2], g[2];
        INV_FN(steps)(xa, xb, f, g);
        if (INV_FN(combine)(na, a, b, f[0], g[0]))
            f[0] = -f[0], g[0] = -g[0];
        if (INV_FN(combine)(b, a, b, f[1], g[1]))
            f[1] = -f[1], g[1] = -g[1];
        memcpy(a, na, sizeof a);
        INV_FN(combine_mod)(nu, u, v, f[0], g[0]);
        INV_FN(combine_mod)(v, u, v, f[1], g[1]);
        memcpy(u, nu, sizeof u);
    }
    memcpy(o, v, sizeof v);
}
