/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Verifying keys and parameters, in memory and on disk (docs/spec/groth16.md §2, §3). */
#ifndef CUZK_GROTH16_KEY_H
#define CUZK_GROTH16_KEY_H

#include "base/file.h"
#include "curve/g1.h"
#include "curve/g2.h"

typedef struct groth16_vk {
    g1_affine alpha_g1, beta_g1;
    g2_affine beta_g2, gamma_g2;
    g1_affine delta_g1;
    g2_affine delta_g2;
    g1_affine *ic; /* owned; one per input, ONE first */
    size_t n_ic;
} groth16_vk;

#define GROTH16_VK_LEN(n_ic) (868 + 96 * (uint64_t)(n_ic))

/* From bytes: every point on the curve, in the subgroup and not infinity; `*used` (may be NULL) is
 * the length read, otherwise the key must fill `len` exactly. name is for errors. */
cuzk_status groth16_vk_parse(groth16_vk *vk, const uint8_t *data, size_t len, size_t *used,
                             const char *name, cuzk_error *err);
/* The length of the key at the head of data by its count alone, which must fit len. */
cuzk_status groth16_vk_layout(size_t *used, const uint8_t *data, size_t len, const char *name,
                              cuzk_error *err);
/* GROTH16_VK_LEN(n_ic) bytes. */
void groth16_vk_write(uint8_t *out, const groth16_vk *vk);
void groth16_vk_free(groth16_vk *vk);

typedef enum groth16_section {
    SECTION_H,
    SECTION_L,
    SECTION_A,
    SECTION_B_G1,
    SECTION_B_G2,
    SECTIONS
} groth16_section;

extern const char *const groth16_section_name[SECTIONS]; /* "h", "l", "a", "b_g1", "b_g2" */

/* A mapped .params file. The points stay encoded in the map. */
typedef struct groth16_params {
    file_map map;
    groth16_vk vk;
    struct {
        const uint8_t *points; /* behind the count */
        size_t n;
        size_t point_len; /* 96, or 192 for b_g2 */
    } section[SECTIONS];
    size_t trailer_len;
} groth16_params;

/* Counts are checked against the file's size before anything else; the key's points are checked,
 * the sections' are not (groth16/params_check.h). A trailer is refused unless allowed. */
cuzk_status groth16_params_open(groth16_params *p, const char *path, bool allow_trailer,
                                cuzk_error *err);
/* The same over bytes the caller keeps alive; name is for errors. */
cuzk_status groth16_params_parse(groth16_params *p, const uint8_t *data, size_t len,
                                 const char *name, bool allow_trailer, cuzk_error *err);
/* Also after a failed open or parse. */
void groth16_params_close(groth16_params *p);

#endif
