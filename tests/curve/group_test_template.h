/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The tests both groups share: every formula against the textbook addition in affine coordinates,
 * in every variant this CPU has, over points with all the awkward relations.
 * Parameters: those of curve/point_template.h (PT_ZERO aside), and G_GENERATOR, G_FIELD_RANDOM,
 * G_TORSION: { prime, its exponent in the order } ..., G_COFACTOR: decimal. No include guard. */

static mpz_t order_r, order_all;

static int setup(void **state)
{
    (void)state;
    mpz_inits(order_r, order_all, NULL);
    limbs_to_mpz(order_r, FR_MODULUS.l, 4);
    mpz_set_str(order_all, G_COFACTOR, 10);
    mpz_mul(order_all, order_all, order_r);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    mpz_clears(order_r, order_all, NULL);
    return 0;
}

/* The chord and tangent rule. */
static PT_AFFINE add_ref(PT_AFFINE a, PT_AFFINE b)
{
    PT_AFFINE o = { PT_ZERO, PT_ZERO };
    PT_FIELD s, t;
    if (PT_FN(affine_is_infinity)(&a))
        return b;
    if (PT_FN(affine_is_infinity)(&b))
        return a;
    if (PT_F(eq)(&a.x, &b.x)) {
        if (!PT_F(eq)(&a.y, &b.y))
            return o;
        PT_F(sqr)(&s, &a.x);
        PT_F(add)(&t, &s, &s);
        PT_F(add)(&s, &s, &t);
        PT_F(add)(&t, &a.y, &a.y);
    } else {
        PT_F(sub)(&s, &b.y, &a.y);
        PT_F(sub)(&t, &b.x, &a.x);
    }
    PT_F(inv)(&t, &t);
    PT_F(mul)(&s, &s, &t);
    PT_F(sqr)(&o.x, &s);
    PT_F(sub)(&o.x, &o.x, &a.x);
    PT_F(sub)(&o.x, &o.x, &b.x);
    PT_F(sub)(&t, &a.x, &o.x);
    PT_F(mul)(&o.y, &s, &t);
    PT_F(sub)(&o.y, &o.y, &a.y);
    return o;
}

static PT_AFFINE mul_ref(PT_AFFINE p, const mpz_t k)
{
    PT_AFFINE o = { PT_ZERO, PT_ZERO };
    for (size_t i = mpz_sizeinbase(k, 2); i-- > 0;) {
        o = add_ref(o, o);
        if (mpz_tstbit(k, i))
            o = add_ref(o, p);
    }
    return o;
}

/* A point of the whole curve. */
static PT_AFFINE random_point(uint64_t *seed)
{
    PT_AFFINE p;
    do {
        p.x = G_FIELD_RANDOM(seed);
        PT_F(sqr)(&p.y, &p.x);
        PT_F(mul)(&p.y, &p.y, &p.x);
        PT_F(add)(&p.y, &p.y, &PT_B);
    } while (!PT_F(sqrt)(&p.y, &p.y));
    if (rnd64(seed) & 1)
        PT_F(neg)(&p.y, &p.y);
    assert_true(PT_FN(affine_on_curve)(&p));
    return p;
}

/* A point of prime order q, where q^e divides the order of the curve exactly. */
static PT_AFFINE torsion_point(unsigned long q, unsigned e, uint64_t *seed)
{
    mpz_t k, t;
    mpz_inits(k, t, NULL);
    mpz_ui_pow_ui(t, q, e);
    assert_true(mpz_divisible_p(order_all, t));
    mpz_divexact(k, order_all, t);
    mpz_set_ui(t, q);
    PT_AFFINE p;
    do
        p = mul_ref(random_point(seed), k);
    while (PT_FN(affine_is_infinity)(&p));
    for (;;) {
        const PT_AFFINE next = mul_ref(p, t);
        if (PT_FN(affine_is_infinity)(&next))
            break;
        p = next;
    }
    mpz_clears(k, t, NULL);
    return p;
}

/* Infinity, the generator, its multiples and their opposites, small orders, the whole curve. */
enum { POINTS = 18 };
static void make_points(PT_AFFINE p[POINTS], uint64_t *seed)
{
    static const struct {
        unsigned long q;
        unsigned e;
    } torsion[] = G_TORSION;
    memset(&p[0], 0, sizeof p[0]);
    p[1] = G_GENERATOR;
    PT_FN(affine_neg)(&p[2], &p[1]);
    p[3] = add_ref(p[1], p[1]);
    PT_FN(affine_neg)(&p[4], &p[3]);
    p[5] = add_ref(p[3], p[1]);
    for (int i = 0; i < 3; i++) {
        p[6 + 3 * i] = torsion_point(torsion[i].q, torsion[i].e, seed);
        PT_FN(affine_neg)(&p[7 + 3 * i], &p[6 + 3 * i]);
        p[8 + 3 * i] = add_ref(p[6 + 3 * i], p[6 + 3 * i]);
    }
    p[15] = random_point(seed);
    PT_FN(affine_neg)(&p[16], &p[15]);
    p[17] = add_ref(p[15], p[6]);
}

