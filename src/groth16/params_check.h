/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Is every point of a parameter file on its curve, in the subgroup, canonical and not infinity? */
#ifndef CUZK_GROTH16_PARAMS_CHECK_H
#define CUZK_GROTH16_PARAMS_CHECK_H

#include "base/work.h"
#include "groth16/key.h"

/* CUZK_OK: every point was looked at; one outside the subgroup passes with probability 2^-64 at
 * most, whoever made the file. CUZK_NO: damaged; err names the section, the index, and in its code
 * what is wrong with that point (the first one, where it is not the subgroup). The file is read
 * once. */
cuzk_status groth16_params_check(const groth16_params *p, work *w, cuzk_error *err);

/* The slow twin: one subgroup test a point, in order. */
cuzk_status groth16_params_check_ref(const groth16_params *p, cuzk_error *err);

/* BLAKE2b-512 of a whole mapped file: what the published digests of official files begin with. */
cuzk_status groth16_params_digest(uint8_t out[64], const file_map *map, work *w, cuzk_error *err);

#endif
