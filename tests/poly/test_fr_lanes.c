/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Fr in lanes against GMP, on what field/fr_lanes.h and poly/ntt_lanes_inline.h promise: numbers at
 * the bounds, limbs far from normalised, every lane another value. */
#include "base/cpu.h"
#include "field/oracle.h"
#include "poly/fr_lanes_ops.h"
#include "test.h"

#define ROUNDS 500

static mpz_t r, two260, mont_inv;
static uint64_t seed = 7;

static bool usable(void)
{
    if (!cpu_variant_available(CPU_IFMA))
        skip();
    return true;
}

static void random_below(mpz_t o, const mpz_t m)
{
    uint64_t l[5];
    for (int i = 0; i < 5; i++)
        l[i] = rnd64(&seed);
    limbs_to_mpz(o, l, 5);
    mpz_mod(o, o, m);
}

/* A number in [-m, m], at its edges in the first rounds. */
static void random_within(mpz_t o, const mpz_t m, unsigned round)
{
    mpz_t width;
    mpz_init(width);
    mpz_mul_ui(width, m, 2);
    random_below(o, width);
    mpz_sub(o, o, m);
    if (round < 3) /* -m, 0, m */
        mpz_mul_si(o, m, (long)round - 1);
    mpz_clear(width);
}

static void set_normalised(lane_block *b, int lane, const mpz_t v)
{
    mpz_t t, l;
    mpz_inits(t, l, NULL);
    mpz_set(t, v);
    for (int j = 0; j < 5; j++) {
        mpz_fdiv_r_2exp(l, t, 52);
        mpz_fdiv_q_2exp(t, t, 52);
        b->l[j][lane] = mpz_get_ui(l);
    }
    mpz_clears(t, l, NULL);
}

/* v mod 2^260, limbs with carries not yet taken, and multiples of 2^260 on top. */
static void set_loose(lane_block *b, int lane, const mpz_t v)
{
    mpz_t t;
    mpz_init(t);
    mpz_fdiv_r_2exp(t, v, 260);
    set_normalised(b, lane, t);
    for (int j = 0; j < 5; j++) {
        const uint64_t carry = rnd64(&seed) % 0x300 - 0x180; /* below 2^9, either sign */
        b->l[j][lane] += carry << 52;
        if (j < 4)
            b->l[j + 1][lane] -= carry;
    }
    mpz_clear(t);
}

/* The number of signed limbs; the residue mod 2^260 next to zero when it is loose. */
static void get(mpz_t o, const lane_block *b, int lane, bool loose)
{
    mpz_set_ui(o, 0);
    for (int j = 4; j >= 0; j--) {
        mpz_mul_2exp(o, o, 52);
        const int64_t l = (int64_t)b->l[j][lane];
        if (l < 0)
            mpz_sub_ui(o, o, -(uint64_t)l);
        else
            mpz_add_ui(o, o, (uint64_t)l);
    }
    if (!loose)
        return;
    mpz_fdiv_r_2exp(o, o, 260);
    if (mpz_tstbit(o, 259))
        mpz_sub(o, o, two260);
}

static void assert_normalised(const lane_block *b)
{
    for (int j = 0; j < 5; j++)
        for (int i = 0; i < 8; i++)
            assert_true(b->l[j][i] >> 52 == 0);
}

/* |v| <= (thousandths / 1000) r, and v = want mod r */
static void assert_is(const mpz_t v, const mpz_t want, unsigned thousandths)
{
    mpz_t t, bound;
    mpz_inits(t, bound, NULL);
    mpz_mul_ui(t, v, 1000);
    mpz_mul_ui(bound, r, thousandths);
    assert_true(mpz_cmpabs(t, bound) <= 0);
    assert_true(mpz_congruent_p(v, want, r));
    mpz_clears(t, bound, NULL);
}

static void set_bound(mpz_t o, unsigned tenths)
{
    mpz_mul_ui(o, r, tenths);
    mpz_fdiv_q_ui(o, o, 10);
}

static void test_mul(void **state)
{
    (void)state;
    mpz_t a[8], b[8], v, want, below_16r;
    for (int i = 0; i < 8; i++)
        mpz_inits(a[i], b[i], NULL);
    mpz_inits(v, want, below_16r, NULL);
    mpz_mul_ui(below_16r, r, 16);
    for (unsigned round = 0; usable() && round < ROUNDS; round++) {
        lane_block x, y, o;
        for (int i = 0; i < 8; i++) {
            random_below(a[i], two260);
            random_below(b[i], round & 1 ? r : below_16r);
            if (round < 4)
                mpz_sub_ui(a[i], two260, (unsigned)i + 1);
            if (round < 2)
                mpz_sub_ui(b[i], below_16r, 1);
            set_normalised(&x, i, a[i]);
            set_normalised(&y, i, b[i]);
        }
        lane_mul(&o, &x, &y);
        assert_normalised(&o);
        for (int i = 0; i < 8; i++) {
            mpz_mul(v, a[i], b[i]);
            mpz_mul(want, v, mont_inv);
            mpz_fdiv_q_2exp(v, v, 260); /* a b / R, in thousandths of r, rounded up */
            mpz_mul_ui(v, v, 1000);
            mpz_cdiv_q(v, v, r);
            const unsigned bound = (unsigned)mpz_get_ui(v) + 1001;
            get(v, &o, i, false);
            assert_is(v, want, bound);
        }
        lane_redc(&o, &x);
        for (int i = 0; i < 8; i++) {
            mpz_mul(want, a[i], mont_inv);
            get(v, &o, i, false);
            assert_is(v, want, 1001);
        }
    }
    for (int i = 0; i < 8; i++)
        mpz_clears(a[i], b[i], NULL);
    mpz_clears(v, want, below_16r, NULL);
}

