/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "gadgets/create_label.h"
#include "gadgets/multipack.h"
#include "gadgets/sha256.h"
#include <string.h>

cs_var create_label(cs *s, const boolean replica_id[256], const boolean *const parents[],
                    unsigned n_parents, uint32_t layer, const boolean node[64], fr *value)
{
    boolean preimage[512 + LABEL_MAX_PARENTS * 256], digest[SHA256_BITS], reversed[SHA256_BITS];
    boolean *at = preimage;
    memcpy(at, replica_id, 256 * sizeof *at);
    at += 256;
    for (unsigned i = 0; i < 32; i++)
        *at++ = boolean_constant(layer >> (31 - i) & 1);
    memcpy(at, node, 64 * sizeof *at);
    at += 64;
    while (at < preimage + 512)
        *at++ = boolean_constant(false);
    for (unsigned i = 0; i < n_parents; i++, at += 256)
        memcpy(at, parents[i], 256 * sizeof *at);
    cs_push(s, "create_label", -1);
    sha256_gadget(s, digest, preimage, (size_t)(at - preimage));
    reverse_bit_numbering(reversed, digest, SHA256_BITS);
    cs_var label = pack_bits(s, reversed, FR_CAPACITY, value);
    cs_pop(s);
    return label;
}
