/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "curve/pairing.h"
#include "curve/pairing_kernels.h"

const pairing_kernels *pairing_kernels_of(cpu_variant v)
{
#ifdef CUZK_HAVE_ADX
    if (v != CPU_PORTABLE)
        return &pairing_kernels_adx;
#endif
    (void)v;
    return &pairing_kernels_portable;
}

void pairing_miller(fp12 *o, const g1_affine *p, const g2_affine *q, size_t n)
{
    pairing_miller_prepared(o, p, q, n, NULL, NULL, 0);
}

void pairing_prepare(pairing_prepared *o, const g2_affine *q)
{
    pairing_kernels_of(cpu_variant_get())->prepare(o, q);
}

void pairing_miller_prepared(fp12 *o, const g1_affine *p, const g2_affine *q, size_t n,
                             const g1_affine *p_of_lines, const pairing_prepared *const *lines,
                             size_t m)
{
    pairing_kernels_of(cpu_variant_get())->miller(o, p, q, n, p_of_lines, lines, m);
}

void pairing_final_exp(fp12 *o, const fp12 *f)
{
    pairing_kernels_of(cpu_variant_get())->final_exp(o, f);
}

bool pairing_product_is_one(const g1_affine *p, const g2_affine *q, size_t n)
{
    fp12 f;
    pairing_miller(&f, p, q, n);
    pairing_final_exp(&f, &f);
    return fp12_is_one(&f);
}
