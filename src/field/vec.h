/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A vector of Fr behind one view, plain or compact: the only way the prover reads a, b, c and
 * the assignment. */
#ifndef CUZK_FIELD_VEC_H
#define CUZK_FIELD_VEC_H

#include "field/fr.h"
#include <string.h>

typedef struct fr_view {
    size_t n;
    const fr *plain; /* n elements when the vector is stored so; NULL otherwise */
    /* Write elements [i, i + len) to out; i + len <= n. Safe from several threads at once. */
    void (*expand)(const void *ctx, size_t i, size_t len, fr *out);
    const void *ctx;
} fr_view;

/* A view of n elements the caller keeps alive. */
static inline fr_view fr_view_plain(const fr *a, size_t n)
{
    return (fr_view) { .n = n, .plain = a };
}

/* Elements [i, i + len) into out. */
static inline void fr_view_expand(const fr_view *v, size_t i, size_t len, fr *out)
{
    if (v->plain)
        memcpy(out, v->plain + i, len * sizeof *out);
    else
        v->expand(v->ctx, i, len, out);
}

/* Elements [i, i + len): where they are, or in room, which has space for so many. */
static inline const fr *fr_view_read(const fr_view *v, size_t i, size_t len, fr *room)
{
    if (v->plain)
        return v->plain + i;
    v->expand(v->ctx, i, len, room);
    return room;
}

/* One bit an element, least significant first in each 64-bit word: densities. */
typedef struct bitmap {
    uint64_t *words; /* (n + 63) / 64 of them, unused top bits zero */
    size_t n;
} bitmap;

static inline bool bitmap_get(const bitmap *b, size_t i)
{
    return b->words[i / 64] >> (i % 64) & 1;
}
static inline void bitmap_set(bitmap *b, size_t i)
{
    b->words[i / 64] |= UINT64_C(1) << (i % 64);
}
size_t bitmap_count(const bitmap *b);

#endif
