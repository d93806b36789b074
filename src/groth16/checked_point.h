/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A decoded point that must also be in the subgroup and not infinity: keys and proofs. */
#ifndef CUZK_GROTH16_CHECKED_POINT_H
#define CUZK_GROTH16_CHECKED_POINT_H

#include "base/error.h"
#include "curve/encoding.h"

static inline point_status g1_require(point_status decoded, const g1_affine *p)
{
    if (decoded != POINT_OK)
        return decoded;
    if (g1_affine_is_infinity(p))
        return POINT_INFINITY;
    return g1_in_subgroup(p) ? POINT_OK : POINT_NOT_IN_SUBGROUP;
}

static inline point_status g2_require(point_status decoded, const g2_affine *p)
{
    if (decoded != POINT_OK)
        return decoded;
    if (g2_affine_is_infinity(p))
        return POINT_INFINITY;
    return g2_in_subgroup(p) ? POINT_OK : POINT_NOT_IN_SUBGROUP;
}

/* CUZK_OK for POINT_OK, CUZK_BAD_INPUT with the place for the rest. */
static inline cuzk_status point_to_status(point_status s, const char *file, const char *section,
                                          int64_t index, cuzk_error *err)
{
    if (s == POINT_OK)
        return CUZK_OK;
    err_set(err, CUZK_BAD_INPUT, point_status_code(s), "the point is %s", point_status_text(s));
    err_at(err, file, section, index);
    return CUZK_BAD_INPUT;
}

#endif
