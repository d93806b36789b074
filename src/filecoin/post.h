/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Proofs of spacetime: the registered ones as a table, whom they challenge, and their public inputs
 * (docs/spec/post-and-update.md §1-§4). */
#ifndef CUZK_FILECOIN_POST_H
#define CUZK_FILECOIN_POST_H

#include "field/fr.h"
#include "filecoin/proof_kind.h"
#include "filecoin/vanilla.h"

#define WINNING_SLOTS     66
#define WINDOW_CHALLENGES 10
#define POST_MAX_SLOTS    2349
#define POST_MAX_PATHS    WINNING_SLOTS /* of one sector in a vanilla proof */

/* A circuit has `slots` sectors, `challenges` each. Winning: 66 slots, all of the one sector. */
typedef struct registered_post {
    const char *name; /* "StackedDrgWindow2KiBV1_2" */
    uint32_t number;
    proof_kind kind; /* KIND_WINNING or KIND_WINDOW */
    porep_version version;
    const sector_shape *shape;
    unsigned slots, challenges;
} registered_post;

#define REGISTERED_POSTS 15
extern const registered_post registered_posts[REGISTERED_POSTS]; /* in order of number */

/* By name (any case, also with Go's prefix "RegisteredPoStProof_") or number; NULL. */
const registered_post *registered_post_find(const char *name);
/* What is in use today: winning V1, window V1_2. */
const registered_post *registered_post_default(proof_kind kind, const sector_shape *s);

/* Sectors one proof is about, at most: 1, or the slots. */
unsigned registered_post_sectors(const registered_post *r);
/* Merkle paths a sector has in a vanilla proof: 66 or 10. */
unsigned post_paths(proof_kind kind);

/* Path n of the sector that stands `sector_index`th in the whole proof (counted over partitions);
 * in V1_2 the place of the sector does not matter. randomness: 32 canonical bytes. */
uint64_t post_challenge(const registered_post *r, const uint8_t randomness[32], uint64_t sector,
                        uint64_t sector_index, unsigned n);

/* Which of n sectors a winning proof is about, n > 0. */
uint64_t post_winning_sector(const uint8_t prover_id[32], const uint8_t randomness[32], uint64_t n);

typedef struct post_sector_claim {
    uint64_t id;
    node32 comm_r;
} post_sector_claim;

/* What one partition states. Sectors are in the order of the proof; of a winning proof there is
 * one, of a window partition 1 to `slots`. */
typedef struct post_statement {
    const registered_post *post;
    uint8_t randomness[32];
    uint64_t
        first_index; /* the place of the first sector in the whole proof: matters before V1_2 */
    size_t n_sectors;
    const post_sector_claim *sectors;
} post_statement;

/* slots * (1 + challenges), ONE not counted. */
size_t post_public_inputs_n(const registered_post *r);
/* out holds that many. Sectors that are missing are the last one again. False when a comm_r or the
 * randomness is no canonical element, or there are no sectors or too many. */
bool post_public_inputs(fr *out, const post_statement *s);

#endif
