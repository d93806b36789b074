/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Term storage on the heap: a vector per index space, doubled when full.
 *
 * Parameter: TERMS_KEEP, whether an emptied vector keeps its memory for the next row. */
#include "r1cs/terms_no_memory.h"
#include <stdlib.h>

typedef struct lc_terms {
    lc_term *term;
    uint32_t n, cap;
    uint32_t last;
} lc_terms;

static inline void terms_init(lc_terms *t, lc_memory *m)
{
    (void)m;
    *t = (lc_terms) { 0 };
}

static inline lc_term *terms_at(lc_terms *t)
{
    return t->term;
}

static inline bool terms_grow(lc_terms *t, uint32_t cap)
{
    lc_term *term = realloc(t->term, cap * sizeof *term);
    if (!term)
        return false;
    t->term = term;
    t->cap = cap;
    return true;
}

static inline void terms_free(lc_terms *t)
{
    free(t->term);
    *t = (lc_terms) { 0 };
}

static inline void terms_clear(lc_terms *t)
{
    if (!TERMS_KEEP && t->cap)
        terms_free(t);
    t->n = t->last = 0;
}
