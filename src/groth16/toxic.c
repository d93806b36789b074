/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/random.h"
#include "groth16/random_scalar.h"
#include "groth16/setup.h"

cuzk_status groth16_toxic_random(groth16_toxic *t, cuzk_error *err)
{
    fr *const value[] = { &t->alpha, &t->beta, &t->gamma, &t->delta, &t->tau };
    for (size_t i = 0; i < sizeof value / sizeof value[0]; i++)
        TRY(groth16_random_scalar(value[i], err));
    return CUZK_OK;
}

void groth16_toxic_wipe(groth16_toxic *t)
{
    wipe(t, sizeof *t);
}
