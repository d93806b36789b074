/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "curve/kernels.h"
#include "field/oracle.h"
#include <stdlib.h>

#define PT_FN(f)       g2_##f
#define PT_AFFINE      g2_affine
#define PT_JACOBIAN    g2
#define PT_XYZZ        g2_xyzz
#define PT_FIELD       fp2
#define PT_F(f)        fp2_##f
#define PT_ZERO        FP2_ZERO
#define PT_ONE         FP2_ONE
#define PT_B           G2_B
#define G_GENERATOR    G2_GENERATOR
#define G_KERNELS      g2_kernels
#define G_KERNELS_OF   g2_kernels_of
#define G_FIELD_RANDOM random_fp2
/* (x^8 - 4x^7 + 5x^6 - 4x^4 + 6x^3 - 4x^2 - 4x + 13) / 9 = 13^2 23^2 2713 ... */
#define G_COFACTOR                                                                                 \
    "3055023339312683442009997531931215042144660192541881426676640329822676041829"                 \
    "71884026507427359259977847832272839041616661285803823378372096355777062779109"
#define G_TORSION                                                                                  \
    {                                                                                              \
        { 13, 2 }, { 23, 2 },                                                                      \
        {                                                                                          \
            2713, 1                                                                                \
        }                                                                                          \
    }

static fp random_fp(uint64_t *seed)
{
    fp_raw raw;
    for (int i = 0; i < 6; i++)
        raw.l[i] = rnd64(seed);
    raw.l[5] >>= 4; /* below 2^380 < p */
    fp o;
    fp_from_raw(&o, &raw);
    return o;
}

static fp2 random_fp2(uint64_t *seed)
{
    const fp c0 = random_fp(seed);
    return (fp2) { c0, random_fp(seed) };
}

#include "curve/group_test_template.h"

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_addition),  cmocka_unit_test(test_multiplication),
        cmocka_unit_test(test_subgroup),  cmocka_unit_test(test_to_affine_batch),
        cmocka_unit_test(test_batch_add),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
