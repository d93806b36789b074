/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Montgomery's trick: n inversions for one and 3n multiplications. Zeros stay zero.
 * Parameters: INV_TYPE, INV_FN(f) the name of its function f. No include guard. */

static void INV_FN(invert_all)(INV_TYPE *a, size_t n, INV_TYPE *scratch)
{
    /* scratch[i] = the product of the non-zero a[0..i) */
    INV_TYPE acc;
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        if (any)
            scratch[i] = acc;
        if (INV_FN(is_zero)(&a[i]))
            continue;
        if (any)
            INV_FN(mul)(&acc, &acc, &a[i]);
        else
            acc = a[i];
        any = true;
    }
    if (!any)
        return;
    INV_FN(inv)(&acc, &acc);
    /* acc = the inverse of the product of the non-zero a[0..i] */
    size_t first = 0;
    while (INV_FN(is_zero)(&a[first]))
        first++;
    for (size_t i = n; i-- > first + 1;) {
        if (INV_FN(is_zero)(&a[i]))
            continue;
        INV_TYPE t;
        INV_FN(mul)(&t, &acc, &scratch[i]);
        INV_FN(mul)(&acc, &acc, &a[i]);
        a[i] = t;
    }
    a[first] = acc;
}
