/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Poseidon against what the official crates give (tests/data/golden/poseidon.json), against the
 * plain permutation, and its two kernels against each other. */
#include "base/bytes.h"
#include "each_variant.h"
#include "hash/dot.h"
#ifdef CUZK_HAVE_ADX
#include "hash/dot_adx.h"
#endif
#include "hash/poseidon.h"
#include "hash/poseidon_kernel.h"
#include "hash/sha256.h"
#include <jansson.h>
#include <math.h>
#include <pthread.h>

static const unsigned ARITIES[] = { 2, 4, 8, 11, 16, 24, 36 };
#define N_ARITIES (sizeof ARITIES / sizeof *ARITIES)

static json_t *golden;

static int load_golden(void **state)
{
    (void)state;
    golden = json_load_file(CUZK_TEST_DATA "/golden/poseidon.json", 0, NULL);
    return golden ? 0 : -1;
}

static int free_golden(void **state)
{
    (void)state;
    json_decref(golden);
    return 0;
}

static fr fr_of(const json_t *hex)
{
    uint8_t bytes[32];
    fr v;
    const char *s = json_string_value(hex);
    assert_non_null(s);
    assert_true(hex_decode(bytes, sizeof bytes, s, strlen(s)));
    assert_true(fr_from_bytes_le(&v, bytes));
    return v;
}

static void assert_fr(const fr *got, const fr *want)
{
    assert_true(fr_eq(got, want));
}

static void assert_array(const fr *got, size_t n, const json_t *want)
{
    if (json_is_null(want)) /* left out above arity 11 */
        return;
    assert_int_equal(json_array_size(want), n);
    for (size_t i = 0; i < n; i++) {
        fr w = fr_of(json_array_get(want, i));
        assert_fr(&got[i], &w);
    }
}

static void assert_sha256(const fr *got, size_t n, const json_t *want)
{
    uint8_t bytes[32], digest[32];
    char hex[65];
    sha256_state s;
    sha256_init(&s);
    for (size_t i = 0; i < n; i++) {
        fr_to_bytes_le(bytes, &got[i]);
        sha256_update(&s, bytes, sizeof bytes);
    }
    sha256_final(&s, digest);
    hex_encode(hex, digest, sizeof digest);
    assert_string_equal(hex, json_string_value(want));
}

static unsigned get_unsigned(const json_t *o, const char *key)
{
    json_t *v = json_object_get(o, key);
    assert_true(json_is_integer(v));
    return (unsigned)json_integer_value(v);
}

static void test_parameters(void **state)
{
    (void)state;
    json_t *want;
    size_t i, seen = 0;
    json_array_foreach(json_object_get(golden, "arities"), i, want)
    {
        const poseidon_params *p = poseidon_params_get(get_unsigned(want, "arity"));
        assert_non_null(p);
        const unsigned t = p->width, rp = p->partial_rounds, n_keys = 8 * t + rp;
        assert_int_equal(p->width, get_unsigned(want, "width"));
        assert_int_equal(rp, get_unsigned(want, "partial_rounds"));
        assert_int_equal(POSEIDON_FULL_ROUNDS, get_unsigned(want, "full_rounds"));
        assert_int_equal(n_keys, get_unsigned(want, "compressed_round_constants"));
        fr tag, want_tag = fr_of(json_object_get(want, "domain_tag"));
        poseidon_merkle_tag(&tag, p->arity);
        assert_fr(&tag, &want_tag);
        assert_array(p->mds, (size_t)t * t, json_object_get(want, "mds_row_major"));
        assert_array(p->round_keys, (8 + rp) * t, json_object_get(want, "round_constants"));
        assert_sha256(p->mds, (size_t)t * t, json_object_get(want, "mds_sha256"));
        assert_sha256(p->round_keys, (8 + rp) * t, json_object_get(want, "round_constants_sha256"));
        assert_sha256(p->keys, n_keys, json_object_get(want, "compressed_round_constants_sha256"));
        assert_sha256(p->pre_sparse, (size_t)t * t, json_object_get(want, "pre_sparse_sha256"));
        seen++;
    }
    assert_int_equal(seen, N_ARITIES);
    assert_null(poseidon_params_get(0));
    assert_null(poseidon_params_get(3));
    assert_null(poseidon_params_get(37));
}

/* The round numbers: the cheapest that meet the bounds of the Poseidon paper (§5.5) for M = 128,
 * with its margins: two full rounds and 7.5 % partial rounds. */
