/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Circuits of your own: rank-1 constraint systems over the scalar field of BLS12-381.
 *
 * A callback allocates variables with their values and enforces rows
 *     (sum of a terms) * (sum of b terms) = (sum of c terms).
 * It runs once for setup, whose values do not matter, and once a proof; it must write the same
 * rows every time. examples/cubic.c is a whole program. */
#ifndef CUZK_CIRCUIT_H
#define CUZK_CIRCUIT_H

#include <cuzk/context.h>
#include <cuzk/file.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A field element: 32 bytes, little-endian, canonical (below the field's order). */
typedef struct cuzk_scalar {
    uint8_t le[32];
} cuzk_scalar;

CUZK_API cuzk_scalar cuzk_scalar_from_int(int64_t v);
/* Decimal or 0x-prefixed; CUZK_BAD_INPUT when malformed or too large. */
CUZK_API cuzk_status cuzk_scalar_parse(cuzk_scalar *out, const char *text, cuzk_error *err);
/* Operands that are not canonical give zero. */
CUZK_API cuzk_scalar cuzk_scalar_add(cuzk_scalar a, cuzk_scalar b);
CUZK_API cuzk_scalar cuzk_scalar_mul(cuzk_scalar a, cuzk_scalar b);

typedef uint32_t cuzk_variable;
#define CUZK_ONE ((cuzk_variable)0) /* the constant one */

typedef struct cuzk_term {
    cuzk_variable variable;
    cuzk_scalar coefficient;
} cuzk_term;

typedef struct cuzk_builder cuzk_builder;

/* A private variable, a public input. A value that is not canonical fails the whole call. */
CUZK_API cuzk_variable cuzk_builder_alloc(cuzk_builder *b, cuzk_scalar value);
CUZK_API cuzk_variable cuzk_builder_input(cuzk_builder *b, cuzk_scalar value);
/* One row. Terms may repeat a variable; an empty list is zero. */
CUZK_API void cuzk_builder_enforce(cuzk_builder *b, const cuzk_term *a, size_t n_a,
                                   const cuzk_term *bt, size_t n_b, const cuzk_term *ct,
                                   size_t n_c);

typedef struct cuzk_circuit {
    size_t size; /* sizeof(cuzk_circuit) */
    /* Writes the rows for the witness ctx, which is whatever the caller passes below. */
    void (*synthesize)(void *ctx, cuzk_builder *b);
} cuzk_circuit;

/* Fresh parameters from the kernel's randomness, with a .dev.json beside params_path. Files made so
 * before are replaced, as by cuzk_params_make. */
CUZK_API cuzk_status cuzk_circuit_setup(cuzk_context *c, const cuzk_circuit *circuit, void *ctx,
                                        const char *params_path, const char *vk_path,
                                        cuzk_error *err);

/* One proof, checked and verified. CUZK_NO when the witness does not satisfy the circuit (the
 * row is named), CUZK_BAD_INPUT when the parameters are not this circuit's. */
CUZK_API cuzk_status cuzk_circuit_prove(cuzk_context *c, const cuzk_circuit *circuit, void *ctx,
                                        const char *params_path, uint8_t proof[192],
                                        cuzk_error *err);

#ifdef __cplusplus
}
#endif
#endif
