/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Where g1.h, g2.h and batch_add.h pick the kernels of the variant in use. */
#include "curve/kernels.h"

const g1_affine G1_GENERATOR = G1_GENERATOR_INIT;
const g2_affine G2_GENERATOR = G2_GENERATOR_INIT;

const g1_kernels *g1_kernels_of(cpu_variant v)
{
#ifdef CUZK_HAVE_ADX
    if (v != CPU_PORTABLE)
        return &g1_kernels_adx;
#endif
    (void)v;
    return &g1_kernels_portable;
}

const g2_kernels *g2_kernels_of(cpu_variant v)
{
#ifdef CUZK_HAVE_ADX
    if (v != CPU_PORTABLE)
        return &g2_kernels_adx;
#endif
    (void)v;
    return &g2_kernels_portable;
}

static const g1_kernels *g1_now(void)
{
    return g1_kernels_of(cpu_variant_get());
}
static const g2_kernels *g2_now(void)
{
    return g2_kernels_of(cpu_variant_get());
}

void g1_mul(g1 *o, const g1 *p, const fr *k)
{
    g1_now()->mul(o, p, k);
}
void g2_mul(g2 *o, const g2 *p, const fr *k)
{
    g2_now()->mul(o, p, k);
}

void g1_mul_affine(g1 *o, const g1_affine *p, const fr *k)
{
    g1 t;
    g1_from_affine(&t, p);
    g1_mul(o, &t, k);
}

void g2_mul_affine(g2 *o, const g2_affine *p, const fr *k)
{
    g2 t;
    g2_from_affine(&t, p);
    g2_mul(o, &t, k);
}

void g1_to_affine_batch(g1_affine *o, const g1 *p, size_t n, fp *scratch)
{
    g1_now()->to_affine_batch(o, p, n, scratch);
}

void g2_to_affine_batch(g2_affine *o, const g2 *p, size_t n, fp2 *scratch)
{
    g2_now()->to_affine_batch(o, p, n, scratch);
}

bool g1_in_subgroup(const g1_affine *p)
{
    return g1_now()->in_subgroup(p);
}
bool g2_in_subgroup(const g2_affine *p)
{
    return g2_now()->in_subgroup(p);
}

void g1_batch_add(g1_affine *acc, const g1_affine *points, const batch_add_op *ops, size_t n,
                  fp *scratch)
{
    g1_now()->batch_add(acc, points, ops, n, scratch);
}

void g2_batch_add(g2_affine *acc, const g2_affine *points, const batch_add_op *ops, size_t n,
                  fp2 *scratch)
{
    g2_now()->batch_add(acc, points, ops, n, scratch);
}

void g1_batch_sum(g1_affine *o, g1_affine *points, size_t n, batch_add_op *ops, fp *scratch)
{
    g1_now()->batch_sum(o, points, n, ops, scratch);
}

void g2_batch_sum(g2_affine *o, g2_affine *points, size_t n, batch_add_op *ops, fp2 *scratch)
{
    g2_now()->batch_sum(o, points, n, ops, scratch);
}

point_status g1_from_uncompressed(g1_affine *o, const uint8_t in[G1_UNCOMPRESSED_LEN])
{
    return g1_now()->read_uncompressed(o, in, false);
}

point_status g2_from_uncompressed(g2_affine *o, const uint8_t in[G2_UNCOMPRESSED_LEN])
{
    return g2_now()->read_uncompressed(o, in, false);
}

point_status g1_from_uncompressed_trusted(g1_affine *o, const uint8_t in[G1_UNCOMPRESSED_LEN])
{
    return g1_now()->read_uncompressed(o, in, true);
}

point_status g2_from_uncompressed_trusted(g2_affine *o, const uint8_t in[G2_UNCOMPRESSED_LEN])
{
    return g2_now()->read_uncompressed(o, in, true);
}

point_status g1_from_compressed(g1_affine *o, const uint8_t in[G1_COMPRESSED_LEN])
{
    return g1_now()->read_compressed(o, in);
}

point_status g2_from_compressed(g2_affine *o, const uint8_t in[G2_COMPRESSED_LEN])
{
    return g2_now()->read_compressed(o, in);
}
