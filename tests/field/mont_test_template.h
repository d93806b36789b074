/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The tests that Fr and Fp share, against GMP, in every variant this CPU has.
 * Parameters: T_TYPE, T_RAW, T_FN(f), T_LIMBS, T_MODULUS, T_ONE. No include guard. */

static mpz_t modulus, mont_r;

static int setup(void **state)
{
    (void)state;
    mpz_inits(modulus, mont_r, NULL);
    limbs_to_mpz(modulus, T_MODULUS.l, T_LIMBS);
    mpz_setbit(mont_r, 64 * T_LIMBS);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    mpz_clears(modulus, mont_r, NULL);
    return 0;
}

/* The element with the canonical value v, made without our own arithmetic: v R mod m. */
static T_TYPE element(const mpz_t v)
{
    T_TYPE o;
    mpz_t t;
    mpz_init(t);
    mpz_mul(t, v, mont_r);
    mpz_mod(t, t, modulus);
    mpz_to_limbs(o.l, T_LIMBS, t);
    mpz_clear(t);
    return o;
}

static void assert_value(const T_TYPE *got, const mpz_t expected)
{
    mpz_t e;
    mpz_init(e);
    mpz_mod(e, expected, modulus);
    const T_TYPE want = element(e);
    assert_memory_equal(got, &want, sizeof want);
    mpz_clear(e);
}

/* Every operation on one pair; also with the output on either input. */
static void check_pair(const field_kernels *k, const mpz_t x, const mpz_t y)
{
    const T_TYPE a = element(x), b = element(y);
    T_TYPE o;
    mpz_t e;
    mpz_init(e);

    mpz_add(e, x, y);
    k->T_FN(add)(&o, &a, &b);
    assert_value(&o, e);
    o = a;
    k->T_FN(add)(&o, &o, &b);
    assert_value(&o, e);

    mpz_sub(e, x, y);
    k->T_FN(sub)(&o, &a, &b);
    assert_value(&o, e);
    o = b;
    k->T_FN(sub)(&o, &a, &o);
    assert_value(&o, e);

    mpz_mul(e, x, y);
    k->T_FN(mul)(&o, &a, &b);
    assert_value(&o, e);
    o = b;
    k->T_FN(mul)(&o, &a, &o);
    assert_value(&o, e);

    mpz_mul(e, x, x);
    k->T_FN(sqr)(&o, &a);
    assert_value(&o, e);
    o = a;
    k->T_FN(sqr)(&o, &o);
    assert_value(&o, e);

    mpz_neg(e, x);
    k->T_FN(neg)(&o, &a);
    assert_value(&o, e);

    T_RAW raw;
    k->T_FN(to_raw)(&raw, &a);
    limbs_to_mpz(e, raw.l, T_LIMBS);
    assert_int_equal(mpz_cmp(e, x), 0);
    k->T_FN(from_raw)(&o, &raw);
    assert_memory_equal(&o, &a, sizeof o);

    assert_int_equal(T_FN(eq)(&a, &b), mpz_cmp(x, y) == 0);
    assert_int_equal(T_FN(is_zero)(&a), mpz_sgn(x) == 0);
    assert_int_equal(T_FN(is_one)(&a), mpz_cmp_ui(x, 1) == 0);
    mpz_clear(e);
}

static void test_arithmetic(void **state)
{
    (void)state;
    mpz_t x, y;
    mpz_inits(x, y, NULL);
    for (int v = 0; v < CPU_VARIANTS; v++) {
        if (!cpu_variant_available((cpu_variant)v))
            continue;
        const field_kernels *k = field_kernels_of((cpu_variant)v);
        uint64_t seed = 1;
        for (size_t i = 0; i < EDGES + 40; i++) {
            test_value(x, i, modulus, T_LIMBS, &seed);
            for (size_t j = 0; j < EDGES + 40; j++) {
                test_value(y, j, modulus, T_LIMBS, &seed);
                check_pair(k, x, y);
            }
        }
        for (size_t i = 0; i < 20000; i++) {
            test_value(x, EDGES, modulus, T_LIMBS, &seed);
            test_value(y, EDGES, modulus, T_LIMBS, &seed);
            check_pair(k, x, y);
        }
    }
    mpz_clears(x, y, NULL);
}

