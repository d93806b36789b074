/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Kernels are compiled once per CPU variant (see cuzk_layer in cmake/layers.cmake), each time
 * with CUZK_VARIANT set to its name. VARIANT(f) is f_portable, f_adx, ...; the one place that
 * picks is the kernel table of the layer. Types and constants are the same in every variant. */
#ifndef CUZK_BASE_VARIANT_H
#define CUZK_BASE_VARIANT_H

#ifndef CUZK_VARIANT
#define CUZK_VARIANT portable
#endif
#define VARIANT_PASTE2(f, v) f##_##v
#define VARIANT_PASTE(f, v)  VARIANT_PASTE2(f, v)
#define VARIANT(f)           VARIANT_PASTE(f, CUZK_VARIANT)

#endif
