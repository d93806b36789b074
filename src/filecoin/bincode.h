/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reading and writing bincode 1 with its default options (docs/spec/c1.md §6): little-endian, fixed
 * width. Reading is schema-directed: every count is known beforehand, nothing is allocated for one
 * that is not in the input, and what is wrong is named by its path. */
#ifndef CUZK_FILECOIN_BINCODE_H
#define CUZK_FILECOIN_BINCODE_H

#include "base/arena.h"
#include "filecoin/tree_shape.h"
#include "filecoin/vanilla_items.h"

#define BINCODE_MAX_PATH 8

typedef struct bincode_step {
    const char *name;
    int64_t index; /* -1: none */
} bincode_step;

typedef struct bincode {
    const vanilla_item *item;
    const uint8_t *p, *end;
    bincode_step path[BINCODE_MAX_PATH];
    unsigned depth;
    arena *arena; /* of what is allocated */
    cuzk_error *err;
} bincode;

void bincode_open(bincode *b, const vanilla_item *item, arena *a, cuzk_error *err);
/* Nothing may follow. */
cuzk_status bincode_end(bincode *b);

void bincode_push(bincode *b, const char *name, int64_t index);
void bincode_pop(bincode *b);

/* CUZK_BAD_INPUT at the current path and byte; the error has expected and found. */
cuzk_status bincode_fail(bincode *b, const char *code, const char *expected, const char *found);

/* Fields; name is that of the field in errors. The first: so many bytes are there. */
cuzk_status bincode_need(bincode *b, const char *name, uint64_t len);
cuzk_status bincode_u64(bincode *b, const char *name, uint64_t *out);
/* A count that must be n, each of its elements taking at least min_len bytes, which must be there.
 */
cuzk_status bincode_count(bincode *b, const char *name, uint64_t n, size_t min_len);
/* n canonical elements, in place. */
cuzk_status bincode_nodes(bincode *b, const char *name, const node32 **out, size_t n);
cuzk_status bincode_node(bincode *b, const char *name, node32 *out);

/* A path in this tree: the tag of its parts, the parts, root and leaf. */
cuzk_status bincode_merkle(bincode *b, const tree_shape *tree, merkle_proof *out);
size_t bincode_merkle_len(const tree_shape *tree);

/* Writers return the byte behind what they wrote. */
uint8_t *bincode_put_u64(uint8_t *out, uint64_t v);
uint8_t *bincode_put_nodes(uint8_t *out, const node32 *nodes, size_t n);
uint8_t *bincode_put_merkle(uint8_t *out, const tree_shape *tree, const merkle_proof *p);

#endif
