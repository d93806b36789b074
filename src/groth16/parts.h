/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a .params file consists of, as a table: for digests, reports and messages. */
#ifndef CUZK_GROTH16_PARTS_H
#define CUZK_GROTH16_PARTS_H

#include "groth16/key.h"

#define GROTH16_VK_PARTS 7 /* alpha_g1 beta_g1 beta_g2 gamma_g2 delta_g1 delta_g2 ic */
#define GROTH16_PARTS    (GROTH16_VK_PARTS + SECTIONS)

typedef struct groth16_part {
    const char *name;     /* "vk.alpha_g1" ... "vk.ic", "h" ... "b_g2": a string constant */
    uint64_t offset, len; /* of the points in the file, counts left out */
    uint64_t n;           /* points */
} groth16_part;

/* From the counts alone. */
void groth16_parts(groth16_part part[GROTH16_PARTS], uint64_t n_ic, const uint64_t n[SECTIONS]);

/* The length of the whole file without a trailer. */
uint64_t groth16_params_len(const groth16_part part[GROTH16_PARTS]);

/* The bytes of one kind of point: 96, or 192 for b_g2. */
size_t groth16_section_point_len(groth16_section s);

/* SHA-256 of both files and of each part of the parameters. */
typedef struct groth16_digests {
    groth16_part part[GROTH16_PARTS];
    uint8_t part_sha256[GROTH16_PARTS][32];
    uint64_t params_len, vk_len;
    uint8_t params_sha256[32], vk_sha256[32];
} groth16_digests;

#endif
