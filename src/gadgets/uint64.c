/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "gadgets/uint64.h"
#include "gadgets/multipack.h"

void uint64_alloc(cs *s, uint64_bits *out, uint64_t value)
{
    boolean_alloc_u64(s, out->bit, 64, value);
}

void uint64_pack_into_input(cs *s, const uint64_bits *a)
{
    pack_into_inputs(s, a->bit, 64);
}

void uint64_to_bits_be(boolean out[64], const uint64_bits *a)
{
    for (unsigned i = 0; i < 64; i++)
        out[i] = a->bit[63 - i];
}
