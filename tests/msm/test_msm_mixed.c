/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "each_variant.h"

#include "curve/encoding.h"
#include "curve/g1_constants.h"
#include "field/oracle.h"
#include "msm/msm.h"
#include "msm/scalars.h"

enum { MOST = 4200, ROUNDS = 96, SUMS = 4, MANY_ROUNDS = 3, NARROW = 28 * MSM_SLICE };

static void draw_wide(fr *k, uint64_t *seed)
{
    const fr_raw raw = { { rnd64(seed), rnd64(seed), rnd64(seed), rnd64(seed) >> 2 } };
    fr_from_raw(k, &raw);
}

/* How often each kind of scalar comes in a problem, of MIX_TOTAL; some not at all. */
enum mix_kind { MIX_ZERO, MIX_ONE, MIX_BYTE, MIX_WIDE, MIX_AGAIN, MIX_KINDS };
typedef struct mix {
    unsigned upto[MIX_KINDS];
} mix;

static void mix_draw(mix *m, uint64_t *seed)
{
    unsigned sum = 0;
    for (int i = 0; i < MIX_KINDS; i++) {
        const uint64_t r = rnd64(seed);
        sum += r & 1 ? r >> 8 & 15 : 0;
        m->upto[i] = sum;
    }
}

/* Scalar i, every other one negative but for zeros; the kind behind the last is the last. */
static void mix_scalar(fr *k, const fr *before, size_t i, const mix *m, uint64_t *seed)
{
    const unsigned total = m->upto[MIX_KINDS - 1], r = total ? (unsigned)(rnd64(seed) % total) : 0;
    int kind = 0;
    while (kind < MIX_KINDS - 1 && r >= m->upto[kind])
        kind++;
    *k = fr_from_u64(kind == MIX_ONE ? 1 : kind == MIX_BYTE ? rnd64(seed) & 255 : 0);
    if (kind == MIX_AGAIN && i)
        *k = before[rnd64(seed) % i];
    if (kind == MIX_WIDE)
        draw_wide(k, seed);
    if (kind != MIX_ONE && rnd64(seed) & 1)
        fr_neg(k, k);
}

#define T(f)           g1_##f
#define G(f)           g1_##f
#define AFFINE         g1_affine
#define POINT          g1
#define SOURCE         g1_source
#define ENCODED_LEN    G1_UNCOMPRESSED_LEN
#define GENERATOR      G1_GENERATOR
#define MSM_MANY       msm_g1_many
#define MSM_MEMORY_MIN msm_g1_memory_min
#include "mixed_cases.h"
#undef T
#undef G
#undef AFFINE
#undef POINT
#undef SOURCE
#undef ENCODED_LEN
#undef GENERATOR
#undef MSM_MANY
#undef MSM_MEMORY_MIN

#define T(f)           g2_##f
#define G(f)           g2_##f
#define AFFINE         g2_affine
#define POINT          g2
#define SOURCE         g2_source
#define ENCODED_LEN    G2_UNCOMPRESSED_LEN
#define GENERATOR      G2_GENERATOR
#define MSM_MANY       msm_g2_many
#define MSM_MEMORY_MIN msm_g2_memory_min
#include "mixed_cases.h"

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(g1_test_mixed),     cmocka_unit_test(g2_test_mixed),
        cmocka_unit_test(g1_test_many),      cmocka_unit_test(g2_test_many),
        cmocka_unit_test(g1_test_joined),    cmocka_unit_test(g2_test_joined),
        cmocka_unit_test(g1_test_malformed), cmocka_unit_test(g2_test_malformed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
