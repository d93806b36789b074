/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A variable: which index space, and the index in it. */
#ifndef CUZK_R1CS_VAR_H
#define CUZK_R1CS_VAR_H

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t cs_var; /* top bit set: aux; clear: input. Sorted as rows are: inputs first. */

#define CS_VAR_AUX  UINT32_C(0x80000000)
#define CS_MAX_VARS UINT32_C(0x7fffffff)
#define CS_ONE      ((cs_var)0)

static inline bool cs_var_is_aux(cs_var v)
{
    return v & CS_VAR_AUX;
}
static inline uint32_t cs_var_index(cs_var v)
{
    return v & ~CS_VAR_AUX;
}
static inline cs_var cs_aux(uint32_t i)
{
    return i | CS_VAR_AUX;
}
static inline cs_var cs_input(uint32_t i)
{
    return i;
}

#endif
