/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Exponentiation, windows of four bits from the top.
 * Parameters: POW_TYPE, POW_FN(f) the name of its function f, POW_ONE. No include guard. */

static void POW_FN(pow_windows)(POW_TYPE *o, const POW_TYPE *a, const uint64_t *e, size_t e_limbs)
{
    POW_TYPE table[16], acc = POW_ONE; /* table[i] = a^i */
    table[0] = POW_ONE;
    for (int i = 1; i < 16; i++)
        POW_FN(mul)(&table[i], &table[i - 1], a);
    bool leading = true; /* squaring one is skipped */
    for (size_t i = e_limbs * 16; i-- > 0;) {
        const unsigned digit = e[i / 16] >> (i % 16 * 4) & 15;
        if (leading && digit == 0)
            continue;
        for (int k = 0; k < 4 && !leading; k++)
            POW_FN(sqr)(&acc, &acc);
        leading = false;
        if (digit)
            POW_FN(mul)(&acc, &acc, &table[digit]);
    }
    *o = acc;
}
