/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "chain.h"

void chain_rows(const void *ctx, cs *s)
{
    const chain *c = ctx;
    fr value = fr_from_u64(c->x), zero = fr_from_u64(0);
    cs_var at = CS_ONE;
    if (c->squarings)
        at = cs_alloc(s, &value);
    for (unsigned i = 0; i < c->squarings; i++) {
        fr_sqr(&value, &value);
        if (c->wrong && i + 1 == c->squarings)
            fr_add(&value, &value, &FR_ONE);
        cs_var next = cs_alloc(s, &value);
        cs_row r = cs_row_begin(s); /* at * at = next */
        lc_add_var(r.a, at);
        lc_add_var(r.b, at);
        lc_add_var(r.c, next);
        cs_row_end(s);
        at = next;
    }
    if (c->public) {
        cs_var out = cs_alloc_input(s, &value);
        cs_row r = cs_row_begin(s); /* out * 1 = at */
        lc_add_var(r.a, out);
        lc_add_var(r.b, CS_ONE);
        lc_add_var(r.c, at);
        cs_row_end(s);
    }
    if (c->loose)
        cs_alloc(s, &zero);
}
