/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Fp and Fp2 in lanes against GMP, on what they are promised: limbs at their bounds, numbers far
 * above p, every lane another value. */
#include "field/fp_lanes_kernels.h"
#include "field/kernels.h"
#include "field/oracle.h"
#include "test.h"

static mpz_t modulus, mont_r_inv;
static const fp_lanes_kernels *k;
static uint64_t seed;

static int setup(void **state)
{
    (void)state;
    mpz_inits(modulus, mont_r_inv, NULL);
    limbs_to_mpz(modulus, FP_MODULUS.l, 6);
    mpz_setbit(mont_r_inv, 416);
    mpz_invert(mont_r_inv, mont_r_inv, modulus);
    seed = 1;
    if (!cpu_variant_available(CPU_IFMA))
        puts("skipped: no IFMA");
    k = fp_lanes_kernels_of(CPU_IFMA);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    mpz_clears(modulus, mont_r_inv, NULL);
    return 0;
}

static void skip_without_lanes(void)
{
    if (!cpu_variant_available(CPU_IFMA))
        skip();
}

/* The number in lane i; limbs are signed. */
static void lane(mpz_t o, const fp_block *b, size_t i)
{
    mpz_set_ui(o, 0);
    for (int j = 7; j >= 0; j--) {
        mpz_mul_2exp(o, o, 52);
        const int64_t l = (int64_t)b->l[j][i];
        if (l < 0)
            mpz_sub_ui(o, o, -(uint64_t)l);
        else
            mpz_add_ui(o, o, (uint64_t)l);
    }
}

static void set_lane(fp_block *b, size_t i, const mpz_t v)
{
    mpz_t t, l;
    mpz_inits(t, l, NULL);
    mpz_set(t, v);
    for (int j = 0; j < 8; j++) {
        mpz_fdiv_r_2exp(l, t, j < 7 ? 52 : 64);
        mpz_fdiv_q_2exp(t, t, 52);
        b->l[j][i] = mpz_get_ui(l);
    }
    mpz_clears(t, l, NULL);
}

/* Value number i for a factor, at most `most` p: edges of the field, the same a few p higher, all
 * limbs full, random. */
static void factor(mpz_t o, size_t i, unsigned long most)
{
    if (i == 0) {
        mpz_mul_ui(o, modulus, most);
        return;
    }
    if (i == 1 && most > 600) {
        mpz_set_ui(o, 0);
        mpz_setbit(o, 390);
        mpz_sub_ui(o, o, 1);
        return;
    }
    test_value(o, rnd64(&seed) % (2 * EDGES), modulus, 6, &seed);
    mpz_addmul_ui(o, modulus, (unsigned long)(rnd64(&seed) % (most < 600 ? most : 600)));
}

static void fill(fp_block *b, size_t round, unsigned long most)
{
    mpz_t v;
    mpz_init(v);
    for (size_t i = 0; i < 8; i++) {
        factor(v, (i + round) % 11, most);
        set_lane(b, i, v);
    }
    mpz_clear(v);
}

/* Lane i of got is e mod p, normalised, and at most milli p / 1000. */
static void expect(const fp_block *got, size_t i, const mpz_t e, unsigned long milli)
{
    mpz_t v, bound;
    mpz_inits(v, bound, NULL);
    for (int j = 0; j < 8; j++)
        assert_true(got->l[j][i] >> 52 == 0);
    lane(v, got, i);
    mpz_mul_ui(bound, modulus, milli);
    mpz_mul_ui(v, v, 1000);
    assert_true(mpz_cmp(v, bound) <= 0);
    lane(v, got, i);
    assert_true(mpz_congruent_p(v, e, modulus));
    mpz_clears(v, bound, NULL);
}

enum { ROUNDS = 3000 };

static void test_products(void **state)
{
    (void)state;
    skip_without_lanes();
    mpz_t x, y, z, e;
    mpz_inits(x, y, z, e, NULL);
    for (size_t round = 0; round < ROUNDS; round++) {
        fp_block a, b, c, o[4];
        fill(&a, round, 601);
        fill(&b, round / 11, 601);
        fill(&c, round / 3, 7);
        k->fp_mul(&o[0], &a, &b, 1);
        k->fp_sqr(&o[1], &a, 1);
        k->fp_mul_sub(&o[2], &a, &b, &c, 1);
        k->fp_sqr_sub(&o[3], &a, &c, 1);
        for (size_t i = 0; i < 8; i++) {
            lane(x, &a, i);
            lane(y, &b, i);
            lane(z, &c, i);
            mpz_mul(e, x, y);
            mpz_mul(e, e, mont_r_inv);
            expect(&o[0], i, e, 1260);
            mpz_sub(e, e, z);
            expect(&o[2], i, e, 1001);
            mpz_mul(e, x, x);
            mpz_mul(e, e, mont_r_inv);
            expect(&o[1], i, e, 1260);
            mpz_sub(e, e, z);
            expect(&o[3], i, e, 1001);
        }
        /* the output on an operand */
        k->fp_mul(&a, &a, &b, 1);
        assert_memory_equal(&a, &o[0], sizeof a);
    }
    mpz_clears(x, y, z, e, NULL);
}

