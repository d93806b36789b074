/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Every kernel table there may be; which are built is up to cuzk_layer. */
#ifndef CUZK_FIELD_KERNELS_IMPL_H
#define CUZK_FIELD_KERNELS_IMPL_H

#include "field/kernels.h"

extern const field_kernels field_kernels_portable;
extern const field_kernels field_kernels_adx;

#endif
