/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "field/vec_ops.h"
#include "base/cpu.h"
#include "field/vec_kernels.h"

static const fr_vec_kernels *kernels_now(void)
{
    static const fr_vec_kernels *const by_variant[CPU_VARIANTS] = {
        [CPU_PORTABLE] = &fr_vec_kernels_portable,
#ifdef CUZK_HAVE_ADX
        [CPU_ADX] = &fr_vec_kernels_adx,
#endif
#ifdef CUZK_HAVE_IFMA
        [CPU_IFMA] = &fr_vec_kernels_ifma,
#endif
    };
    return by_variant[cpu_variant_get()];
}

void fr_vec_mul(fr *o, const fr *a, const fr *b, size_t n)
{
    kernels_now()->mul(o, a, b, n);
}

void fr_vec_scale(fr *o, const fr *a, const fr *k, size_t n)
{
    kernels_now()->scale(o, a, k, n);
}

void fr_vec_combine(fr *o, const fr *a, const fr *k, const fr *b, const fr *m, size_t n)
{
    kernels_now()->combine(o, a, k, b, m, n);
}

void fr_vec_to_raw(fr_raw *o, const fr *a, size_t n)
{
    kernels_now()->to_raw(o, a, n);
}
