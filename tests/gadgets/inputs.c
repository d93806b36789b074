/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "gadgets/inputs.h"
#include "base/bytes.h"
#include "hash/sha256.h"

void fixed_bytes(uint8_t *out, size_t len, const char *salt)
{
    for (uint32_t counter = 0; len > 0; counter++) {
        uint8_t block[SHA256_LEN], le[4];
        sha256_state s;
        store_le32(le, counter);
        sha256_init(&s);
        sha256_update(&s, salt, strlen(salt));
        sha256_update(&s, le, sizeof le);
        sha256_final(&s, block);
        size_t n = len < sizeof block ? len : sizeof block;
        memcpy(out, block, n);
        out += n;
        len -= n;
    }
}

static uint32_t xorshift_u32(uint32_t state[4])
{
    uint32_t t = state[0] ^ state[0] << 11;
    state[0] = state[1];
    state[1] = state[2];
    state[2] = state[3];
    state[3] = state[3] ^ state[3] >> 19 ^ t ^ t >> 8;
    return state[3];
}

void fixed_frs(fr *out, size_t n, uint8_t salt)
{
    uint8_t seed[16] = { 0x59, 0x62, 0xbe, 0x5d, 0x76, 0x3d, 0x31, 0x8d,
                         0x17, 0xdb, 0x37, 0x32, 0x54, 0x06, 0xbc, 0xe5 };
    uint32_t state[4];
    seed[0] ^= salt;
    for (unsigned i = 0; i < 4; i++)
        state[i] = load_le32(seed + 4 * i);
    while (n > 0) {
        uint8_t bytes[32];
        for (unsigned i = 0; i < 8; i++)
            store_le32(bytes + 4 * i, xorshift_u32(state));
        bytes[31] &= 0x7f; /* to 255 bits; what is not below r is drawn again */
        if (fr_from_bytes_le(out, bytes)) {
            out++;
            n--;
        }
    }
}

const uint8_t *gadget_bytes(void)
{
    static uint8_t bytes[GADGET_BYTES];
    static bool made;
    if (!made)
        fixed_bytes(bytes, sizeof bytes, "golden gadget");
    made = true;
    return bytes;
}

bool gadget_bit(size_t i)
{
    return gadget_bytes()[i / 8] >> (7 - i % 8) & 1;
}
