/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "field/fp_lanes_kernels.h"
#include "field/kernels_impl.h"

const field_kernels *field_kernels_of(cpu_variant v)
{
#ifdef CUZK_HAVE_ADX
    if (v != CPU_PORTABLE)
        return &field_kernels_adx;
#endif
    (void)v;
    return &field_kernels_portable;
}

const field_kernels *field_kernels_now(void)
{
    return field_kernels_of(cpu_variant_get());
}

const fp_lanes_kernels *fp_lanes_kernels_of(cpu_variant v)
{
#ifdef CUZK_HAVE_IFMA
    if (v == CPU_IFMA)
        return &fp_lanes_kernels_ifma;
#endif
    (void)v;
    return NULL;
}
