/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "curve/wide_test.h"

#define PT_FN(f)       g2_##f
#define PT_AFFINE      g2_affine
#define PT_JACOBIAN    g2
#define PT_FIELD       fp2
#define WD_POINT       g2_wide
#define T_GENERATOR    G2_GENERATOR
#define T_SCRATCH      G2_WIDE_SCRATCH
#define T_UNCOMPRESSED G2_UNCOMPRESSED_LEN
#include "curve/wide_test_template.h"

#define T_SUM_LEN G2_WIDE_SUM_LEN
#include "curve/wide_sum_test_template.h"

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(g2_test_convert),   cmocka_unit_test(g2_test_encode),
        cmocka_unit_test(g2_test_decode),    cmocka_unit_test(g2_test_decode_canonical),
        cmocka_unit_test(g2_test_batch_add), cmocka_unit_test(g2_test_planted),
        cmocka_unit_test(g2_test_batch_sum), cmocka_unit_test(g2_test_endo),
        cmocka_unit_test(g2_test_sum),       cmocka_unit_test(g2_test_sum_malformed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
