/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Points to and from the wide form for one group. No include guard.
 *
 * Parameters:
 *   PT_FN(f), PT_AFFINE, PT_FIELD, PT_F(f)   as in curve/point_template.h
 *   WD_POINT     g1_wide, g2_wide
 *   WD_F8        eight coordinates: fp8, fp2x8
 *   WD_F(f)      the name of its function f
 *   WD_ENDO(x)   x in place to that of phi(x, y), curve/wide.h
 *   WD_NEG(a)    2p - a in place, for a coordinate of a WD_POINT
 *   WD_ADD_B(o)  o += b, y^2 = x^3 + b, unnormalised
 *   WD_COORD_LEN bytes of an encoded coordinate */

#define WD_GATHER(o, rows, member)                                                                 \
    WD_F(gather)(o, (const void *const *)(rows), offsetof(WD_POINT, member))
#define WD_GATHER_DIFFERENCE(o, a, b, member)                                                      \
    WD_F(gather_difference)                                                                        \
    (o, (const void *const *)(a), (const void *const *)(b), offsetof(WD_POINT, member))
#define WD_SCATTER(rows, member, a, mask)                                                          \
    WD_F(scatter)((void *const *)(rows), offsetof(WD_POINT, member), a, mask)

/* The lanes from n on repeat the last point. */
static void PT_FN(wide_from_affine)(WD_POINT *o, const PT_AFFINE *in, size_t n)
{
    for (size_t i = 0; i < n; i += 8) {
        const PT_AFFINE *from[8];
        WD_POINT *to[8];
        WD_F8 x, y;
        for (size_t j = 0; j < 8; j++) {
            const size_t k = i + j < n ? i + j : n - 1;
            from[j] = &in[k];
            to[j] = &o[k];
        }
        WD_F(from_scalar)(&x, (const void *const *)from, offsetof(PT_AFFINE, x));
        WD_F(from_scalar)(&y, (const void *const *)from, offsetof(PT_AFFINE, y));
        const __mmask8 infinite = WD_F(is_zero)(&x, 0) & WD_F(is_zero)(&y, 0);
        WD_SCATTER(to, x, &x, 0xff);
        WD_SCATTER(to, y, &y, 0xff);
        if (infinite)
            for (size_t j = 0; j < 8; j++)
                if (infinite >> j & 1)
                    PT_FN(wide_set_infinity)(to[j]);
    }
}

static void PT_FN(wide_to_affine)(PT_AFFINE *o, const WD_POINT *in, size_t n)
{
    for (size_t i = 0; i < n; i += 8) {
        const size_t count = n - i < 8 ? n - i : 8;
        const WD_POINT *from[8];
        PT_AFFINE *to[8];
        WD_F8 x, y;
        for (size_t j = 0; j < 8; j++) {
            const size_t k = i + j < n ? i + j : n - 1;
            from[j] = &in[k];
            to[j] = &o[k];
        }
        WD_GATHER(&x, from, x);
        WD_GATHER(&y, from, y);
        /* zero is infinity there */
        const __mmask8 infinite = WD_F(sign)(&x);
        WD_F(clear)(&x, infinite);
        WD_F(clear)(&y, infinite);
        WD_F(to_scalar)((void *const *)to, offsetof(PT_AFFINE, x), &x, count);
        WD_F(to_scalar)((void *const *)to, offsetof(PT_AFFINE, y), &y, count);
    }
}

/* y to 2p - y, which is not negative */
static void PT_FN(wide_neg)(WD_POINT *o, const WD_POINT *p)
{
    *o = *p;
    if (!PT_FN(wide_is_infinity)(p))
        WD_NEG(&o->y);
}

static void PT_FN(wide_neg_all)(WD_POINT *o, const WD_POINT *in, size_t n)
{
    for (size_t i = 0; i < n; i++)
        PT_FN(wide_neg)(&o[i], &in[i]);
}

