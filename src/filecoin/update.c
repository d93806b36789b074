/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/update.h"
#include "hash/poseidon.h"
#include <assert.h>

#define DIGEST_BITS 254 /* of a digest that challenges are cut from */

/* clang-format off */
#define LARGE_H { 7, 8, 9, 10, 11, 12 }, 10
const update_shape update_shapes[SECTOR_SHAPES] = {
    { &sector_shapes[0],  1, 0, 10,   8, 3, { 1, 1, 1, 1, 1, 1 }, 1,  6, 42, 1 },
    { &sector_shapes[1],  4, 2, 10, 128, 7, LARGE_H,                 16, 15, 1 },
    { &sector_shapes[2], 16, 4, 86, 128, 7, LARGE_H,                 20, 12, 8 },
    { &sector_shapes[3], 16, 4, 86, 128, 7, LARGE_H,                 26,  9, 10 },
    { &sector_shapes[4], 16, 4, 86, 128, 7, LARGE_H,                 27,  9, 10 },
};
/* clang-format on */

const update_shape *update_shape_of(const sector_shape *s)
{
    return &update_shapes[s - sector_shapes];
}

unsigned update_h_select(const update_shape *s, unsigned h)
{
    unsigned i = 0;

    while (i < UPDATE_H_VALUES && s->h[i] != h)
        i++;
    assert(i < UPDATE_H_VALUES);
    return 1u << i;
}

fr update_tag(void)
{
    return fr_from_u64(UINT64_C(1) << 40);
}

void update_hash(fr *out, const fr *a, const fr *b)
{
    const fr tag = update_tag(), in[2] = { *a, *b };

    poseidon_hash_tagged(out, &tag, in, 2);
}

bool update_phi(fr *phi, const node32 *comm_d_new, const node32 *comm_r_old)
{
    fr d, r;

    if (!fr_from_bytes_le(&d, comm_d_new->b) || !fr_from_bytes_le(&r, comm_r_old->b))
        return false;
    update_hash(phi, &d, &r);
    return true;
}

void update_rho(fr *rho, const fr *phi, const update_shape *s, unsigned h, uint64_t node)
{
    fr high = fr_from_u64(node >> (s->sector->lg_nodes - h));

    update_hash(rho, phi, &high);
}

/* Bits [at, at + n) of a little-endian integer. */
static uint64_t bits_of(const uint8_t le[32], unsigned at, unsigned n)
{
    uint64_t v = 0;

    for (unsigned i = 0; i < n; i++)
        v |= (uint64_t)(le[(at + i) / 8] >> (at + i) % 8 & 1) << i;
    return v;
}

void update_challenges(uint64_t *out, const update_shape *s, const fr *comm_r_new,
                       unsigned partition)
{
    uint8_t le[32];

    for (unsigned i = 0; i < s->challenges; i++) {
        if (i % s->per_digest == 0) {
            fr index = fr_from_u64(s->digests * partition + i / s->per_digest), digest;
            update_hash(&digest, comm_r_new, &index);
            fr_to_bytes_le(le, &digest);
        }
        out[i] = bits_of(le, i % s->per_digest * s->challenge_bits, s->challenge_bits) |
                 (uint64_t)partition << s->challenge_bits;
    }
}

bool update_public_inputs(fr out[UPDATE_PUBLIC_INPUTS], const update_statement *s,
                          unsigned partition)
{
    out[0] = fr_from_u64(partition | (uint64_t)update_h_select(s->shape, s->h)
                                         << s->shape->lg_partitions);
    return fr_from_bytes_le(&out[1], s->comm_r_old.b) &&
           fr_from_bytes_le(&out[2], s->comm_d_new.b) && fr_from_bytes_le(&out[3], s->comm_r_new.b);
}
