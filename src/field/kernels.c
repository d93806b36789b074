/* SPDX-License-Identifier: MIT OR Apache-2.0 */
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
