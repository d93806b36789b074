/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Term storage inside the linear combination: the first few terms stand in it; when there are more,
 * all move to the heap until it is emptied.
 *
 * Parameter: TERMS_INLINE, how many stand inside. */
#include "r1cs/terms_no_memory.h"
#include <stdlib.h>
#include <string.h>

typedef struct lc_terms {
    union {
        lc_term inside[TERMS_INLINE];
        lc_term *heap; /* when cap is larger than TERMS_INLINE */
    } at;
    uint32_t n, cap;
    uint32_t last;
} lc_terms;

static inline void terms_init(lc_terms *t, lc_memory *m)
{
    (void)m;
    t->cap = TERMS_INLINE;
    t->n = t->last = 0;
}

static inline lc_term *terms_at(lc_terms *t)
{
    return t->cap > TERMS_INLINE ? t->at.heap : t->at.inside;
}

static inline bool terms_grow(lc_terms *t, uint32_t cap)
{
    bool spilled = t->cap > TERMS_INLINE;
    lc_term *heap = realloc(spilled ? t->at.heap : NULL, cap * sizeof *heap);
    if (!heap)
        return false;
    if (!spilled)
        memcpy(heap, t->at.inside, t->n * sizeof *heap);
    t->at.heap = heap;
    t->cap = cap;
    return true;
}

static inline void terms_clear(lc_terms *t)
{
    if (t->cap > TERMS_INLINE)
        free(t->at.heap);
    terms_init(t, NULL);
}

static inline void terms_free(lc_terms *t)
{
    terms_clear(t);
}
