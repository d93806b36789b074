/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/bytes.h"
#include "groth16/parts.h"

/* One section at *at: its count must fit what is left of the file. */
static cuzk_status section_layout(groth16_params *p, groth16_section s, size_t *at,
                                  const uint8_t *data, size_t len, const char *name,
                                  cuzk_error *err)
{
    const char *section = groth16_section_name[s];
    size_t left = len - *at;
    if (left < 4) {
        err_set(err, CUZK_BAD_INPUT, "truncated", "the file ends before section %s", section);
        err_at(err, name, section, -1);
        err_expected(err, "at least %zu bytes", *at + 4);
        err_found(err, "%zu bytes", len);
        return CUZK_BAD_INPUT;
    }
    uint64_t n = load_be32(data + *at);
    size_t point_len = groth16_section_point_len(s);
    if (n > (left - 4) / point_len) {
        err_set(err, CUZK_BAD_INPUT, "truncated", "section %s says more points than the file holds",
                section);
        err_at(err, name, section, -1);
        err_expected(err, "at most %zu points", (left - 4) / point_len);
        err_found(err, "%zu points", (size_t)n);
        return CUZK_BAD_INPUT;
    }
    p->section[s].points = data + *at + 4;
    p->section[s].n = (size_t)n;
    p->section[s].point_len = point_len;
    *at += 4 + (size_t)n * point_len;
    return CUZK_OK;
}

static cuzk_status params_layout(groth16_params *p, size_t at, const uint8_t *data, size_t len,
                                 const char *name, bool allow_trailer, cuzk_error *err)
{
    for (groth16_section s = SECTION_H; s < SECTIONS; s++)
        TRY(section_layout(p, s, &at, data, len, name, err));
    if (p->section[SECTION_B_G1].n != p->section[SECTION_B_G2].n) {
        err_set(err, CUZK_BAD_INPUT, "bad-count", "b_g1 and b_g2 differ in length");
        err_at(err, name, "b_g2", -1);
        err_expected(err, "%zu points", p->section[SECTION_B_G1].n);
        err_found(err, "%zu points", p->section[SECTION_B_G2].n);
        return CUZK_BAD_INPUT;
    }
    p->trailer_len = len - at;
    if (p->trailer_len != 0 && !allow_trailer) {
        err_set(err, CUZK_BAD_INPUT, "trailer", "%zu bytes follow the last section",
                p->trailer_len);
        err_at(err, name, "trailer", -1);
        err_expected(err, "%zu bytes", at);
        err_found(err, "%zu bytes", len);
        return CUZK_BAD_INPUT;
    }
    return CUZK_OK;
}

cuzk_status groth16_params_parse(groth16_params *p, const uint8_t *data, size_t len,
                                 const char *name, bool allow_trailer, cuzk_error *err)
{
    size_t vk_len;
    *p = (groth16_params) { .map.fd = -1 };
    TRY(groth16_vk_layout(&vk_len, data, len, name, err));
    TRY(params_layout(p, vk_len, data, len, name, allow_trailer, err));
    return groth16_vk_parse(&p->vk, data, len, &vk_len, name, err);
}

cuzk_status groth16_params_open(groth16_params *p, const char *path, bool allow_trailer,
                                cuzk_error *err)
{
    file_map map;
    *p = (groth16_params) { .map.fd = -1 };
    TRY(file_map_open(&map, path, err));
    cuzk_status status = groth16_params_parse(p, map.data, map.len, path, allow_trailer, err);
    if (status != CUZK_OK) {
        groth16_params_close(p);
        file_map_close(&map);
        return status;
    }
    p->map = map;
    return CUZK_OK;
}

void groth16_params_close(groth16_params *p)
{
    groth16_vk_free(&p->vk);
    if (p->map.data)
        file_map_close(&p->map);
    *p = (groth16_params) { .map.fd = -1 };
}