/* The reductions of a number within `tenths` of r: what they give, within so many thousandths. */
static void check_reduction(void (*reduce)(lane_block *), unsigned tenths, unsigned thousandths,
                            bool loose)
{
    mpz_t in[8], v, bound;
    for (int i = 0; i < 8; i++)
        mpz_init(in[i]);
    mpz_inits(v, bound, NULL);
    set_bound(bound, tenths);
    for (unsigned round = 0; round < ROUNDS; round++) {
        lane_block x;
        for (int i = 0; i < 8; i++) {
            random_within(in[i], bound, round);
            set_loose(&x, i, in[i]);
        }
        reduce(&x);
        if (!loose)
            assert_normalised(&x);
        for (int i = 0; i < 8; i++) {
            get(v, &x, i, loose);
            assert_true(loose || mpz_sgn(v) >= 0);
            assert_is(v, in[i], thousandths);
        }
    }
    for (int i = 0; i < 8; i++)
        mpz_clear(in[i]);
    mpz_clears(v, bound, NULL);
}

static void test_reductions(void **state)
{
    (void)state;
    if (!usable())
        return;
    check_reduction(lane_nearest, 176, 1600, true);
    check_reduction(lane_reduce, 129, 1300, false);
}

static void test_canonical(void **state)
{
    (void)state;
    mpz_t v, want, two_r;
    mpz_inits(v, want, two_r, NULL);
    mpz_mul_ui(two_r, r, 2);
    for (unsigned round = 0; usable() && round < ROUNDS; round++) {
        lane_block x, in;
        for (int i = 0; i < 8; i++) {
            random_below(v, two_r);
            if (round < 2) /* 0, 1, 2, 3 from zero, from r and around it */
                mpz_add_ui(v, round ? r : v, 0), mpz_add_ui(v, v, (unsigned)i);
            if (round == 0)
                mpz_set_ui(v, (unsigned)i);
            if (round == 2)
                mpz_sub_ui(v, i & 1 ? r : two_r, (unsigned)i / 2 + 1);
            set_normalised(&x, i, v);
        }
        in = x;
        lane_canonical(&x);
        assert_normalised(&x);
        for (int i = 0; i < 8; i++) {
            get(v, &in, i, false);
            mpz_mod(want, v, r);
            get(v, &x, i, false);
            assert_int_equal(mpz_cmp(v, want), 0);
        }
    }
    mpz_clears(v, want, two_r, NULL);
}

/* z: 0, 1, r - 1, next to r / 2 and random ones. */
static void test_twiddle(void **state)
{
    (void)state;
    mpz_t in[8], z, v, want, bound;
    for (int i = 0; i < 8; i++)
        mpz_init(in[i]);
    mpz_inits(z, v, want, bound, NULL);
    set_bound(bound, 176);
    for (unsigned round = 0; usable() && round < 4 * ROUNDS; round++) {
        lane_block x, o;
        fr_raw raw;
        fr mont;
        ntt_twiddle tw;
        random_below(z, r);
        if (round < 12)
            mpz_set_ui(z, round / 3 & 1);
        if (round >= 6 && round < 12)
            mpz_sub_ui(z, r, round / 3 - 1);
        if (round >= 12 && round < 18)
            mpz_fdiv_q_2exp(z, r, 1), mpz_add_ui(z, z, round / 15);
        for (int i = 0; i < 8; i++) {
            random_within(in[i], bound, round < 18 ? round % 3 : round);
            set_loose(&x, i, in[i]);
        }
        mpz_to_limbs(raw.l, 4, z);
        fr_from_raw(&mont, &raw);
        ntt_twiddle_make(&tw, &mont);
        lane_twiddle(&o, &x, &tw);
        for (int i = 0; i < 8; i++) {
            mpz_mul(want, in[i], z);
            get(v, &o, i, true);
            assert_is(v, want, 5510);
        }
    }
    for (int i = 0; i < 8; i++)
        mpz_clear(in[i]);
    mpz_clears(z, v, want, bound, NULL);
}

static int setup(void **state)
{
    (void)state;
    mpz_inits(r, two260, mont_inv, NULL);
    limbs_to_mpz(r, FR_MODULUS.l, 4);
    mpz_setbit(two260, 260);
    mpz_invert(mont_inv, two260, r);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    mpz_clears(r, two260, mont_inv, NULL);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mul),
        cmocka_unit_test(test_reductions),
        cmocka_unit_test(test_canonical),
        cmocka_unit_test(test_twiddle),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
