/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The field operations of one CPU variant as a table: for what is not inlined into a kernel, and
 * so that tests and the self-test reach every variant. */
#ifndef CUZK_FIELD_KERNELS_H
#define CUZK_FIELD_KERNELS_H

#include "base/cpu.h"
#include "field/fp2.h"
#include "field/fr.h"

typedef struct field_kernels {
    void (*fr_add)(fr *o, const fr *a, const fr *b);
    void (*fr_sub)(fr *o, const fr *a, const fr *b);
    void (*fr_neg)(fr *o, const fr *a);
    void (*fr_mul)(fr *o, const fr *a, const fr *b);
    void (*fr_sqr)(fr *o, const fr *a);
    void (*fr_to_raw)(fr_raw *o, const fr *a);
    void (*fr_from_raw)(fr *o, const fr_raw *a);
    void (*fr_pow)(fr *o, const fr *a, const uint64_t *e, size_t e_limbs);
    void (*fr_inv_batch)(fr *a, size_t n, fr *scratch);

    void (*fp_add)(fp *o, const fp *a, const fp *b);
    void (*fp_sub)(fp *o, const fp *a, const fp *b);
    void (*fp_neg)(fp *o, const fp *a);
    void (*fp_mul)(fp *o, const fp *a, const fp *b);
    void (*fp_sqr)(fp *o, const fp *a);
    void (*fp_to_raw)(fp_raw *o, const fp *a);
    void (*fp_from_raw)(fp *o, const fp_raw *a);
    void (*fp_pow)(fp *o, const fp *a, const uint64_t *e, size_t e_limbs);
    void (*fp_inv_batch)(fp *a, size_t n, fp *scratch);

    void (*fp2_add)(fp2 *o, const fp2 *a, const fp2 *b);
    void (*fp2_sub)(fp2 *o, const fp2 *a, const fp2 *b);
    void (*fp2_mul)(fp2 *o, const fp2 *a, const fp2 *b);
    void (*fp2_sqr)(fp2 *o, const fp2 *a);
    void (*fp2_inv_batch)(fp2 *a, size_t n, fp2 *scratch);
} field_kernels;

/* The table of a variant, whether or not this CPU can run it; portable where not built. */
const field_kernels *field_kernels_of(cpu_variant v);
/* That of the variant in use now (cpu_variant_get). */
const field_kernels *field_kernels_now(void);

#endif
