/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A proof lets something more urgent pass within 250 ms of work. The sizes are those from which on
 * larger ones only have more of the same: chunks of a sum, passes of a transform. */
#include "test.h"

#include "base/work_gate.h"
#include "circuits/kind_circuit.h"
#include "field/fr.h"
#include "msm/msm.h"
#include "poly/ntt.h"
#include "r1cs/compact.h"

#define BOUND_MS 250

typedef struct watched {
    work w;
    work_gate gate;
} watched;

static void begin(watched *t)
{
    assert_int_equal(work_init(&t->w, 1, 0, NULL), CUZK_OK);
    work_gate_init(&t->gate);
    t->w.gate = &t->gate;
    work_gate_watch(&t->gate);
    work_pause_point(&t->w);
}

/* The stretch up to here counts too. */
static void end(watched *t, const char *what)
{
    work_pause_point(&t->w);
    const double ms = 1e-6 * (double)atomic_load(&t->gate.longest_ns);
    printf("%-28s %7.1f ms at most, %llu points\n", what, ms,
           (unsigned long long)atomic_load(&t->gate.passed));
    assert_true(atomic_load(&t->gate.passed) > 2);
    assert_true(ms > 0 && ms < BOUND_MS);
    work_free(&t->w);
    work_gate_free(&t->gate);
}

static fr *make_scalars(size_t n)
{
    fr *k = malloc(n * sizeof *k);
    uint64_t state = 1;
    assert_non_null(k);
    for (size_t i = 0; i < n; i++)
        for (int j = 0; j < 4; j++) {
            state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            k[i].l[j] = j < 3 ? state : state >> 2; /* below 2^254 < r */
        }
    return k;
}

#define LG_N   24
#define SUM_N  ((size_t)1 << 20)
#define POINTS 1024 /* which come again and again */

static void transforms(void **state)
{
    (void)state;
    const size_t n = (size_t)1 << LG_N;
    watched t;
    ntt_domain *d;
    fr *a = make_scalars(n), *tmp = malloc(n * sizeof *tmp);
    assert_non_null(tmp);
    begin(&t);
    assert_int_equal(ntt_domain_new(&d, &t.w, LG_N, NULL), CUZK_OK);
    ntt_coset_forward(d, &t.w, a, tmp);
    ntt_coset_inverse(d, &t.w, a, tmp);
    ntt_domain_free(d, &t.w);
    end(&t, "transforms");
    free(a);
    free(tmp);
}

static void sums_in_g1(void **state)
{
    (void)state;
    watched t;
    g1 sum, o;
    g1_affine *p = malloc(SUM_N * sizeof *p);
    fr *k = make_scalars(SUM_N);
    const fr_view scalars = fr_view_plain(k, SUM_N);
    assert_non_null(p);
    g1_from_affine(&sum, &G1_GENERATOR);
    for (size_t i = 0; i < SUM_N; i++) {
        if (i < POINTS) {
            g1_to_affine(&p[i], &sum);
            g1_double(&sum, &sum);
        } else {
            p[i] = p[i - POINTS];
        }
    }
    begin(&t);
    const g1_source source = { .affine = p, .n = SUM_N, .in_subgroup = true };
    assert_int_equal(msm_g1(&o, &t.w, source, &scalars, NULL, NULL), CUZK_OK);
    end(&t, "sum in G1");
    free(p);
    free(k);
}

static void sums_in_g2(void **state)
{
    (void)state;
    watched t;
    g2 sum, o;
    g2_affine *p = malloc(SUM_N * sizeof *p);
    fr *k = make_scalars(SUM_N);
    const fr_view scalars = fr_view_plain(k, SUM_N);
    assert_non_null(p);
    g2_from_affine(&sum, &G2_GENERATOR);
    for (size_t i = 0; i < SUM_N; i++) {
        if (i < POINTS) {
            g2_to_affine(&p[i], &sum);
            g2_double(&sum, &sum);
        } else {
            p[i] = p[i - POINTS];
        }
    }
    begin(&t);
    const g2_source source = { .affine = p, .n = SUM_N, .in_subgroup = true };
    assert_int_equal(msm_g2(&o, &t.w, source, &scalars, NULL, NULL), CUZK_OK);
    end(&t, "sum in G2");
    free(p);
    free(k);
}

/* One without a witness takes the same steps. */
static void synthesis(void **state)
{
    (void)state;
    watched t;
    kind_circuit kind;
    compact out;
    kind_circuit_blank(&kind, KIND_POREP, sector_shape_find("32GiB"));
    const circuit c = kind_circuit_of(&kind);
    const circuit_parts parts = kind_circuit_parts(&kind);
    begin(&t);
    assert_int_equal(compact_make(&out, &t.w, &c, &parts, NULL, NULL), CUZK_OK);
    end(&t, "synthesis of 32 GiB");
    compact_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(transforms),
        cmocka_unit_test(sums_in_g1),
        cmocka_unit_test(sums_in_g2),
        cmocka_unit_test(synthesis),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
