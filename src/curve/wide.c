/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Where the wide kernels are picked. */
#include "curve/wide.h"

const g1_wide_kernels *g1_wide_kernels_of(cpu_variant v)
{
#ifdef CUZK_HAVE_IFMA
    if (v == CPU_IFMA)
        return &g1_wide_kernels_ifma;
#endif
    (void)v;
    return NULL;
}

const g1_wide_kernels *g1_wide_kernels_now(void)
{
    return g1_wide_kernels_of(cpu_variant_get());
}

const g2_wide_kernels *g2_wide_kernels_of(cpu_variant v)
{
#ifdef CUZK_HAVE_IFMA
    if (v == CPU_IFMA)
        return &g2_wide_kernels_ifma;
#endif
    (void)v;
    return NULL;
}

const g2_wide_kernels *g2_wide_kernels_now(void)
{
    return g2_wide_kernels_of(cpu_variant_get());
}