/* Lanes with y^2 = x^3 + b; both below 1.26 p. */
static __mmask8 PT_FN(wide_on_curve)(const WD_F8 *x, const WD_F8 *y)
{
    WD_F8 l, r;
    WD_F(sqr)(&l, y);
    WD_F(sqr)(&r, x);
    WD_F(mul)(&r, &r, x);
    WD_ADD_B(&r); /* below 2.26 p */
    WD_F(sub)(&l, &l, &r, 3);
    return WD_F(is_zero)(&l, 5);
}

/* Lanes that hold finite points are done eight at a time, the others one by one. */
static size_t PT_FN(wide_from_uncompressed)(WD_POINT *o, const uint8_t *in, size_t n, bool trusted)
{
    for (size_t i = 0; i < n; i += 8) {
        const size_t count = n - i < 8 ? n - i : 8;
        const uint8_t *from[8];
        WD_POINT *to[8];
        WD_F8 x, y;
        for (size_t j = 0; j < 8; j++) {
            const size_t k = i + j < n ? i + j : n - 1;
            from[j] = in + 2 * WD_COORD_LEN * k;
            to[j] = &o[k];
        }
        __mmask8 good = WD_F(load_be)(&x, from, 0) & WD_F(load_be)(&y, from, WD_COORD_LEN);
        good &= (__mmask8) ~(WD_F(is_zero)(&x, 0) & WD_F(is_zero)(&y, 0));
        if (!trusted)
            good &= PT_FN(wide_on_curve)(&x, &y);
        WD_SCATTER(to, x, &x, good);
        WD_SCATTER(to, y, &y, good);
        for (size_t j = 0; j < count && good != 0xff; j++) {
            if (good >> j & 1)
                continue;
            PT_AFFINE p;
            if (PT_FN(kernels_of)(CPU_ADX)->read_uncompressed(&p, from[j], trusted) != POINT_OK)
                return i + j;
            PT_FN(wide_from_affine)(to[j], &p, 1);
        }
    }
    return n;
}

static void PT_FN(wide_to_uncompressed)(uint8_t *o, const WD_POINT *in, size_t n)
{
    for (size_t i = 0; i < n; i += 8) {
        const size_t count = n - i < 8 ? n - i : 8;
        const WD_POINT *from[8];
        uint8_t *to[8];
        WD_F8 x, y;
        for (size_t j = 0; j < 8; j++) {
            const size_t k = j < count ? i + j : n - 1;
            from[j] = &in[k];
            to[j] = o + 2 * WD_COORD_LEN * k;
        }
        WD_GATHER(&x, from, x);
        WD_GATHER(&y, from, y);
        const __mmask8 infinite = WD_F(sign)(&x);
        WD_F(clear)(&x, infinite);
        WD_F(clear)(&y, infinite);
        WD_F(store_be)(to, 0, &x, count);
        WD_F(store_be)(to, WD_COORD_LEN, &y, count);
        for (size_t j = 0; j < count && infinite; j++)
            if (infinite >> j & 1)
                to[j][0] = 0x40; /* the flag, before nothing but zeros */
    }
}

/* The lanes from n on repeat the last point. */
static void PT_FN(wide_endo)(WD_POINT *o, const WD_POINT *in, size_t n)
{
    for (size_t i = 0; i < n; i += 8) {
        const WD_POINT *from[8];
        WD_POINT *to[8];
        WD_F8 x;
        for (size_t j = 0; j < 8; j++) {
            const size_t k = i + j < n ? i + j : n - 1;
            from[j] = &in[k];
            to[j] = &o[k];
        }
        WD_GATHER(&x, from, x);
        const __mmask8 infinite = WD_F(sign)(&x);
        WD_F(clear)(&x, infinite);
        WD_ENDO(&x);
        WD_SCATTER(to, x, &x, 0xff);
        for (size_t j = 0; j < 8; j++) {
            to[j]->y = from[j]->y;
            if (infinite >> j & 1)
                PT_FN(wide_set_infinity)(to[j]);
        }
    }
}
