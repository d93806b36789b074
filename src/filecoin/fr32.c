/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/fr32.h"
#include "base/bytes.h"

#include <inttypes.h>

#define NODE_BITS 254
#define WINDOW    40 /* the bytes a node is in: 33 at most, loaded as five words */

cuzk_status fr32_check_len(const sector_shape *shape, uint64_t len, cuzk_error *err)
{
    uint64_t most = fr32_capacity(shape->size);

    if (len <= most)
        return CUZK_OK;
    err_set(err, CUZK_BAD_INPUT, "too-long",
            "a sector of %s holds %" PRIu64 " bytes of data, here are more", shape->name, most);
    err_expected(err, "at most %" PRIu64, most);
    err_found(err, "%" PRIu64, len);
    return CUZK_BAD_INPUT;
}

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
