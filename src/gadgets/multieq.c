/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "gadgets/multieq.h"

void multieq_init(multieq *m, cs *s)
{
    *m = (multieq) { .cs = s };
    lc_init(&m->lhs);
    lc_init(&m->rhs);
    lc_init(&m->l);
    lc_init(&m->r);
    lc_init(&m->op);
}

static void flush(multieq *m)
{
    cs_row r = cs_row_begin(m->cs); /* lhs * 1 = rhs */
    lc_add_var(r.b, CS_ONE);
    cs_enforce(m->cs, &m->lhs, r.b, &m->rhs);
    lc_clear(&m->lhs);
    lc_clear(&m->rhs);
    m->bits_used = 0;
}

void multieq_close(multieq *m)
{
    if (m->bits_used > 0)
        flush(m);
    lc_free(&m->lhs);
    lc_free(&m->rhs);
    lc_free(&m->l);
    lc_free(&m->r);
    lc_free(&m->op);
}

static bool fits(const multieq *m, unsigned n_bits)
{
    return m->bits_used + n_bits < FR_CAPACITY;
}

unsigned multieq_shift(const multieq *m, unsigned n_bits)
{
    return fits(m, n_bits) ? m->bits_used : 0;
}

void multieq_enforce(multieq *m, unsigned n_bits, const lc *l, const lc *r)
{
    if (!fits(m, n_bits))
        flush(m);
    lc_add_lc(&m->lhs, &FR_ONE, l);
    lc_add_lc(&m->rhs, &FR_ONE, r);
    m->bits_used += n_bits;
}