static void test_inverse(void **state)
{
    (void)state;
    mpz_t x, e;
    mpz_inits(x, e, NULL);
    uint64_t seed = 2;
    for (size_t i = 0; i < EDGES + 5000; i++) {
        test_value(x, i, modulus, T_LIMBS, &seed);
        T_TYPE a = element(x);
        if (!mpz_invert(e, x, modulus))
            mpz_set_ui(e, 0);
        T_FN(inv)(&a, &a);
        assert_value(&a, e);
    }
    /* powers of two and their neighbours: long runs in the inner loop */
    for (unsigned s = 0; s < 64 * T_LIMBS - 1; s++) {
        for (int d = -1; d <= 1; d++) {
            mpz_set_ui(x, 0);
            mpz_setbit(x, s);
            d < 0 ? mpz_sub_ui(x, x, 1) : mpz_add_ui(x, x, (unsigned long)d);
            mpz_mod(x, x, modulus);
            T_TYPE a;
            mpz_to_limbs(a.l, T_LIMBS, x); /* as the Montgomery form itself */
            T_TYPE o;
            T_FN(inv)(&o, &a);
            T_FN(mul)(&o, &o, &a);
            assert_int_equal(T_FN(eq)(&o, mpz_sgn(x) ? &T_ONE : &a), 1);
        }
    }
    mpz_clears(x, e, NULL);
}

static void test_inverse_batch(void **state)
{
    (void)state;
    enum { N = 67 };
    mpz_t x;
    mpz_init(x);
    for (int v = 0; v < CPU_VARIANTS; v++) {
        if (!cpu_variant_available((cpu_variant)v))
            continue;
        const field_kernels *k = field_kernels_of((cpu_variant)v);
        uint64_t seed = 3;
        for (size_t n = 0; n <= N; n++) {
            /* zeros: nowhere, everywhere, at the ends, in the middle */
            for (unsigned zeros = 0; zeros < 5; zeros++) {
                T_TYPE a[N + 1], inv[N + 1], scratch[N + 1];
                for (size_t i = 0; i < n; i++) {
                    do
                        test_value(x, EDGES, modulus, T_LIMBS, &seed);
                    while (mpz_sgn(x) == 0);
                    if (zeros == 1 || (zeros == 2 && i == 0) || (zeros == 3 && i == n - 1) ||
                        (zeros == 4 && i % 3 == 1))
                        mpz_set_ui(x, 0);
                    a[i] = element(x);
                    T_FN(inv)(&inv[i], &a[i]);
                }
                k->T_FN(inv_batch)(a, n, scratch);
                for (size_t i = 0; i < n; i++)
                    assert_memory_equal(&a[i], &inv[i], sizeof a[i]);
            }
        }
    }
    mpz_clear(x);
}

static void test_pow(void **state)
{
    (void)state;
    mpz_t x, e, r;
    mpz_inits(x, e, r, NULL);
    for (int v = 0; v < CPU_VARIANTS; v++) {
        if (!cpu_variant_available((cpu_variant)v))
            continue;
        const field_kernels *k = field_kernels_of((cpu_variant)v);
        uint64_t seed = 4;
        for (size_t i = 0; i < EDGES + 10; i++) {
            test_value(x, i, modulus, T_LIMBS, &seed);
            const T_TYPE a = element(x);
            for (size_t j = 0; j < EDGES + 10; j++) {
                uint64_t exponent[T_LIMBS];
                test_value(e, j, modulus, T_LIMBS, &seed);
                mpz_to_limbs(exponent, T_LIMBS, e);
                mpz_powm(r, x, e, modulus);
                T_TYPE o;
                k->T_FN(pow)(&o, &a, exponent, T_LIMBS);
                assert_value(&o, r);
            }
            T_TYPE o;
            k->T_FN(pow)(&o, &a, NULL, 0);
            assert_int_equal(T_FN(is_one)(&o), 1);
        }
    }
    mpz_clears(x, e, r, NULL);
}
