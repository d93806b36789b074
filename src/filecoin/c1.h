/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The output of seal commit phase 1, in its three layouts (docs/spec/c1.md): bare serde JSON, the
 * proofs API's JSON, and Curio's wrapper with that in base64. Read streaming, bounded, strict. */
#ifndef CUZK_FILECOIN_C1_H
#define CUZK_FILECOIN_C1_H

#include "base/error.h"
#include "filecoin/vanilla.h"

typedef enum c1_layout { C1_BARE, C1_API, C1_CURIO } c1_layout;

typedef struct c1 {
    c1_layout layout;
    const registered_seal *seal; /* from the file; a bare C1 has none: as given or the default */
    const sector_shape *shape;
    bool has_sector; /* Curio's wrapper names the sector */
    uint64_t sector_number;
    node32 comm_r, comm_d, replica_id;
    uint8_t seed[32], ticket[32];
    unsigned partitions, challenges;
    porep_vanilla *proofs; /* partitions * challenges, partition-major */
    struct arena *arena;   /* owns what proofs point to, and proofs */
} c1;

/* registered: what a bare C1 is read as; NULL for V1_1 of the size its paths imply. A file that
 * names another is refused. name is for errors. Every element is canonical, every count that of
 * the registered proof, every index below its arity; comm_r, comm_d and seed are not zero. Holds at
 * most about twice `len` bytes. On failure *out is empty. */
cuzk_status c1_parse(c1 *out, const uint8_t *data, size_t len, const registered_seal *registered,
                     const char *name, cuzk_error *err);
/* As c1_parse, but the first partitions of a sector are enough; out->partitions says how many there
 * are. For measuring: nobody else makes such files. */
cuzk_status c1_parse_some(c1 *out, const uint8_t *data, size_t len,
                          const registered_seal *registered, const char *name, cuzk_error *err);
void c1_free(c1 *c);

#endif
