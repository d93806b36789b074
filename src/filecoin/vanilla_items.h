/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Vanilla proofs of PoSt and sector updates as they come: bincode, one in a file, or many in base64
 * as a JSON array of strings (as Curio and cuzk-bench have them). */
#ifndef CUZK_FILECOIN_VANILLA_ITEMS_H
#define CUZK_FILECOIN_VANILLA_ITEMS_H

#include "base/arena.h"
#include "filecoin/proof_kind.h"
#include "filecoin/vanilla.h"

typedef struct vanilla_item {
    const uint8_t *data;
    size_t len;
    const char *file; /* for errors; borrowed, may be NULL */
    int64_t index;    /* in the file's array; -1: the file is the item */
} vanilla_item;

/* Starts as all zeros. */
typedef struct vanilla_items {
    size_t n, room;
    vanilla_item *item;
    arena *arena; /* owns what was decoded from base64 */
} vanilla_items;

/* Adds what a file holds: an item, or those of its array, of which there must be one. The data of a
 * file that is an item is borrowed. Takes no more than len bytes and a few an item. */
cuzk_status vanilla_items_add(vanilla_items *v, const uint8_t *data, size_t len, const char *file,
                              cuzk_error *err);
void vanilla_items_free(vanilla_items *v);

/* What an item looks like, by its first counts; false: like nothing known. */
bool vanilla_item_kind(const vanilla_item *item, proof_kind *kind, const sector_shape **shape);

/* There is an item, and each looks like this kind and size: CUZK_BAD_INPUT ("wrong-kind",
 * "wrong-size", ...) otherwise. *shape NULL: it becomes the one that the first item implies. */
cuzk_status vanilla_items_require(const vanilla_items *v, proof_kind kind,
                                  const sector_shape **shape, cuzk_error *err);

/* Items as a JSON array of base64, without spaces or a newline at the end: as the Go and Rust tools
 * write it. */
cuzk_status vanilla_items_write(const vanilla_items *v, vanilla_sink_fn sink, void *ctx);

#endif
