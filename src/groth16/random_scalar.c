/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "groth16/random_scalar.h"
#include "base/random.h"

/* 255 random bits until they are in range: nine times in ten at once. */
cuzk_status groth16_random_scalar(fr *o, cuzk_error *err)
{
    uint8_t bytes[32];
    do {
        TRY(random_bytes(bytes, sizeof bytes, err));
        bytes[31] &= 0x7f;
    } while (!fr_from_bytes_le(o, bytes) || fr_is_zero(o));
    wipe(bytes, sizeof bytes);
    return CUZK_OK;
}
