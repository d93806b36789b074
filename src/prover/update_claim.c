/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "prover/update_claim.h"
#include "base/error.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* In order of number and of sector_shapes. */
static const char *const names[SECTOR_SHAPES] = { "StackedDrg2KiBV1", "StackedDrg8MiBV1",
                                                  "StackedDrg512MiBV1", "StackedDrg32GiBV1",
                                                  "StackedDrg64GiBV1" };

cuzk_status update_find(const sector_shape **out, const char *name, cuzk_error *err)
{
    static const char go_prefix[] = "RegisteredUpdateProof_";
    const char *bare = name;
    char number[8];

    if (!strncasecmp(bare, go_prefix, sizeof go_prefix - 1))
        bare += sizeof go_prefix - 1;
    for (unsigned i = 0; i < SECTOR_SHAPES; i++) {
        snprintf(number, sizeof number, "%u", i);
        if (strcasecmp(bare, names[i]) && strcmp(bare, number))
            continue;
        *out = &sector_shapes[i];
        return CUZK_OK;
    }
    err_set(err, CUZK_BAD_INPUT, "unknown-proof", "\"%.60s\" is no registered update proof", name);
    err_expected(err, "0 to 4, or StackedDrg2KiBV1, ...");
    return CUZK_BAD_INPUT;
}

const char *update_name(const sector_shape *shape)
{
    return names[shape - sector_shapes];
}

static cuzk_status read_commitment(node32 *out, const char *name, const uint8_t *bytes,
                                   cuzk_error *err)
{
    fr x;

    if (!bytes)
        return err_set(err, CUZK_BAD_INPUT, "bad-request", "%s is needed", name);
    memcpy(out->b, bytes, sizeof out->b);
    if (fr_from_bytes_le(&x, bytes))
        return CUZK_OK;
    err_set(err, CUZK_BAD_INPUT, "not-canonical", "%s is not below the order of the scalar field",
            name);
    err_at(err, NULL, name, -1);
    err_expected(err, "an element below the modulus");
    err_found(err, "one at or above it");
    return CUZK_BAD_INPUT;
}

cuzk_status update_statement_of(update_statement *out, const sector_shape *shape,
                                const uint8_t *comm_r_old, const uint8_t *comm_r_new,
                                const uint8_t *comm_d_new, cuzk_error *err)
{
    *out = (update_statement) { .shape = update_shape_of(shape) };
    out->h = out->shape->h_default;
    TRY(read_commitment(&out->comm_r_old, "comm_r_old", comm_r_old, err));
    TRY(read_commitment(&out->comm_r_new, "comm_r_new", comm_r_new, err));
    return read_commitment(&out->comm_d_new, "comm_d_new", comm_d_new, err);
}
