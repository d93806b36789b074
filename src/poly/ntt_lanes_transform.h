/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* forward and inverse of poly/ntt_lanes.h, for the table. Internal to poly. */
#ifndef CUZK_POLY_NTT_LANES_TRANSFORM_H
#define CUZK_POLY_NTT_LANES_TRANSFORM_H

#include "poly/ntt_lanes.h"

void ntt_lanes_forward(uint64_t *x, unsigned lg_rows, const ntt_twiddle *tw, bool unit);
void ntt_lanes_inverse(uint64_t *x, unsigned lg_rows, const ntt_twiddle *tw, bool unit);

#endif
