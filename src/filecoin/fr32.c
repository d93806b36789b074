/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/fr32.h"
#include "base/bytes.h"

#define NODE_BITS 254
#define WINDOW    40 /* the bytes a node is in: 33 at most, loaded as five words */

/* From the bit `shift` of the window on. */
static void cut_node(node32 *out, const uint8_t *window, unsigned shift)
{
    uint64_t word = load_le64(window);

    for (int i = 0; i < 4; i++) {
        uint64_t next = load_le64(window + 8 * i + 8);
        store_le64(out->b + 8 * i, shift ? word >> shift | next << (64 - shift) : word);
        word = next;
    }
    out->b[31] &= 0x3f;
}

void fr32_nodes(node32 *out, const uint8_t *data, uint64_t len, uint64_t first, size_t n)
{
    for (uint64_t i = first; i < first + n; i++, out++) {
        uint64_t bit = i * NODE_BITS, at = bit / 8;
        uint8_t window[WINDOW] = { 0 };

        if (at + WINDOW <= len) {
            cut_node(out, data + at, bit % 8);
            continue;
        }
        if (at < len)
            memcpy(window, data + at, (size_t)(len - at));
        cut_node(out, window, bit % 8);
    }
}
