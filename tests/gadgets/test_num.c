/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Number gadgets on edge values: what they compute, that their rows hold, and that a prover who
 * lies consistently is caught where he should be. */
#include "gadgets/insertion.h"
#include "gadgets/poseidon.h"
#include "hash/poseidon.h"
#include "r1cs/check.h"
#include "test.h"

/* 0, 1, -1, 2, 2^k, 2^k - 1, -2^k and something in between. */
#define N_EDGES 12
static fr edge(unsigned i)
{
    fr v = FR_ONE;
    switch (i) {
    case 0:
        return FR_ZERO;
    case 1:
        return FR_ONE;
    case 2:
        fr_neg(&v, &FR_ONE);
        return v;
    case 3:
        return fr_from_u64(2);
    case 4:
        return *fr_pow2(64);
    case 5:
        fr_sub(&v, fr_pow2(64), &FR_ONE);
        return v;
    case 6:
        return *fr_pow2(254);
    case 7:
        fr_sub(&v, fr_pow2(254), &FR_ONE);
        return v;
    case 8:
        fr_neg(&v, fr_pow2(128));
        return v;
    case 9:
        return FR_TWO_INV;
    case 10:
        return FR_ROOT_OF_UNITY;
    default:
        return FR_GENERATOR_INV;
    }
}

static void run(void (*synthesize)(const void *, cs *), const void *ctx)
{
    const circuit c = { "test", synthesize, ctx };
    cuzk_error err;
    if (check_circuit(&c, &err) != CUZK_OK)
        fail_msg("%s", err.message);
}

static bool fails(void (*synthesize)(const void *, cs *), const void *ctx)
{
    const circuit c = { "test", synthesize, ctx };
    return check_circuit(&c, NULL) == CUZK_NO;
}

static void arithmetic(const void *ctx, cs *s)
{
    const fr *v = ctx;
    fr want;
    num a = num_alloc(s, &v[0]), b = num_alloc_input(s, &v[1]), r;
    r = num_mul(s, &a, &b);
    fr_mul(&want, &v[0], &v[1]);
    assert_true(fr_eq(&r.value, &want));
    r = num_square(s, &a);
    fr_sqr(&want, &v[0]);
    assert_true(fr_eq(&r.value, &want));
    r = num_add(s, &a, &b);
    fr_add(&want, &v[0], &v[1]);
    assert_true(fr_eq(&r.value, &want));
    r = num_sub(s, &a, &b);
    fr_sub(&want, &v[0], &v[1]);
    assert_true(fr_eq(&r.value, &want));
    r = num_encode(s, &a, &b);
    r = num_decode(s, &a, &r);
    num_enforce_equal(s, &r, &b);
    for (unsigned k = 0; k < 2; k++) {
        num x = a, y = b;
        num_conditionally_reverse(s, &x, &y, boolean_alloc(s, k));
        num_enforce_equal(s, &x, k ? &b : &a);
        num_enforce_equal(s, &y, k ? &a : &b);
    }
}

static void test_arithmetic(void **state)
{
    (void)state;
    for (unsigned i = 0; i < N_EDGES; i++) {
        for (unsigned j = 0; j < N_EDGES; j++) {
            const fr v[2] = { edge(i), edge(j) };
            run(arithmetic, v);
        }
    }
}

static void nonzero(const void *ctx, cs *s)
{
    num a = num_alloc(s, ctx);
    num_assert_nonzero(s, &a);
}

static void equal(const void *ctx, cs *s)
{
    const fr *v = ctx;
    num a = num_alloc(s, &v[0]), b = num_alloc(s, &v[1]);
    num_enforce_equal(s, &a, &b);
}

static void sum_and_difference(const void *ctx, cs *s)
{
    const fr *v = ctx;
    num a = num_alloc(s, &v[0]), b = num_alloc(s, &v[1]), c = num_alloc(s, &v[2]);
    num_enforce_sum(s, &a, &b, &c);
    num_enforce_difference(s, &c, &b, &a);
}

static void test_relations(void **state)
{
    (void)state;
    const fr zero_one[2] = { FR_ZERO, FR_ONE }, zeros[2] = { FR_ZERO, FR_ZERO };
    fr v[3] = { edge(8), edge(9) };
    for (unsigned i = 1; i < N_EDGES; i++) {
        fr a = edge(i);
        run(nonzero, &a);
    }
    assert_true(fails(nonzero, &FR_ZERO));
    run(equal, zeros);
    assert_true(fails(equal, zero_one));
    fr_add(&v[2], &v[0], &v[1]);
    run(sum_and_difference, v);
    fr_add(&v[2], &v[2], &FR_ONE);
    assert_true(fails(sum_and_difference, v));
}

