/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "curve/selftest.h"
#include "curve/kernels.h"
#include "curve/pairing_kernels.h"
#include "curve/selftest_vectors.h"
#include "curve/wide.h"

/* Say what failed and give up. */
#define EXPECT(cond, name)                                                                         \
    do {                                                                                           \
        if (!(cond)) {                                                                             \
            *what = name;                                                                          \
            return false;                                                                          \
        }                                                                                          \
    } while (0)

#define PT_FN(f)        g1_##f
#define PT_AFFINE       g1_affine
#define PT_JACOBIAN     g1
#define PT_FIELD        fp
#define ST_KERNELS      g1_kernels
#define ST_ANSWERS      g1_answers
#define ST_WIDE         g1_wide
#define ST_WIDE_KERNELS g1_wide_kernels
#define ST_WIDE_SCRATCH G1_WIDE_SCRATCH
#define ST_NAME(f)      "g1_" f
#define ST_UNCOMPRESSED G1_UNCOMPRESSED_LEN
#include "curve/selftest_template.h"
#undef PT_FN
#undef PT_AFFINE
#undef PT_JACOBIAN
#undef PT_FIELD
#undef ST_KERNELS
#undef ST_ANSWERS
#undef ST_WIDE
#undef ST_WIDE_KERNELS
#undef ST_WIDE_SCRATCH
#undef ST_NAME
#undef ST_UNCOMPRESSED

#define PT_FN(f)        g2_##f
#define PT_AFFINE       g2_affine
#define PT_JACOBIAN     g2
#define PT_FIELD        fp2
#define ST_KERNELS      g2_kernels
#define ST_ANSWERS      g2_answers
#define ST_WIDE         g2_wide
#define ST_WIDE_KERNELS g2_wide_kernels
#define ST_WIDE_SCRATCH G2_WIDE_SCRATCH
#define ST_NAME(f)      "g2_" f
#define ST_UNCOMPRESSED G2_UNCOMPRESSED_LEN
#include "curve/selftest_template.h"

/* e(G, H) is not one, and e(a G, b H) e(-a b G, H) is. */
static bool test_pairing(cpu_variant v, const char **what)
{
    const pairing_kernels *k = pairing_kernels_of(v);
    const size_t a = sizeof g1_answers / sizeof *g1_answers - 1, b = a - 1;
    g1_affine p[2] = { g1_answers[a].p };
    g2_affine q[2] = { g2_answers[b].p, G2_GENERATOR };
    fr ab;
    g1 t;
    fp12 f;
    fr_mul(&ab, &g1_answers[a].k, &g2_answers[b].k);
    fr_neg(&ab, &ab);
    g1_mul_affine(&t, &G1_GENERATOR, &ab);
    g1_to_affine(&p[1], &t);
    k->miller(&f, p, q, 2, NULL, NULL, 0);
    k->final_exp(&f, &f);
    EXPECT(fp12_is_one(&f), "pairing");
    k->miller(&f, p, q, 1, NULL, NULL, 0);
    k->final_exp(&f, &f);
    EXPECT(!fp12_is_one(&f), "pairing");
    return true;
}

bool curve_selftest(cpu_variant v, const char **what)
{
    const g1_wide_kernels *w1 = g1_wide_kernels_of(v);
    const g2_wide_kernels *w2 = g2_wide_kernels_of(v);
    return g1_test(g1_kernels_of(v), what) && g2_test(g2_kernels_of(v), what) &&
           test_pairing(v, what) && (!w1 || g1_test_wide(w1, what)) &&
           (!w2 || g2_test_wide(w2, what));
}
