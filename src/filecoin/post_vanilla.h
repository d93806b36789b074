/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Vanilla proofs of WinningPoSt and WindowPoSt: a sector each, in bincode (docs/spec/c1.md §7). */
#ifndef CUZK_FILECOIN_POST_VANILLA_H
#define CUZK_FILECOIN_POST_VANILLA_H

#include "base/arena.h"
#include "base/work.h"
#include "filecoin/post.h"
#include "filecoin/vanilla_items.h"

/* One sector. paths: post_paths(kind) of them in tree R, in the order of the challenges. */
typedef struct post_sector {
    uint64_t id;
    node32 comm_r, comm_c, comm_r_last;
    merkle_proof *paths;
} post_sector;

/* Winning: one sector. Window: those of one partition or of many, in the order of the proof. */
typedef struct post_vanilla {
    proof_kind kind;
    const sector_shape *shape;
    unsigned paths; /* a sector: post_paths(kind) */
    size_t n_sectors;
    post_sector *sectors;
    const vanilla_item *items; /* that they were read from, one each, borrowed; NULL: made */
    arena *arena; /* owns sectors and paths; siblings are in the items read or, when made, here */
} post_vanilla;

/* An item a sector. shape NULL: the one the first path implies. The items are borrowed: they must
 * outlive *out. Every element is canonical, every count the one of the kind and the size, nothing
 * follows; an item of another kind is refused as that ("wrong-kind"). A file is in the error's
 * file, the item and the field in its section. On failure *out is empty. */
cuzk_status post_vanilla_read(post_vanilla *out, const vanilla_items *items, proof_kind kind,
                              const sector_shape *shape, cuzk_error *err);
void post_vanilla_free(post_vanilla *v);

/* One sector as an item, and how long that is. */
size_t post_sector_len(proof_kind kind, const sector_shape *shape);
void post_sector_write(uint8_t *out, const post_vanilla *v, size_t sector);

/* Whether sectors [first, first + n) of it prove this statement, which has as many: the ids and
 * comm_r are those of the statement, in its order; each comm_r is the hash of comm_c and
 * comm_r_last; each path leads from the challenged leaf to comm_r_last. In parallel. CUZK_NO names
 * the first failure in the order of the file ("sector 42 challenge 3"). */
cuzk_status post_vanilla_verify(const post_vanilla *v, size_t first, const post_statement *s,
                                work *w, cuzk_error *err);
/* The same, one path at a time. */
cuzk_status post_vanilla_verify_ref(const post_vanilla *v, size_t first, const post_statement *s,
                                    work *w, cuzk_error *err);

#endif
