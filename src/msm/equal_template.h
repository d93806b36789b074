/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Points of a chunk whose scalars are equal are added up first: the windows then see one of them.
 * In a witness of Merkle paths a third of the wide values are others' once more.
 *
 * A table, open and twice as long as the chunk, is cut into a section for each share of the work.
 * Who finds its scalar in the table is added to the entry that is there, and has no digits any
 * more; that one leaves the table, so that no point is in two additions of a round, and comes again
 * in the next round. Equality is that of the scalars, not of their hashes; not every pair need be
 * found.
 *
 * Parameters: those of prepare_template.h.
 * No include guard: included once per instance. */
#include "msm/prepare_template.h"

#define EQUAL_NONE  UINT32_MAX
#define EQUAL_PROBE 8 /* places looked at */

typedef struct MSM_FN(section) {
    MSM_FN(state) * s;
    MSM_FN(group) * g;
    uint32_t begin, end; /* of the table */
    uint32_t *again;     /* entries that others were added to, of this round */
    uint32_t n_again, n_ops;
} MSM_FN(section);

static inline uint32_t MSM_FN(table_len)(const MSM_FN(state) * s)
{
    return (uint32_t)(2 * s->chunk_len);
}

/* Where a scalar's search begins. */
static inline uint32_t MSM_FN(table_at)(const MSM_FN(state) * s, uint32_t entry)
{
    const uint64_t hash = s->wide[entry].l[0] * UINT64_C(0x9e3779b97f4a7c15) >> 32;
    return (uint32_t)(hash * MSM_FN(table_len)(s) >> 32);
}

static void MSM_FN(section_run)(MSM_FN(section) * c)
{
    MSM_E(batch_add)(c->s->pool, c->g->ops, c->n_ops, c->g->scratch);
    c->n_ops = 0;
}

/* entry joins other */
static void MSM_FN(section_join)(MSM_FN(section) * c, uint32_t other, uint32_t entry)
{
    const MSM_FN(state) *s = c->s;
    for (unsigned w = 0; w < s->plan.windows; w++)
        s->digits[w * s->row_len + entry] = 0;
    c->g->ops[c->n_ops++] = (batch_add_op) { other, entry };
    c->again[c->n_again++] = other;
    if (c->n_ops == ROUND_OPS)
        MSM_FN(section_run)(c);
}

static void MSM_FN(section_see)(MSM_FN(section) * c, uint32_t entry, uint32_t at)
{
    const MSM_FN(state) *s = c->s;
    uint32_t room = EQUAL_NONE;
    for (uint32_t i = at; i < c->end && i < at + EQUAL_PROBE; i++) {
        const uint32_t other = s->table[i];
        if (other == EQUAL_NONE) {
            room = room == EQUAL_NONE ? i : room;
        } else if (memcmp(&s->wide[other], &s->wide[entry], sizeof *s->wide) == 0) {
            s->table[i] = EQUAL_NONE;
            MSM_FN(section_join)(c, other, entry);
            return;
        }
    }
    if (room != EQUAL_NONE)
        s->table[room] = entry;
}

static void MSM_FN(join_section)(MSM_FN(section) * c)
{
    MSM_FN(state) *s = c->s;
    const uint32_t n = (uint32_t)atomic_load(&s->n_wide);
    for (uint32_t i = c->begin; i < c->end; i++)
        s->table[i] = EQUAL_NONE;
    for (uint32_t entry = 0; entry < n; entry++) {
        const uint32_t at = MSM_FN(table_at)(s, entry);
        if (at >= c->begin && at < c->end)
            MSM_FN(section_see)(c, entry, at);
    }
    while (c->n_ops || c->n_again) {
        const uint32_t round = c->n_again;
        MSM_FN(section_run)(c);
        c->n_again = 0; /* the list of the next round stays behind the reading of this one */
        for (uint32_t i = 0; i < round; i++)
            MSM_FN(section_see)(c, c->again[i], MSM_FN(table_at)(s, c->again[i]));
    }
}