static void bits(const void *ctx, cs *s)
{
    const fr *value = ctx;
    fr_raw raw;
    boolean bit[2][FR_BITS];
    num a = num_alloc(s, value);
    fr_to_raw(&raw, value);
    num_to_bits_le(s, bit[0], &a);
    num_to_bits_le_strict(s, bit[1], &a);
    for (unsigned i = 0; i < FR_BITS; i++) {
        assert_int_equal(bit[0][i].value, raw.l[i / 64] >> i % 64 & 1);
        assert_int_equal(bit[1][i].value, bit[0][i].value);
    }
}

static void test_bits(void **state)
{
    (void)state;
    for (unsigned i = 0; i < N_EDGES; i++) {
        fr v = edge(i);
        run(bits, &v);
    }
}

/* A back end for a prover who allocates a number, then the bits of an integer of his choice, and
 * for the rest what makes rows x * y = z of single variables hold. */
#define FORGED_VARS 1000
typedef struct forger {
    cs cs;
    fr one, aux[FORGED_VARS];
    const fr *forced[FORGED_VARS]; /* the value of this variable, when not NULL */
    unsigned n_unsatisfied;
} forger;

static void forger_alloc(cs *s, bool input, const fr *value)
{
    forger *f = (forger *)s;
    const uint32_t i = s->n_aux - 1;
    if (input) {
        f->one = *value;
        return;
    }
    assert_true(i < FORGED_VARS);
    f->aux[i] = f->forced[i] ? *f->forced[i] : *value;
}

static fr *single(forger *f, const lc *l)
{
    const lc_term *t = lc_terms_data(&l->aux);
    return l->inputs.n || l->aux.n != 1 || !fr_is_one(&t->coeff) ? NULL : &f->aux[t->index];
}

static void forger_enforce(cs *s, const lc *a, const lc *b, const lc *c)
{
    forger *f = (forger *)s;
    fr x, y, z;
    if (single(f, a) && single(f, b) && single(f, c))
        fr_mul(single(f, c), single(f, a), single(f, b));
    lc_eval(&x, a, &f->one, f->aux);
    lc_eval(&y, b, &f->one, f->aux);
    lc_eval(&z, c, &f->one, f->aux);
    fr_mul(&x, &x, &y);
    f->n_unsatisfied += !fr_eq(&x, &z);
}

typedef void to_bits_fn(cs *s, boolean out[FR_BITS], const num *a);

static void forger_run(forger *f, to_bits_fn *to_bits, const fr *value, boolean bit[FR_BITS])
{
    static const cs_ops forging = { .name = "forger",
                                    .alloc = forger_alloc,
                                    .enforce = forger_enforce };
    f->n_unsatisfied = 0;
    cs_init(&f->cs, &forging);
    num a = num_alloc(&f->cs, value);
    to_bits(&f->cs, bit, &a);
    assert_int_equal(cs_status(&f->cs, NULL), CUZK_OK);
    cs_free(&f->cs);
}

/* Whether the rows hold for `value` and the bits of value + add_r * r, which has FR_BITS bits. */
static bool forged_bits_pass(to_bits_fn *to_bits, const fr *value, bool add_r)
{
    forger f = { 0 };
    boolean bit[FR_BITS];
    fr_raw lie;
    unsigned __int128 sum = 0;
    forger_run(&f, to_bits, value, bit); /* tells which variables the bits are */
    fr_to_raw(&lie, value);
    for (unsigned i = 0; add_r && i < 4; i++, sum >>= 64) {
        sum += (unsigned __int128)lie.l[i] + FR_MODULUS.l[i];
        lie.l[i] = (uint64_t)sum;
    }
    assert_int_equal(lie.l[3] >> 63, 0);
    for (unsigned i = 0; i < FR_BITS; i++)
        f.forced[cs_var_index(bit[i].var)] = lie.l[i / 64] >> i % 64 & 1 ? &FR_ONE : &FR_ZERO;
    forger_run(&f, to_bits, value, bit);
    return f.n_unsatisfied == 0;
}

