/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/bytes.h"
#include "groth16/checked_point.h"
#include "groth16/key.h"
#include <stdlib.h>

#define VK_IC_COUNT_AT 864
#define VK_IC_AT       868

/* No key of this size exists; it bounds what a reader takes in, of a file full of holes too. */
#define VK_MAX_LEN ((size_t)1 << 30)
#define VK_MAX_IC  ((VK_MAX_LEN - VK_IC_AT) / G1_UNCOMPRESSED_LEN)

/* The points in front of ic, in file order. */
static const struct vk_point {
    const char *section;
    size_t file_at, struct_at;
    bool g2;
} VK_POINT[] = {
    { "vk.alpha_g1", 0, offsetof(groth16_vk, alpha_g1), false },
    { "vk.beta_g1", 96, offsetof(groth16_vk, beta_g1), false },
    { "vk.beta_g2", 192, offsetof(groth16_vk, beta_g2), true },
    { "vk.gamma_g2", 384, offsetof(groth16_vk, gamma_g2), true },
    { "vk.delta_g1", 576, offsetof(groth16_vk, delta_g1), false },
    { "vk.delta_g2", 672, offsetof(groth16_vk, delta_g2), true },
};
#define VK_POINTS (sizeof VK_POINT / sizeof VK_POINT[0])

static cuzk_status vk_malformed(cuzk_error *err, const char *name, const char *code,
                                size_t expected, size_t found, const char *message)
{
    err_set(err, CUZK_BAD_INPUT, code, "%s", message);
    err_at(err, name, "vk.ic", -1);
    err_expected(err, "%zu bytes", expected);
    err_found(err, "%zu bytes", found);
    return CUZK_BAD_INPUT;
}

cuzk_status groth16_vk_layout(size_t *used, const uint8_t *data, size_t len, const char *name,
                              cuzk_error *err)
{
    if (len < VK_IC_AT)
        return vk_malformed(err, name, "truncated", VK_IC_AT, len,
                            "the verifying key is cut short");
    uint64_t n = load_be32(data + VK_IC_COUNT_AT);
    if (n == 0) {
        err_set(err, CUZK_BAD_INPUT, "bad-count", "the verifying key has no point for ONE");
        err_at(err, name, "vk.ic", -1);
        err_expected(err, "at least 1 point");
        err_found(err, "0 points");
        return CUZK_BAD_INPUT;
    }
    if (n > (len - VK_IC_AT) / G1_UNCOMPRESSED_LEN)
        return vk_malformed(err, name, "truncated", (size_t)GROTH16_VK_LEN(n), len,
                            "the verifying key has fewer points than it says");
    if (n > VK_MAX_IC) {
        err_set(err, CUZK_BAD_INPUT, "bad-count", "no verifying key has so many points");
        err_at(err, name, "vk.ic", -1);
        err_expected(err, "at most %zu points", VK_MAX_IC);
        err_found(err, "%llu points", (unsigned long long)n);
        return CUZK_BAD_INPUT;
    }
    *used = (size_t)GROTH16_VK_LEN(n);
    return CUZK_OK;
}

static cuzk_status vk_points(groth16_vk *vk, const uint8_t *data, const char *name, cuzk_error *err)
{
    for (size_t i = 0; i < VK_POINTS; i++) {
        const struct vk_point *t = &VK_POINT[i];
        void *to = (char *)vk + t->struct_at;
        point_status s = t->g2 ? g2_require(g2_from_uncompressed(to, data + t->file_at), to)
                               : g1_require(g1_from_uncompressed(to, data + t->file_at), to);
        TRY(point_to_status(s, name, t->section, -1, err));
    }
    for (size_t i = 0; i < vk->n_ic; i++) {
        g1_affine *to = &vk->ic[i];
        point_status s =
            g1_require(g1_from_uncompressed(to, data + VK_IC_AT + G1_UNCOMPRESSED_LEN * i), to);
        TRY(point_to_status(s, name, "vk.ic", (int64_t)i, err));
    }
    return CUZK_OK;
}

cuzk_status groth16_vk_parse(groth16_vk *vk, const uint8_t *data, size_t len, size_t *used,
                             const char *name, cuzk_error *err)
{
    size_t end;
    *vk = (groth16_vk) { 0 };
    TRY(groth16_vk_layout(&end, data, len, name, err));
    if (used)
        *used = end;
    else if (end != len)
        return vk_malformed(err, name, "trailer", end, len, "bytes follow the verifying key");
    size_t n_ic = (end - VK_IC_AT) / G1_UNCOMPRESSED_LEN;
    vk->ic = malloc(n_ic * sizeof *vk->ic);
    if (!vk->ic)
        return err_no_memory(err, "verifying key", n_ic * sizeof *vk->ic);
    vk->n_ic = n_ic;
    cuzk_status status = vk_points(vk, data, name, err);
    if (status != CUZK_OK)
        groth16_vk_free(vk);
    return status;
}

void groth16_vk_write(uint8_t *out, const groth16_vk *vk)
{
    for (size_t i = 0; i < VK_POINTS; i++) {
        const struct vk_point *t = &VK_POINT[i];
        const void *from = (const char *)vk + t->struct_at;
        if (t->g2)
            g2_to_uncompressed(out + t->file_at, from);
        else
            g1_to_uncompressed(out + t->file_at, from);
    }
    store_be32(out + VK_IC_COUNT_AT, (uint32_t)vk->n_ic);
    for (size_t i = 0; i < vk->n_ic; i++)
        g1_to_uncompressed(out + VK_IC_AT + G1_UNCOMPRESSED_LEN * i, &vk->ic[i]);
}

void groth16_vk_free(groth16_vk *vk)
{
    free(vk->ic);
    *vk = (groth16_vk) { 0 };
}
