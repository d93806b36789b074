/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "curve/kernels.h"
#include "field/oracle.h"
#include <stdlib.h>

#define PT_FN(f)       g1_##f
#define PT_AFFINE      g1_affine
#define PT_JACOBIAN    g1
#define PT_XYZZ        g1_xyzz
#define PT_FIELD       fp
#define PT_F(f)        fp_##f
#define PT_ZERO        FP_ZERO
#define PT_ONE         FP_ONE
#define PT_B           G1_B
#define G_GENERATOR    G1_GENERATOR
#define G_KERNELS      g1_kernels
#define G_KERNELS_OF   g1_kernels_of
#define G_FIELD_RANDOM random_fp
/* (x - 1)^2 / 3 = 3 11^2 10177^2 859267^2 52437899^2 */
#define G_COFACTOR "76329603384216526031706109802092473003"
#define G_TORSION                                                                                  \
    {                                                                                              \
        { 3, 1 }, { 11, 2 },                                                                       \
        {                                                                                          \
            10177, 2                                                                               \
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