/* c0 of a b is a0 b0 - a1 b1, c1 is a0 b1 + a1 b0; factors are at most 8p. */
static void test_fp2_products(void **state)
{
    (void)state;
    skip_without_lanes();
    mpz_t a0, a1, b0, b1, z, e, t;
    mpz_inits(a0, a1, b0, b1, z, e, t, NULL);
    for (size_t round = 0; round < ROUNDS; round++) {
        fp2_block a, b, c, o[4];
        fill(&a.c0, round, 8);
        fill(&a.c1, round / 11, 8);
        fill(&b.c0, round / 3, 8);
        fill(&b.c1, round / 5, 8);
        fill(&c.c0, round / 7, 7);
        fill(&c.c1, round / 13, 7);
        k->fp2_mul(&o[0], &a, &b, 1);
        k->fp2_sqr(&o[1], &a, 1);
        k->fp2_mul_sub(&o[2], &a, &b, &c, 1);
        k->fp2_sqr_sub(&o[3], &a, &c, 1);
        for (size_t i = 0; i < 8; i++) {
            lane(a0, &a.c0, i), lane(a1, &a.c1, i);
            for (int squared = 0; squared < 2; squared++) {
                lane(b0, squared ? &a.c0 : &b.c0, i), lane(b1, squared ? &a.c1 : &b.c1, i);
                mpz_mul(e, a0, b0);
                mpz_submul(e, a1, b1);
                mpz_mul(e, e, mont_r_inv);
                expect(&o[squared].c0, i, e, 1260);
                lane(z, &c.c0, i);
                mpz_sub(e, e, z);
                expect(&o[2 + squared].c0, i, e, 1001);
                mpz_mul(e, a0, b1);
                mpz_addmul(e, a1, b0);
                mpz_mul(e, e, mont_r_inv);
                expect(&o[squared].c1, i, e, squared ? 2520 : 1260);
                lane(z, &c.c1, i);
                mpz_sub(e, e, z);
                expect(&o[2 + squared].c1, i, e, 1001);
            }
        }
        k->fp2_mul(&b, &a, &b, 1);
        assert_memory_equal(&b, &o[0], sizeof b);
        k->fp2_sqr(&a, &a, 1);
        assert_memory_equal(&a, &o[1], sizeof a);
    }
    mpz_clears(a0, a1, b0, b1, z, e, t, NULL);
}

/* a (b0 - b1 u): a0 b0 + a1 b1 and a1 b0 - a0 b1; the norm is the first of these with b = a. */
static void test_fp2_quotients(void **state)
{
    (void)state;
    skip_without_lanes();
    mpz_t a0, a1, b0, b1, e;
    mpz_inits(a0, a1, b0, b1, e, NULL);
    for (size_t round = 0; round < ROUNDS; round++) {
        fp2_block a, b, o;
        fp_block norm;
        fill(&a.c0, round, 8);
        fill(&a.c1, round / 11, 8);
        fill(&b.c0, round / 3, 8);
        fill(&b.c1, round / 5, 8);
        k->fp2_mul_conj(&o, &a, &b, 1);
        k->fp2_norm(&norm, &a, 1);
        for (size_t i = 0; i < 8; i++) {
            lane(a0, &a.c0, i), lane(a1, &a.c1, i);
            lane(b0, &b.c0, i), lane(b1, &b.c1, i);
            mpz_mul(e, a0, b0);
            mpz_addmul(e, a1, b1);
            mpz_mul(e, e, mont_r_inv);
            expect(&o.c0, i, e, 1260);
            mpz_mul(e, a1, b0);
            mpz_submul(e, a0, b1);
            mpz_mul(e, e, mont_r_inv);
            expect(&o.c1, i, e, 1260);
            mpz_mul(e, a0, a0);
            mpz_addmul(e, a1, a1);
            mpz_mul(e, e, mont_r_inv);
            expect(&norm, i, e, 1260);
        }
        k->fp2_mul_conj(&a, &a, &b, 1);
        assert_memory_equal(&a, &o, sizeof a);
    }
    mpz_clears(a0, a1, b0, b1, e, NULL);
}

/* Numbers in [p, 64 p], just below and anywhere above every multiple of p, in limbs of any sign. */
static void test_reduce(void **state)
{
    (void)state;
    skip_without_lanes();
    mpz_t x, y;
    mpz_inits(x, y, NULL);
    for (size_t round = 0; round < 64 * 40; round++) {
        const unsigned long multiple = 1 + round % 64;
        fp_block a, o;
        for (size_t i = 0; i < 8; i++) {
            mpz_mul_ui(x, modulus, multiple);
            if (round / 64 < 5 && multiple > 1) {
                mpz_sub_ui(x, x, (i + round) % 5);
            } else if (multiple < 64) {
                test_value(y, i + round / 64, modulus, 6, &seed);
                mpz_add(x, x, y);
            }
            set_lane(&a, i, x);
            /* limb j gives 2^52 times what limb j + 1 takes */
            for (int j = 0; j < 7; j++) {
                const uint64_t m = rnd64(&seed) % 1024 - 512;
                a.l[j][i] += m << 52;
                a.l[j + 1][i] -= m;
            }
        }
        k->fp_reduce(&o, &a, 1);
        for (size_t i = 0; i < 8; i++) {
            lane(x, &a, i);
            expect(&o, i, x, 1001);
        }
    }
    mpz_clears(x, y, NULL);
}

