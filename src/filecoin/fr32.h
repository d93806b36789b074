/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Fr32: how bytes become field elements, 127 of them 4 nodes (docs/spec/porep.md §14). */
#ifndef CUZK_FILECOIN_FR32_H
#define CUZK_FILECOIN_FR32_H

#include "filecoin/vanilla.h"

/* Bytes of data a sector of this size holds. */
static inline uint64_t fr32_capacity(uint64_t sector_size)
{
    return sector_size / 128 * 127;
}

/* Whether so many bytes fit: CUZK_BAD_INPUT ("too-long") with what does. */
cuzk_status fr32_check_len(const sector_shape *shape, uint64_t len, cuzk_error *err);

/* Nodes [first, first + n) of the padded data, which goes on in zeros behind its len bytes: node i
 * is bits [254 i, 254 i + 254), least significant first, and two zero bits. */
void fr32_nodes(node32 *out, const uint8_t *data, uint64_t len, uint64_t first, size_t n);

#endif
