/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "gadgets/insertion.h"
#include <assert.h>
#include <string.h>

static void insert_2(cs *s, num *out, const num *x, const boolean *bits, const num *e)
{
    out[0] = num_pick(s, bits[0], &e[0], x);
    out[1] = num_pick(s, bits[0], x, &e[0]);
}

/* In each line t is what stands there if the upper bit has its likelier value, see the table of
 * out[p] by place:   place 0 1 2 3
 *             out[0] =     a b b b
 *             out[1] =     b a c c
 *             out[2] =     c c a d
 *             out[3] =     d d d a   */
static void insert_4(cs *s, num *out, const num *x, const boolean *bits, const num *e)
{
    const num a = *x, b = e[0], c = e[1], d = e[2];
    const boolean b0 = bits[0], b1 = bits[1];
    num t = num_pick(s, b0, &b, &a);
    out[0] = num_pick(s, b1, &b, &t);
    t = num_pick(s, b0, &a, &b);
    out[1] = num_pick(s, b1, &c, &t);
    t = num_pick(s, b0, &d, &a);
    out[2] = num_pick(s, b1, &t, &c);
    t = num_pick(s, b0, &a, &d);
    out[3] = num_pick(s, b1, &t, &d);
}

/* As insert_4: out[p] is e[p] below the place, x at it, e[p - 1] above. nor and `and` of the two
 * lower bits save a pick where only one of four places differs. */
static void insert_8(cs *s, num *out, const num *x, const boolean *bits, const num *others)
{
    const num a = *x, b = others[0], c = others[1], d = others[2];
    const num e = others[3], f = others[4], g = others[5], h = others[6];
    const boolean b0 = bits[0], b1 = bits[1], b2 = bits[2];
    const boolean nor = boolean_nor(s, b0, b1), both = boolean_and(s, b0, b1);
    num t = num_pick(s, nor, &a, &b);
    out[0] = num_pick(s, b2, &b, &t);
    t = num_pick(s, b0, &a, &b);
    t = num_pick(s, b1, &c, &t);
    out[1] = num_pick(s, b2, &c, &t);
    t = num_pick(s, b0, &d, &a);
    t = num_pick(s, b1, &t, &c);
    out[2] = num_pick(s, b2, &d, &t);
    t = num_pick(s, both, &a, &d);
    out[3] = num_pick(s, b2, &e, &t);
    t = num_pick(s, nor, &a, &f);
    out[4] = num_pick(s, b2, &t, &e);
    t = num_pick(s, b0, &a, &f);
    t = num_pick(s, b1, &g, &t);
    out[5] = num_pick(s, b2, &t, &f);
    t = num_pick(s, b0, &h, &a);
    t = num_pick(s, b1, &t, &g);
    out[6] = num_pick(s, b2, &t, &g);
    t = num_pick(s, both, &a, &h);
    out[7] = num_pick(s, b2, &t, &h);
}

/* Each output selected from what it would be for each place. */
static void insert_any(cs *s, num *out, const num *x, const boolean *bits, const num *others,
                       unsigned n)
{
    num candidate[INSERTION_MAX];
    for (unsigned p = 0; p < n; p++) {
        for (unsigned place = 0; place < n; place++)
            candidate[place] = p < place ? others[p] : p == place ? *x : others[p - 1];
        cs_push(s, "select", p);
        out[p] = insertion_select(s, candidate, bits, n);
        cs_pop(s);
    }
}

void insertion(cs *s, num *out, const num *x, const boolean *bits, const num *others, unsigned n)
{
    assert(n >= 2 && n <= INSERTION_MAX && !(n & (n - 1)));
    cs_push(s, "insert", -1);
    switch (n) {
    case 2:
        insert_2(s, out, x, bits, others);
        break;
    case 4:
        insert_4(s, out, x, bits, others);
        break;
    case 8:
        insert_8(s, out, x, bits, others);
        break;
    default:
        insert_any(s, out, x, bits, others, n);
    }
    cs_pop(s);
}

num insertion_select(cs *s, const num *from, const boolean *bits, unsigned n)
{
    num left[INSERTION_MAX];
    assert(n >= 1 && n <= INSERTION_MAX && !(n & (n - 1)));
    memcpy(left, from, n * sizeof *from);
    /* From the most significant bit: which half? */
    for (unsigned half = n / 2, bit = (unsigned)__builtin_ctz(n); half; half /= 2) {
        bit--;
        for (unsigned j = 0; j < half; j++)
            left[j] = num_pick(s, bits[bit], &left[half + j], &left[j]);
    }
    return left[0];
}
