/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Term storage `arena`: the vectors of a row are cut from one block by moving a pointer, and the
 * next row starts over. Linear combinations that outlive a row (lc_init) are on the heap. */
#define TERMS_NAME "arena"
#include <stdlib.h>
#include <string.h>

typedef struct lc_block {
    struct lc_block *older;
    size_t len;
    lc_term term[]; /* len of them */
} lc_block;

typedef struct lc_memory {
    lc_block *block; /* the newest, which is the largest; NULL at first */
    size_t used;     /* of it */
} lc_memory;

typedef struct lc_terms {
    lc_term *term;
    lc_memory *memory; /* NULL: the heap */
    uint32_t n, cap;
    uint32_t last;
} lc_terms;

static inline void lc_memory_init(lc_memory *m)
{
    *m = (lc_memory) { 0 };
}

static inline void lc_blocks_free(lc_block *b)
{
    while (b) {
        lc_block *older = b->older;
        free(b);
        b = older;
    }
}

/* Only for linear combinations that have been cleared. */
static inline void lc_memory_reset(lc_memory *m)
{
    m->used = 0;
    if (m->block && m->block->older) {
        lc_blocks_free(m->block->older);
        m->block->older = NULL;
    }
}

static inline void lc_memory_free(lc_memory *m)
{
    lc_blocks_free(m->block);
    lc_memory_init(m);
}

#define LC_BLOCK_TERMS 1024 /* of the first: more than nearly all rows have */

static inline lc_term *lc_memory_cut(lc_memory *m, size_t n)
{
    if (!m->block || m->block->len - m->used < n) {
        size_t len = m->block ? 2 * m->block->len : LC_BLOCK_TERMS;
        if (len < n)
            len = n;
        lc_block *b = malloc(sizeof *b + len * sizeof b->term[0]);
        if (!b)
            return NULL;
        b->older = m->block;
        b->len = len;
        m->block = b;
        m->used = 0;
    }
    m->used += n;
    return m->block->term + m->used - n;
}

static inline void terms_init(lc_terms *t, lc_memory *m)
{
    *t = (lc_terms) { .memory = m };
}

static inline lc_term *terms_at(lc_terms *t)
{
    return t->term;
}

static inline bool terms_grow(lc_terms *t, uint32_t cap)
{
    lc_term *term;
    if (t->memory)
        term = lc_memory_cut(t->memory, cap);
    else
        term = realloc(t->term, cap * sizeof *term);
    if (!term)
        return false;
    if (t->memory && t->n)
        memcpy(term, t->term, t->n * sizeof *term);
    t->term = term;
    t->cap = cap;
    return true;
}

static inline void terms_free(lc_terms *t)
{
    if (!t->memory)
        free(t->term);
    terms_init(t, t->memory);
}

static inline void terms_clear(lc_terms *t)
{
    if (t->memory)
        terms_init(t, t->memory);
    t->n = t->last = 0;
}
