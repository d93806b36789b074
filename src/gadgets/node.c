/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "gadgets/node.h"
#include "gadgets/multipack.h"
#include "gadgets/poseidon.h"
#include "gadgets/sha256.h"
#include <assert.h>

/* Bytes are those of the little-endian encoding of each child; SHA-256 reads each from its top bit.
 */
static num sha256_node(cs *s, const num *children, unsigned n)
{
    boolean message[NODE_MAX_ARITY * SHA256_BITS], digest[SHA256_BITS], bits[SHA256_BITS];
    num out;
    for (unsigned i = 0; i < n; i++) {
        cs_push(s, "child", i);
        num_to_bits_le(s, bits, &children[i]);
        cs_pop(s);
        reverse_bit_numbering(message + i * SHA256_BITS, bits, FR_BITS);
    }
    sha256_gadget(s, digest, message, (size_t)n * SHA256_BITS);
    reverse_bit_numbering(bits, digest, SHA256_BITS);
    out.var = pack_bits(s, bits, FR_CAPACITY, &out.value);
    return out;
}

num node_gadget(cs *s, node_hasher h, const num *children, unsigned n)
{
    assert(n >= 1 && n <= NODE_MAX_ARITY);
    cs_push(s, "node", -1);
    num out = h == NODE_SHA256 ? sha256_node(s, children, n) : poseidon_gadget(s, children, n);
    cs_pop(s);
    return out;
}
