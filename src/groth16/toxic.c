/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/bytes.h"
#include "base/random.h"
#include "groth16/setup.h"

/* Uniform in [1, r): 255 random bits until they are in range. */
static cuzk_status random_nonzero(fr *o, cuzk_error *err)
{
    uint8_t bytes[32];
    do {
        TRY(random_bytes(bytes, sizeof bytes, err));
        bytes[31] &= 0x7f;
    } while (!fr_from_bytes_le(o, bytes) || fr_is_zero(o));
    wipe(bytes, sizeof bytes);
    return CUZK_OK;
}

cuzk_status groth16_toxic_random(groth16_toxic *t, cuzk_error *err)
{
    fr *const value[] = { &t->alpha, &t->beta, &t->gamma, &t->delta, &t->tau };
    for (size_t i = 0; i < sizeof value / sizeof value[0]; i++)
        TRY(random_nonzero(value[i], err));
    return CUZK_OK;
}

void groth16_toxic_wipe(groth16_toxic *t)
{
    wipe(t, sizeof *t);
}