static void scale(PT_JACOBIAN *o, const PT_AFFINE *p, uint64_t *seed)
{
    PT_FIELD z, t;
    do
        z = G_FIELD_RANDOM(seed);
    while (PT_F(is_zero)(&z));
    if (PT_FN(affine_is_infinity)(p)) {
        *o = (PT_JACOBIAN) { G_FIELD_RANDOM(seed), z, PT_ZERO };
        return;
    }
    o->z = z;
    PT_F(sqr)(&t, &z);
    PT_F(mul)(&o->x, &p->x, &t);
    PT_F(mul)(&t, &t, &z);
    PT_F(mul)(&o->y, &p->y, &t);
}

static void scale_xyzz(PT_XYZZ *o, const PT_AFFINE *p, uint64_t *seed)
{
    PT_JACOBIAN j;
    scale(&j, p, seed);
    o->x = j.x;
    o->y = j.y;
    PT_F(sqr)(&o->zz, &j.z);
    PT_F(mul)(&o->zzz, &o->zz, &j.z);
}

static void assert_point(const PT_JACOBIAN *got, const PT_AFFINE *want)
{
    PT_AFFINE a;
    PT_FN(to_affine)(&a, got);
    assert_memory_equal(&a, want, sizeof a);
}

static void check_pair(const G_KERNELS *k, const PT_AFFINE *p, const PT_AFFINE *q, uint64_t *seed)
{
    const PT_AFFINE sum = add_ref(*p, *q), twice = add_ref(*p, *p);
    PT_JACOBIAN a, b, o;
    scale(&a, p, seed);
    scale(&b, q, seed);
    k->add(&o, &a, &b);
    assert_point(&o, &sum);
    o = a;
    k->add(&o, &o, &b);
    assert_point(&o, &sum);
    o = b;
    k->add(&o, &a, &o);
    assert_point(&o, &sum);
    o = a;
    k->add(&o, &o, &o);
    assert_point(&o, &twice);
    k->add_affine(&o, &a, q);
    assert_point(&o, &sum);
    o = a;
    k->add_affine(&o, &o, q);
    assert_point(&o, &sum);
    k->dbl(&o, &a);
    assert_point(&o, &twice);
    o = a;
    k->dbl(&o, &o);
    assert_point(&o, &twice);
    assert_int_equal(PT_FN(eq)(&a, &b), PT_FN(affine_eq)(p, q));
    PT_FN(neg)(&o, &a);
    k->add(&o, &o, &a);
    assert_true(PT_FN(is_infinity)(&o));

    PT_XYZZ x, y;
    scale_xyzz(&x, p, seed);
    scale_xyzz(&y, q, seed);
    PT_FN(from_xyzz)(&o, &x);
    assert_point(&o, p);
    PT_XYZZ t = x;
    k->xyzz_add(&t, &y);
    PT_FN(from_xyzz)(&o, &t);
    assert_point(&o, &sum);
    t = x;
    k->xyzz_add(&t, &t);
    PT_FN(from_xyzz)(&o, &t);
    assert_point(&o, &twice);
    t = x;
    k->xyzz_add_affine(&t, q);
    PT_FN(from_xyzz)(&o, &t);
    assert_point(&o, &sum);
    /* the representation: ZZ^3 = ZZZ^2 */
    PT_FIELD l, r;
    PT_F(sqr)(&l, &t.zz);
    PT_F(mul)(&l, &l, &t.zz);
    PT_F(sqr)(&r, &t.zzz);
    assert_true(PT_F(eq)(&l, &r));
}

static void test_addition(void **state)
{
    (void)state;
    uint64_t seed = 1;
    PT_AFFINE p[POINTS];
    make_points(p, &seed);
    for (int v = 0; v < CPU_VARIANTS; v++) {
        if (!cpu_variant_available((cpu_variant)v))
            continue;
        for (size_t i = 0; i < POINTS; i++) {
            assert_true(PT_FN(affine_on_curve)(&p[i]));
            for (size_t j = 0; j < POINTS; j++)
                check_pair(G_KERNELS_OF((cpu_variant)v), &p[i], &p[j], &seed);
        }
    }
}

static void check_mul(const G_KERNELS *kernels, const PT_AFFINE *p, const mpz_t k)
{
    uint64_t limbs[4];
    mpz_to_limbs(limbs, 4, k);
    fr_raw raw;
    memcpy(raw.l, limbs, sizeof raw.l);
    fr s;
    fr_from_raw(&s, &raw);
    const PT_AFFINE want = mul_ref(*p, k);
    PT_JACOBIAN j, o;
    PT_FN(from_affine)(&j, p);
    kernels->mul(&o, &j, &s);
    assert_point(&o, &want);
}

