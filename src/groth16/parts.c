/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "groth16/parts.h"
#include "curve/encoding.h"

const char *const groth16_section_name[SECTIONS] = { "h", "l", "a", "b_g1", "b_g2" };

static const struct {
    const char *name;
    uint64_t len;
} VK_PART[GROTH16_VK_PARTS - 1] = {
    { "vk.alpha_g1", G1_UNCOMPRESSED_LEN }, { "vk.beta_g1", G1_UNCOMPRESSED_LEN },
    { "vk.beta_g2", G2_UNCOMPRESSED_LEN },  { "vk.gamma_g2", G2_UNCOMPRESSED_LEN },
    { "vk.delta_g1", G1_UNCOMPRESSED_LEN }, { "vk.delta_g2", G2_UNCOMPRESSED_LEN },
};

size_t groth16_section_point_len(groth16_section s)
{
    return s == SECTION_B_G2 ? G2_UNCOMPRESSED_LEN : G1_UNCOMPRESSED_LEN;
}

void groth16_parts(groth16_part part[GROTH16_PARTS], uint64_t n_ic, const uint64_t n[SECTIONS])
{
    uint64_t at = 0;
    size_t i = 0;
    for (; i < GROTH16_VK_PARTS - 1; i++) {
        part[i] = (groth16_part) { VK_PART[i].name, at, VK_PART[i].len, 1 };
        at += VK_PART[i].len;
    }
    part[i++] = (groth16_part) { "vk.ic", at + 4, n_ic * G1_UNCOMPRESSED_LEN, n_ic };
    at += 4 + n_ic * G1_UNCOMPRESSED_LEN;
    for (groth16_section s = SECTION_H; s < SECTIONS; s++) {
        uint64_t len = n[s] * groth16_section_point_len(s);
        part[i++] = (groth16_part) { groth16_section_name[s], at + 4, len, n[s] };
        at += 4 + len;
    }
}

uint64_t groth16_params_len(const groth16_part part[GROTH16_PARTS])
{
    return part[GROTH16_PARTS - 1].offset + part[GROTH16_PARTS - 1].len;
}
