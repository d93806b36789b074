/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Element by element over vectors of Fr, on the CPU variant in use (base/cpu.h). o may be one of
 * the operands; otherwise they do not overlap. Serial: callers split among threads. */
#ifndef CUZK_FIELD_VEC_OPS_H
#define CUZK_FIELD_VEC_OPS_H

#include "field/fr.h"

/* o_i = a_i b_i */
void fr_vec_mul(fr *o, const fr *a, const fr *b, size_t n);
/* o_i = a_i k */
void fr_vec_scale(fr *o, const fr *a, const fr *k, size_t n);
/* o_i = a_i k + b_i m */
void fr_vec_combine(fr *o, const fr *a, const fr *k, const fr *b, const fr *m, size_t n);
/* o_i = a_i, canonical */
void fr_vec_to_raw(fr_raw *o, const fr *a, size_t n);

#endif
