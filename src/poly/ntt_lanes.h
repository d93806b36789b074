/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The inner loops of the NTT in lanes: transforms of eight columns at a time, and how columns come
 * from memory and go back. A column set x is 2^lg_rows rows of NTT_LANES_ROW words, 64-byte
 * aligned, private to these functions. Internal to poly. */
#ifndef CUZK_POLY_NTT_LANES_H
#define CUZK_POLY_NTT_LANES_H

#include "poly/ntt_twiddle.h"
#include <stddef.h>

#define NTT_LANES     8
#define NTT_LANES_ROW (5 * NTT_LANES)

/* Lane i holds element (column, block) NTT_LANES_ELEMENT[i] of eight neighbours. */
static const unsigned NTT_LANES_ELEMENT[NTT_LANES]
    __attribute__((unused)) = { 0, 2, 1, 3, 4, 6, 5, 7 };

/* Row i is multiplied by start step^i, in each lane its own. */
typedef struct ntt_powers {
    uint64_t start[NTT_LANES_ROW], step[NTT_LANES_ROW];
} __attribute__((aligned(64))) ntt_powers;

enum {
    NTT_STORE_REV = 1,   /* the rows of columns are in bit-reversed order in memory */
    NTT_STORE_FINAL = 2, /* reduced, not just congruent and below 2^256 */
    NTT_STORE_STREAM = 4 /* past the caches: more than they hold is written before it is read */
};

/* The kernels of a variant that has them: a table, as only its files may be compiled for it. */
typedef struct ntt_lanes {
    /* tw[2^t + b] is the twiddle of block b at stage t; or, when they are those of the unit circle
     * (`unit`), tw[b] at every stage, and tw[0] is 1.
     *   forward   natural rows in, bit-reversed rows out
     *   inverse   the other way, scaled by 2^lg_rows; tw holds inverses; x is fresh from a load
     */
    void (*forward)(uint64_t *x, unsigned lg_rows, const ntt_twiddle *tw, bool unit);
    void (*inverse)(uint64_t *x, unsigned lg_rows, const ntt_twiddle *tw, bool unit);
    /* Columns: eight neighbours a row, `stride` elements from one row to the next in memory. */
    void (*load_columns)(uint64_t *x, unsigned lg_rows, const fr *a, size_t stride, bool rev);
    void (*store_columns)(const uint64_t *x, unsigned lg_rows, fr *a, size_t stride, unsigned how);
    /* Blocks: lane i is the 2^lg_rows elements at block[i], lg_rows > 0. Scaled by powers on the
     * way unless those are NULL; a store without is a final one. */
    void (*load_blocks)(uint64_t *x, unsigned lg_rows, const fr *const block[NTT_LANES],
                        const ntt_powers *powers);
    void (*store_blocks)(const uint64_t *x, unsigned lg_rows, fr *const block[NTT_LANES],
                         const ntt_powers *powers, unsigned how);
} ntt_lanes;

extern const ntt_lanes ntt_lanes_ifma;

#endif