static void test_round_numbers(void **state)
{
    (void)state;
    for (size_t k = 0; k < N_ARITIES; k++) {
        const double n = 256, m = 128, t = ARITIES[k] + 1;
        unsigned best = UINT32_MAX, best_rf = 0, best_rp = 0;
        for (unsigned rf = 2; rf < 1000; rf += 2) {
            for (unsigned rp = 4; rp < 200; rp++) {
                double need = m <= (n - 3) * (t + 1) ? 6 : 10;
                need = fmax(need, 0.43 * m + log2(t) - rp);
                need = fmax(need, 0.21 * n - rp);
                need = fmax(need, (0.14 * n - 1 - rp) / (t - 1));
                unsigned full = rf + 2, partial = (unsigned)ceil(1.075 * rp);
                unsigned cost = (unsigned)t * full + partial;
                if (rf >= ceil(need) && (cost < best || (cost == best && full < best_rf))) {
                    best = cost;
                    best_rf = full;
                    best_rp = partial;
                }
            }
        }
        assert_int_equal(best_rf, POSEIDON_FULL_ROUNDS);
        assert_int_equal(best_rp, poseidon_params_get(ARITIES[k])->partial_rounds);
    }
}

static void check_vectors(void)
{
    json_t *of_arity, *v;
    size_t i, k;
    fr in[POSEIDON_MAX_ARITY], out, want;
    json_array_foreach(json_object_get(golden, "arities"), i, of_arity)
    {
        const unsigned arity = get_unsigned(of_arity, "arity");
        json_array_foreach(json_object_get(of_arity, "vectors"), k, v)
        {
            json_t *ins = json_object_get(v, "in");
            assert_int_equal(json_array_size(ins), arity);
            for (unsigned j = 0; j < arity; j++)
                in[j] = fr_of(json_array_get(ins, j));
            want = fr_of(json_object_get(v, "out"));
            poseidon_hash(&out, in, arity);
            assert_fr(&out, &want);
            fr_add(&in[arity - 1], &in[arity - 1], &FR_ONE);
            poseidon_hash(&out, in, arity);
            assert_false(fr_eq(&out, &want));
        }
        assert_true(k >= 5);
    }
    v = json_object_get(golden, "hash2");
    in[0] = fr_of(json_array_get(json_object_get(v, "in"), 0));
    in[1] = fr_of(json_array_get(json_object_get(v, "in"), 1));
    want = fr_of(json_object_get(v, "out"));
    poseidon_hash(&in[0], in, 2); /* in place */
    assert_fr(&in[0], &want);
}

/* Values for an element: the edges, then anything. */
static fr sample(unsigned i)
{
    fr v;
    switch (i) {
    case 0:
        return FR_ZERO;
    case 1:
        return FR_ONE;
    case 2:
        fr_neg(&v, &FR_ONE);
        return v;
    case 3:
        return fr_from_u64(UINT64_MAX);
    default:
        v = fr_from_u64((uint64_t)rand());
        fr_pow_u64(&v, &v, 9);
        return v;
    }
}

static void check_against_ref(void)
{
    fr in[POSEIDON_MAX_ARITY], tag, fast, plain;
    for (size_t k = 0; k < N_ARITIES; k++) {
        for (unsigned round = 0; round < 8; round++) {
            for (unsigned i = 0; i < ARITIES[k]; i++)
                in[i] = sample(round < 4 ? round : 4);
            poseidon_merkle_tag(&tag, ARITIES[k]);
            if (round % 2)
                tag = sample(round);
            poseidon_hash_tagged(&fast, &tag, in, ARITIES[k]);
            poseidon_hash_ref(&plain, &tag, in, ARITIES[k]);
            assert_fr(&fast, &plain);
        }
    }
}

static void test_each_variant(void **state)
{
    (void)state;
    each_variant(check_vectors);
    each_variant(check_against_ref);
}

/* What a full round takes is the mix of what the one before gave. */
static void assert_mixed(const fr *takes, const fr *gave, const fr *m, unsigned t)
{
    for (unsigned j = 0; j < t; j++) {
        fr x, sum = FR_ZERO;
        for (unsigned i = 0; i < t; i++) {
            fr_mul(&x, &gave[i], &m[i * t + j]);
            fr_add(&sum, &sum, &x);
        }
        assert_fr(&takes[j], &sum);
    }
}

/* The trace tells the story of the hash, and the heads are what they claim: element 0 before each
 * partial round from what the S-boxes gave. */
