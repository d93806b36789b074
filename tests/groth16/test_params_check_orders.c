/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The parameter check against points of small order, chosen to hide from sums: wherever they are,
 * and however many, it names one. In every variant, on one to three threads. */
#include "base/cpu.h"
#include "field/oracle.h"
#include "params_file.h"

/* Of E and E', with the primes of it that are used here: order, multiplicity. */
#define G1_COFACTOR "76329603384216526031706109802092473003"
#define G2_COFACTOR                                                                                \
    "3055023339312683442009997531931215042144660192541881426676640329822676041829"                 \
    "71884026507427359259977847832272839041616661285803823378372096355777062779109"

#define G g1
#include "torsion_template.h"
#define G g2
#include "torsion_template.h"

#define ORDERS 3
static const unsigned long order[2][ORDERS] = { { 3, 11, 10177 }, { 13, 23, 2713 } };
static g1_affine small1[ORDERS];
static g2_affine small2[ORDERS];
static params_file f;
static size_t n_all[SECTIONS];

static int start(void **state)
{
    static const unsigned exponent[2][ORDERS] = { { 1, 2, 2 }, { 2, 2, 1 } };
    (void)state;
    for (int i = 0; i < ORDERS; i++) {
        small1[i] = g1_torsion(G1_COFACTOR, order[0][i], exponent[0][i]);
        small2[i] = g2_torsion(G2_COFACTOR, order[1][i], exponent[1][i]);
    }
    params_file_many(&f);
    for (groth16_section s = SECTION_H; s < SECTIONS; s++)
        n_all[s] = f.p.section[s].n;
    return 0;
}

static int stop(void **state)
{
    (void)state;
    params_file_free(&f);
    return 0;
}

static void put_small(uint8_t *at, groth16_section s, int i, bool neg)
{
    g1_affine p1 = small1[i];
    g2_affine p2 = small2[i];
    if (neg) {
        g1_affine_neg(&p1, &p1);
        g2_affine_neg(&p2, &p2);
    }
    if (s == SECTION_B_G2)
        g2_to_uncompressed(at, &p2);
    else
        g1_to_uncompressed(at, &p1);
}

/* Only that section's group is looked at. */
static void only(groth16_section s)
{
    for (groth16_section i = SECTION_H; i < SECTIONS; i++)
        f.p.section[i].n = (i == SECTION_B_G2) == (s == SECTION_B_G2) ? n_all[i] : 0;
}

/* At the first place of each section on one thread, a middle one on two, the last one on three. */
static void one_point(work *w)
{
    for (groth16_section s = SECTION_H; s < SECTIONS; s++) {
        const size_t n = n_all[s], len = f.p.section[s].point_len;
        if (n == 0)
            continue;
        const size_t place[] = { 0, n / 2, n - 1 }, i = place[w->threads - 1];
        uint8_t *at = params_file_point(&f, s, i), keep[192];
        only(s);
        memcpy(keep, at, len);
        put_small(at, s, (int)(s + w->threads) % ORDERS, false);
        damaged(w, &f, s, i, POINT_NOT_IN_SUBGROUP);
        memcpy(at, keep, len);
        assert_int_equal(groth16_params_check(&f.p, w, NULL), CUZK_OK);
    }
}

/* count points of section s, every step-th, each the i-th of small order, every other one negated
 * where they alternate: their sum over all is zero. One of them is named. */
static void a_set(work *w, groth16_section s, int i, size_t count, bool alternate)
{
    const size_t len = f.p.section[s].point_len, step = n_all[s] / count;
    uint8_t *keep = malloc(count * len);
    cuzk_error err;
    assert_non_null(keep);
    only(s);
    for (size_t k = 0; k < count; k++) {
        uint8_t *at = params_file_point(&f, s, k * step);
        memcpy(keep + k * len, at, len);
        put_small(at, s, i, alternate && k % 2);
    }
    assert_int_equal(groth16_params_check(&f.p, w, &err), CUZK_NO);
    assert_string_equal(err.code, point_status_code(POINT_NOT_IN_SUBGROUP));
    assert_string_equal(err.section, groth16_section_name[s]);
    assert_true(err.index >= 0 && (size_t)err.index % step == 0);
    assert_true((size_t)err.index / step < count);
    for (size_t k = 0; k < count; k++)
        memcpy(params_file_point(&f, s, k * step), keep + k * len, len);
    free(keep);
}

static void each_variant(void (*check)(work *))
{
    cpu_variant before = cpu_variant_get();
    for (cpu_variant v = CPU_PORTABLE; v < CPU_VARIANTS; v++)
        for (unsigned threads = 1; cpu_variant_force(v) && threads <= 3; threads++) {
            work w;
            assert_int_equal(work_init(&w, threads, 0, NULL), CUZK_OK);
            check(&w);
            work_free(&w);
        }
    assert_true(cpu_variant_force(before));
}

static void anywhere(void **state)
{
    (void)state;
    each_variant(one_point);
}

static void sets(work *w)
{
    a_set(w, SECTION_H, 0, 2, true);  /* T and -T */
    a_set(w, SECTION_A, 0, 3, false); /* 3 T = 0 */
    a_set(w, SECTION_B_G1, 1, 11, false);
    a_set(w, SECTION_H, 0, n_all[SECTION_H] / 3 * 3, false); /* nothing else there */
    a_set(w, SECTION_B_G2, 0, 13, false);
    a_set(w, SECTION_B_G2, 1, 2, true);
}

static void that_cancel(void **state)
{
    (void)state;
    each_variant(sets);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(anywhere),
        cmocka_unit_test(that_cancel),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