/* Small numbers have two decompositions; only num_to_bits_le_strict refuses the one above r. */
static void test_second_decomposition(void **state)
{
    (void)state;
    const fr small[] = { FR_ZERO, FR_ONE, fr_from_u64(5), *fr_pow2(250) };
    for (unsigned i = 0; i < 4; i++) {
        assert_true(forged_bits_pass(num_to_bits_le, &small[i], false));
        assert_true(forged_bits_pass(num_to_bits_le_strict, &small[i], false));
        assert_true(forged_bits_pass(num_to_bits_le, &small[i], true));
        assert_false(forged_bits_pass(num_to_bits_le_strict, &small[i], true));
    }
}

typedef struct place_case {
    unsigned n, place;
} place_case;

static void insert_at(const void *ctx, cs *s)
{
    const place_case *p = ctx;
    num v[INSERTION_MAX], out[INSERTION_MAX];
    boolean bit[6];
    for (unsigned i = 0; i < p->n; i++) {
        fr value = fr_from_u64(100 + i);
        v[i] = num_alloc(s, &value);
    }
    boolean_alloc_u64(s, bit, (unsigned)__builtin_ctz(p->n), p->place);
    const uint64_t rows = s->n_rows;
    insertion(s, out, &v[0], bit, v + 1, p->n);
    assert_int_equal(s->n_rows - rows, p->n == 2   ? 2
                                       : p->n == 4 ? 8
                                       : p->n == 8 ? 22
                                                   : p->n * (p->n - 1));
    for (unsigned i = 0, other = 1; i < p->n; i++) {
        const num *want = i == p->place ? &v[0] : &v[other++];
        assert_true(fr_eq(&out[i].value, &want->value));
        num_enforce_equal(s, &out[i], want);
    }
    num chosen = insertion_select(s, v, bit, p->n);
    num_enforce_equal(s, &chosen, &v[p->place]);
    assert_true(fr_eq(&chosen.value, &v[p->place].value));
}

static void select_of_one(const void *ctx, cs *s)
{
    num v = num_alloc(s, ctx), chosen = insertion_select(s, &v, NULL, 1);
    assert_int_equal(chosen.var, v.var);
}

static void test_insertion(void **state)
{
    (void)state;
    for (unsigned n = 2; n <= 32; n *= 2)
        for (unsigned place = 0; place < n; place++)
            run(insert_at, &(place_case) { n, place });
    run(select_of_one, &FR_ONE);
}

/* A pick by a constant or negated bit, and of a variable from itself. */
static void picks(const void *ctx, cs *s)
{
    (void)ctx;
    num a = num_alloc(s, &FR_ONE), b = num_alloc(s, &FR_ZERO);
    for (unsigned k = 0; k < 2; k++) {
        num p = num_pick(s, boolean_constant(k), &a, &b);
        num_enforce_equal(s, &p, k ? &a : &b);
        p = num_pick(s, boolean_not(boolean_alloc(s, k)), &a, &b);
        num_enforce_equal(s, &p, k ? &b : &a);
        p = num_pick(s, boolean_alloc(s, k), &a, &a);
        num_enforce_equal(s, &p, &a);
    }
}

static void test_picks(void **state)
{
    (void)state;
    run(picks, NULL);
}

typedef struct hash_case {
    unsigned arity, rows, seed;
} hash_case;

static void hash_one(const void *ctx, cs *s)
{
    const hash_case *h = ctx;
    num in[POSEIDON_MAX_ARITY];
    fr v[POSEIDON_MAX_ARITY], want;
    for (unsigned i = 0; i < h->arity; i++) {
        v[i] = edge((i * h->seed + h->seed) % N_EDGES);
        in[i] = num_alloc(s, &v[i]);
    }
    const uint64_t rows = s->n_rows;
    const uint32_t aux = s->n_aux;
    num digest = poseidon_gadget(s, in, h->arity);
    assert_int_equal(s->n_rows - rows, h->rows);
    assert_int_equal(s->n_aux - aux, h->rows);
    poseidon_hash(&want, v, h->arity);
    assert_true(fr_eq(&digest.value, &want));
}

static void test_poseidon(void **state)
{
    (void)state;
    static const hash_case cases[] = { { 2, 311, 0 },  { 4, 377, 0 },  { 8, 505, 0 },
                                       { 11, 598, 0 }, { 16, 761, 0 }, { 24, 1009, 0 },
                                       { 36, 1385, 0 } };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (unsigned seed = 0; seed < 4; seed++) {
            hash_case h = cases[i];
            h.seed = seed;
            run(hash_one, &h);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arithmetic), cmocka_unit_test(test_relations),
        cmocka_unit_test(test_bits),       cmocka_unit_test(test_second_decomposition),
        cmocka_unit_test(test_insertion),  cmocka_unit_test(test_picks),
        cmocka_unit_test(test_poseidon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