static void test_multiplication(void **state)
{
    (void)state;
    uint64_t seed = 2;
    PT_AFFINE p[POINTS];
    make_points(p, &seed);
    mpz_t k;
    mpz_init(k);
    for (int v = 0; v < CPU_VARIANTS; v++) {
        if (!cpu_variant_available((cpu_variant)v))
            continue;
        const G_KERNELS *kernels = G_KERNELS_OF((cpu_variant)v);
        for (size_t i = 0; i < POINTS; i++) {
            for (unsigned long small = 0; small < 40; small++) {
                mpz_set_ui(k, small);
                check_mul(kernels, &p[i], k);
            }
        }
        for (unsigned bit = 5; bit < 255; bit += bit < 70 ? 1 : 17) {
            for (int d = -1; d <= 1; d++) {
                mpz_set_ui(k, 0);
                mpz_setbit(k, bit);
                d < 0 ? mpz_sub_ui(k, k, 1) : mpz_add_ui(k, k, (unsigned long)d);
                check_mul(kernels, &p[15], k);
                mpz_sub(k, order_r, k);
                if (mpz_sgn(k) > 0)
                    check_mul(kernels, &p[15], k);
            }
        }
        for (int i = 0; i < 20; i++) {
            test_value(k, EDGES, order_r, 4, &seed);
            check_mul(kernels, &p[15], k);
        }
    }
    mpz_clear(k);
}

static void test_subgroup(void **state)
{
    (void)state;
    uint64_t seed = 3;
    PT_AFFINE p[POINTS + 20];
    make_points(p, &seed);
    for (int i = 0; i < 20; i++) {
        p[POINTS + i] = random_point(&seed);
        if (i & 1) {
            mpz_t h;
            mpz_init(h);
            mpz_divexact(h, order_all, order_r);
            p[POINTS + i] = mul_ref(p[POINTS + i], h);
            mpz_clear(h);
        }
        if (i % 4 == 3) /* in the subgroup up to a point of small order */
            p[POINTS + i] = add_ref(p[POINTS + i], p[6 + i % 3 * 3]);
    }
    size_t inside = 0;
    for (size_t i = 0; i < POINTS + 20; i++) {
        const PT_AFFINE t = mul_ref(p[i], order_r);
        const bool want = PT_FN(affine_is_infinity)(&t);
        inside += want;
        for (int v = 0; v < CPU_VARIANTS; v++)
            if (cpu_variant_available((cpu_variant)v))
                assert_int_equal(G_KERNELS_OF((cpu_variant)v)->in_subgroup(&p[i]), want);
        assert_int_equal(PT_FN(in_subgroup)(&p[i]), want);
    }
    assert_int_equal(inside, 6 + 5);
}

static void test_to_affine_batch(void **state)
{
    (void)state;
    uint64_t seed = 4;
    PT_AFFINE p[POINTS], o[POINTS];
    make_points(p, &seed);
    for (int v = 0; v < CPU_VARIANTS; v++) {
        if (!cpu_variant_available((cpu_variant)v))
            continue;
        for (size_t n = 0; n <= POINTS; n++) {
            PT_JACOBIAN j[POINTS];
            PT_FIELD scratch[POINTS];
            for (size_t i = 0; i < n; i++)
                scale(&j[i], &p[(i * 5) % POINTS], &seed);
            G_KERNELS_OF((cpu_variant)v)->to_affine_batch(o, j, n, scratch);
            for (size_t i = 0; i < n; i++)
                assert_memory_equal(&o[i], &p[(i * 5) % POINTS], sizeof o[i]);
        }
    }
}

static void test_batch_add(void **state)
{
    (void)state;
    enum { N = POINTS * POINTS * 2 };
    static PT_AFFINE acc[N], want[N];
    static PT_FIELD scratch[N];
    static batch_add_op ops[N];
    uint64_t seed = 5;
    PT_AFFINE p[POINTS];
    make_points(p, &seed);
    for (int v = 0; v < CPU_VARIANTS; v++) {
        if (!cpu_variant_available((cpu_variant)v))
            continue;
        /* every pair, added and subtracted, scattered; then the first n only */
        for (size_t n = 0; n <= N; n = n < 40 ? n + 1 : n < N && n * 3 > N ? N : n * 3) {
            for (size_t i = 0; i < N; i++) {
                const size_t at = i * 5 % N, j = i / 2 % POINTS;
                const bool neg = i & 1;
                acc[at] = p[i / 2 / POINTS];
                PT_AFFINE q = p[j];
                if (neg)
                    PT_FN(affine_neg)(&q, &q);
                want[at] = i < n ? add_ref(acc[at], q) : acc[at];
                ops[i] = (batch_add_op) { (uint32_t)at, (uint32_t)j | (neg ? BATCH_ADD_NEG : 0) };
            }
            G_KERNELS_OF((cpu_variant)v)->batch_add(acc, p, ops, n, scratch);
            assert_memory_equal(acc, want, sizeof acc);
        }
        for (size_t n = 0; n <= 70; n++) {
            PT_AFFINE sum = { PT_ZERO, PT_ZERO }, got;
            for (size_t i = 0; i < n; i++) {
                acc[i] = p[rnd64(&seed) % POINTS];
                sum = add_ref(sum, acc[i]);
            }
            G_KERNELS_OF((cpu_variant)v)->batch_sum(&got, acc, n, ops, scratch);
            assert_memory_equal(&got, &sum, sizeof sum);
        }
    }
}
