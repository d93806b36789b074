/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The .dev.json beside parameters made by cuzk: it marks them as development parameters, and says
 * of which circuit they are and what their parts hash to (docs/formats.md). */
#ifndef CUZK_PROVER_SIDECAR_H
#define CUZK_PROVER_SIDECAR_H

#include "groth16/parts.h"

#define SIDECAR_NAME_LEN 32

typedef struct sidecar_part {
    char name[SIDECAR_NAME_LEN]; /* as groth16_part */
    uint64_t offset, points, bytes;
    uint8_t sha256[32];
} sidecar_part;

typedef struct sidecar {
    char circuit[SIDECAR_NAME_LEN]; /* "porep-2k" */
    uint8_t circuit_sha256[32];     /* r1cs/digest.h, with the rows of the inputs */
    uint64_t inputs, aux, constraints;
    bool insecure_toxic; /* the toxic values were given, not drawn */
    uint64_t params_bytes, vk_bytes;
    uint8_t params_sha256[32], vk_sha256[32];
    sidecar_part part[GROTH16_PARTS];
} sidecar;

/* Atomically. */
cuzk_status sidecar_write(const char *path, const sidecar *s, cuzk_error *err);
/* CUZK_BAD_INPUT when it is not one. name is for errors. */
cuzk_status sidecar_parse(sidecar *s, const uint8_t *data, size_t len, const char *name,
                          cuzk_error *err);
cuzk_status sidecar_read(sidecar *s, const char *path, cuzk_error *err);

#endif
