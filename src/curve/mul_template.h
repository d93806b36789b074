/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Multiplication by scalars and conversion to affine for one group. Parameters as in
 * curve/point_template.h. No include guard. */

/* k P for a scalar of n <= 4 limbs: signed windows of five bits (wNAF), odd multiples up to 15 P.
 */
static void PT_FN(mul_limbs)(PT_JACOBIAN *o, const PT_JACOBIAN *p, const uint64_t *k, size_t n)
{
    PT_JACOBIAN table[8], t; /* table[i] = (2i + 1) P */
    PT_FN(double)(&t, p);
    table[0] = *p;
    for (int i = 1; i < 8; i++)
        PT_FN(add)(&table[i], &table[i - 1], &t);

    int8_t digits[64 * 4 + 1];
    const size_t len = wnaf5(digits, k, n);
    PT_JACOBIAN acc;
    PT_FN(set_infinity)(&acc);
    for (size_t i = len; i-- > 0;) {
        PT_FN(double)(&acc, &acc);
        if (digits[i] > 0) {
            PT_FN(add)(&acc, &acc, &table[digits[i] / 2]);
        } else if (digits[i] < 0) {
            PT_FN(neg)(&t, &table[-digits[i] / 2]);
            PT_FN(add)(&acc, &acc, &t);
        }
    }
    *o = acc;
}

static void PT_FN(mul_scalar)(PT_JACOBIAN *o, const PT_JACOBIAN *p, const fr *k)
{
    fr_raw raw;
    fr_to_raw(&raw, k);
    PT_FN(mul_limbs)(o, p, raw.l, 4);
}

/* x = X / Z^2, y = Y / Z^3 with the Zs inverted together; scratch holds n elements. */
static void PT_FN(to_affine_all)(PT_AFFINE *o, const PT_JACOBIAN *p, size_t n, PT_FIELD *scratch)
{
    PT_FIELD product = PT_ONE, inverse, i, ii;
    for (size_t k = 0; k < n; k++) {
        scratch[k] = product;
        if (!PT_FN(is_infinity)(&p[k]))
            PT_F(mul)(&product, &product, &p[k].z);
    }
    PT_F(inv)(&inverse, &product);
    for (size_t k = n; k-- > 0;) {
        if (PT_FN(is_infinity)(&p[k])) {
            PT_FN(affine_set_infinity)(&o[k]);
            continue;
        }
        PT_F(mul)(&i, &inverse, &scratch[k]);
        PT_F(mul)(&inverse, &inverse, &p[k].z);
        PT_F(sqr)(&ii, &i);
        PT_F(mul)(&o[k].x, &p[k].x, &ii);
        PT_F(mul)(&ii, &ii, &i);
        PT_F(mul)(&o[k].y, &p[k].y, &ii);
    }
}
