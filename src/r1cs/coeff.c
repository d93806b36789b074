/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "r1cs/coeff.h"
#include <stdlib.h>

/* Values fill half of the slots at most, so value[] has room for half of them. */
static bool resize(coeff_table *t, unsigned lg_slots)
{
    uint32_t *slot = calloc((size_t)1 << lg_slots, sizeof *slot);
    fr *value = slot ? realloc(t->value, ((size_t)1 << lg_slots) / 2 * sizeof *value) : NULL;
    if (!value) {
        free(slot);
        return false;
    }
    size_t mask = ((size_t)1 << lg_slots) - 1;
    for (uint32_t i = 0; i < t->n; i++) {
        size_t at = coeff_hash(&value[i]) >> (64 - lg_slots);
        while (slot[at])
            at = (at + 1) & mask;
        slot[at] = i + 1;
    }
    free(t->slot);
    t->slot = slot;
    t->value = value;
    t->lg_slots = lg_slots;
    return true;
}

bool coeff_init(coeff_table *t)
{
    uint32_t number;
    fr minus_one;
    fr_neg(&minus_one, &FR_ONE);
    *t = (coeff_table) { 0 };
    return resize(t, 10) && coeff_number(t, &FR_ONE, &number) &&
           coeff_number(t, &minus_one, &number);
}

void coeff_free(coeff_table *t)
{
    free(t->value);
    free(t->slot);
    *t = (coeff_table) { 0 };
}

bool coeff_number(coeff_table *t, const fr *c, uint32_t *number)
{
    size_t mask = ((size_t)1 << t->lg_slots) - 1;
    size_t at = coeff_hash(c) >> (64 - t->lg_slots);
    for (; t->slot[at]; at = (at + 1) & mask) {
        if (fr_eq(&t->value[t->slot[at] - 1], c)) {
            *number = t->slot[at] - 1;
            return true;
        }
    }
    if (t->n == (uint32_t)1 << (t->lg_slots - 1)) {
        if (t->lg_slots == 31 || !resize(t, t->lg_slots + 1))
            return false;
        return coeff_number(t, c, number);
    }
    t->value[t->n] = *c;
    *number = t->n;
    t->slot[at] = ++t->n;
    return true;
}