static void test_trace_and_heads(void **state)
{
    (void)state;
    fr in[POSEIDON_MAX_ARITY], out, want, x, tag;
    fr trace[POSEIDON_MAX_SBOXES], gave[POSEIDON_MAX_SBOXES];
    for (size_t k = 0; k < N_ARITIES; k++) {
        const poseidon_params *p = poseidon_params_get(ARITIES[k]);
        const unsigned t = p->width, rp = p->partial_rounds;
        for (unsigned i = 0; i < p->arity; i++)
            in[i] = sample(i);
        poseidon_hash(&want, in, p->arity);
        poseidon_merkle_tag(&tag, p->arity);
        poseidon_hash_traced(&out, trace, &tag, in, p->arity);
        assert_fr(&out, &want);
        for (unsigned i = 0; i < 8 * t + rp; i++) {
            fr_pow_u64(&gave[i], &trace[i], 5);
            if (i + t < 8 * t + rp) /* keys follow but in the last round */
                fr_add(&gave[i], &gave[i], &p->keys[t + i]);
        }
        for (unsigned i = 0; i < t; i++) {
            fr_add(&x, i ? &in[i - 1] : &tag, &p->keys[i]);
            assert_fr(&trace[i], &x);
        }
        assert_mixed(trace + t, gave, p->mds, t);
        assert_mixed(trace + 7 * t + rp, gave + 6 * t + rp, p->mds, t);
        for (unsigned r = 0; r <= rp; r++) {
            const fr *coeff = poseidon_head(p, r);
            fr sum = FR_ZERO;
            for (unsigned i = 0; i < t + r; i++) {
                fr_mul(&x, &coeff[i], &gave[3 * t + i]);
                fr_add(&sum, &sum, &x);
            }
            assert_fr(&sum, &trace[4 * t + r]);
        }
    }
}

/* hash_md of the official crates folds a list: h = in[0], then h = hash36(h, next 35, 0...). */
static void test_folding(void **state)
{
    (void)state;
    json_t *v = json_object_get(golden, "hash_md"), *ins = json_object_get(v, "in");
    fr want = fr_of(json_object_get(v, "out"));
    fr block[36] = { fr_of(json_array_get(ins, 0)) };
    const size_t n = json_array_size(ins);
    for (size_t at = 1; at < n; at += 35) {
        for (size_t i = 0; i < 35; i++)
            block[1 + i] = at + i < n ? fr_of(json_array_get(ins, at + i)) : FR_ZERO;
        poseidon_hash(&block[0], block, 36);
    }
    assert_fr(&block[0], &want);
}

/* dot_reduce at its edges: as many of the largest products as it may hold, and none. */
static void test_dot(void **state)
{
    (void)state;
    fr minus_one, x, y, sum, got;
    fr_raw largest = FR_MODULUS;
    largest.l[0]--;
    memcpy(&x, &largest, sizeof x); /* r - 1 in Montgomery form as it lies in memory */
    fr_neg(&minus_one, &FR_ONE);
    for (unsigned n = 0; n <= DOT_MAX; n++) {
        for (unsigned kind = 0; kind < 4; kind++) {
            dot_acc acc = { 0 };
            sum = FR_ZERO;
            for (unsigned i = 0; i < n; i++) {
                fr a = kind == 0 ? x : kind == 1 ? minus_one : sample(4);
                fr b = kind == 3 ? FR_ZERO : kind == 0 ? x : sample(i % 6);
                dot_add(&acc, &a, &b);
                fr_mul(&y, &a, &b);
                fr_add(&sum, &sum, &y);
            }
            dot_reduce(&got, &acc);
            assert_fr(&got, &sum);
        }
    }
}

#ifdef CUZK_HAVE_ADX
static void test_dot_adx(void **state)
{
    (void)state;
    if (!cpu_variant_available(CPU_ADX))
        skip();
    const fr all_ones = { { UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX } };
    dot_acc x = { 0 }, y = { 0 };
    for (unsigned i = 0; i < 300; i++) {
        fr a = i % 5 == 4 ? all_ones : sample(i % 5 + 1), b = i % 3 ? sample(i % 7) : all_ones;
        dot_add(&x, &a, &b);
        dot_add_adx(y.l, a.l, b.l);
        assert_memory_equal(&x, &y, sizeof x);
    }
}
#endif

static void *get_all(void *ctx)
{
    const poseidon_params **out = ctx;
    for (size_t k = 0; k < N_ARITIES; k++)
        out[k] = poseidon_params_get(ARITIES[k]);
    fr in[8] = { FR_ONE };
    poseidon_hash(&in[0], in, 8);
    return NULL;
}

/* First of all tests: several threads ask for parameters nobody has derived yet. */
static void test_threads(void **state)
{
    (void)state;
    const poseidon_params *got[4][N_ARITIES];
    pthread_t thread[4];
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, get_all, got[i]), 0);
    for (unsigned i = 0; i < 4; i++)
        pthread_join(thread[i], NULL);
    for (unsigned i = 0; i < 4; i++)
        assert_memory_equal(got[i], got[0], sizeof got[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_parameters),
        cmocka_unit_test(test_round_numbers),
        cmocka_unit_test(test_each_variant),
        cmocka_unit_test(test_trace_and_heads),
        cmocka_unit_test(test_folding),
        cmocka_unit_test(test_dot),
#ifdef CUZK_HAVE_ADX
        cmocka_unit_test(test_dot_adx),
#endif
    };
    return cmocka_run_group_tests(tests, load_golden, free_golden);
}