/* Numbers from 0 to p - 1, and to 2^384 - 1. */
static void test_divide(void **state)
{
    (void)state;
    skip_without_lanes();
    mpz_t x, e, top, halves[2];
    mpz_inits(x, e, top, halves[0], halves[1], NULL);
    mpz_setbit(top, 384);
    for (int i = 0; i < 2; i++) {
        mpz_setbit(halves[i], i ? 208 : 16);
        mpz_invert(halves[i], halves[i], modulus);
    }
    for (size_t round = 0; round < ROUNDS; round++) {
        fp_block a[2], o[2];
        for (int d = 0; d < 2; d++)
            for (size_t i = 0; i < 8; i++) {
                test_value(x, round < EDGES ? (round + i) % EDGES : EDGES, d ? top : modulus, 6,
                           &seed);
                set_lane(&a[d], i, x);
            }
        k->fp_divide_2_16(&o[0], &a[0], 1);
        k->fp_divide_2_208(&o[1], &a[1], 1);
        for (int d = 0; d < 2; d++)
            for (size_t i = 0; i < 8; i++) {
                lane(x, &a[d], i);
                mpz_mul(e, x, halves[d]);
                expect(&o[d], i, e, d ? 2000 : 1001);
            }
    }
    mpz_clears(x, e, top, halves[0], halves[1], NULL);
}

static void test_sub_and_zero(void **state)
{
    (void)state;
    skip_without_lanes();
    mpz_t x, y;
    mpz_inits(x, y, NULL);
    for (size_t round = 0; round < ROUNDS; round++) {
        fp_block a, b, o;
        fill(&a, round, 8);
        fill(&b, round / 3, 8);
        if (round % 4 == 0) {
            mpz_mul_ui(x, modulus, round / 4 % 9);
            for (size_t i = 0; i < 8; i += 1 + round % 3)
                set_lane(&a, i, x);
        }
        k->fp_sub(&o, &a, &b, 1);
        const uint8_t zero = k->fp_is_zero(&a);
        for (size_t i = 0; i < 8; i++) {
            lane(x, &a, i);
            lane(y, &b, i);
            assert_int_equal(zero >> i & 1, mpz_divisible_p(x, modulus) != 0);
            mpz_sub(x, x, y);
            expect(&o, i, x, 16000);
        }
    }
    mpz_clears(x, y, NULL);
}

/* To lanes and back, and one product there: the same bits as without lanes. */
static void test_like_scalar(void **state)
{
    (void)state;
    skip_without_lanes();
    enum { N = 8 * 40 };
    static fp a[N], b[N], o[N], want;
    static fp2 a2[N], b2[N], o2[N], want2;
    static fp_block x[N / 8], y[N / 8];
    static fp2_block x2[N / 8], y2[N / 8];
    const field_kernels *scalar = field_kernels_of(CPU_PORTABLE);
    mpz_t v;
    mpz_init(v);
    for (size_t i = 0; i < N; i++) {
        fp *const all[] = { &a[i], &b[i], &a2[i].c0, &a2[i].c1, &b2[i].c0, &b2[i].c1 };
        for (size_t j = 0; j < 6; j++) {
            test_value(v, i + j * EDGES < N ? (i + j) % EDGES : EDGES, modulus, 6, &seed);
            mpz_to_limbs(all[j]->l, 6, v);
        }
    }
    k->fp_load(x, a, N / 8);
    k->fp_load(y, b, N / 8);
    k->fp_store(o, x, N / 8);
    assert_memory_equal(o, a, sizeof o);
    k->fp_mul(x, x, y, N / 8);
    k->fp_store(o, x, N / 8);
    k->fp2_load(x2, a2, N / 8);
    k->fp2_load(y2, b2, N / 8);
    k->fp2_store(o2, x2, N / 8);
    assert_memory_equal(o2, a2, sizeof o2);
    k->fp2_mul(x2, x2, y2, N / 8);
    k->fp2_store(o2, x2, N / 8);
    for (size_t i = 0; i < N; i++) {
        scalar->fp_mul(&want, &a[i], &b[i]);
        assert_memory_equal(&o[i], &want, sizeof want);
        scalar->fp2_mul(&want2, &a2[i], &b2[i]);
        assert_memory_equal(&o2[i], &want2, sizeof want2);
    }
    mpz_clear(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_products),      cmocka_unit_test(test_fp2_products),
        cmocka_unit_test(test_fp2_quotients), cmocka_unit_test(test_reduce),
        cmocka_unit_test(test_sub_and_zero),  cmocka_unit_test(test_like_scalar),
        cmocka_unit_test(test_divide),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
