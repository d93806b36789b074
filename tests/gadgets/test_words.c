/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Words and SHA-256 against plain arithmetic and the native hash. */
#include "base/bytes.h"
#include "gadgets/inputs.h"
#include "gadgets/sha256.h"
#include "hash/sha256.h"
#include "r1cs/check.h"
#include "test.h"

static uint64_t state = 88172645463325252; /* xorshift64, the seed of Marsaglia's paper */

static uint32_t next(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 16);
}

typedef struct words_case {
    unsigned n;
    uint32_t value[WORD_MAX_OPERANDS], constant[WORD_MAX_OPERANDS], negated[WORD_MAX_OPERANDS];
} words_case;

static words_case random_case(unsigned n)
{
    words_case k = { .n = n };
    for (unsigned i = 0; i < n; i++) {
        k.value[i] = next();
        k.constant[i] = next() & next();
        k.negated[i] = next() & next();
    }
    return k;
}

static void make_word(cs *s, word *w, const words_case *k, unsigned i)
{
    *w = (word) { 0 };
    for (unsigned j = 0; j < 32; j++) {
        bool value = k->value[i] >> j & 1, negated = k->negated[i] >> j & 1;
        boolean b = k->constant[i] >> j & 1 ? boolean_constant(value)
                    : negated               ? boolean_not(boolean_alloc(s, !value))
                                            : boolean_alloc(s, value);
        word_set_bit(w, j, b);
    }
    assert_int_equal(w->value, k->value[i]);
    assert_int_equal(w->constant & w->negated, 0);
}

/* out = expected, bit by bit, in rows. */
static void expect(cs *s, const word *out, uint32_t expected)
{
    assert_int_equal(out->value, expected);
    for (unsigned j = 0; j < 32; j++)
        boolean_enforce_equal(s, word_bit(out, j), boolean_constant(expected >> j & 1));
}

static void logic_rows(const void *ctx, cs *s)
{
    const words_case *k = ctx;
    word x, y, z, out;
    make_word(s, &x, k, 0);
    make_word(s, &y, k, 1);
    make_word(s, &z, k, 2);
    uint32_t a = x.value, b = y.value, c = z.value;
    word_xor(s, &out, &x, &y);
    expect(s, &out, a ^ b);
    word_and(s, &out, &x, &y);
    expect(s, &out, a & b);
    word_ch(s, &out, &x, &y, &z);
    expect(s, &out, (a & b) ^ (~a & c));
    word_maj(s, &out, &x, &y, &z);
    expect(s, &out, (a & b) ^ (a & c) ^ (b & c));
    for (unsigned n = 1; n < 32; n++) {
        word_rotr(&out, &x, n);
        expect(s, &out, a >> n | a << (32 - n));
        word_shr(&out, &x, n);
        expect(s, &out, a >> n);
    }
    word_xor(s, &x, &x, &x); /* outputs may be operands */
    expect(s, &x, 0);
}

static void logic(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < 50; i++) {
        words_case k = random_case(3);
        circuit c = { "logic", logic_rows, &k };
        assert_int_equal(check_circuit(&c, NULL), CUZK_OK);
    }
}

/* Additions one after the other, so that MultiEq overflows into several rows. */
static void sum_rows(const void *ctx, cs *s)
{
    const words_case *k = ctx;
    word w[WORD_MAX_OPERANDS], out;
    const word *op[WORD_MAX_OPERANDS];
    multieq m;
    uint32_t sum = 0;
    for (unsigned i = 0; i < k->n; i++) {
        make_word(s, &w[i], k, i);
        op[i] = &w[i];
        sum += k->value[i];
    }
    multieq_init(&m, s);
    for (unsigned i = 0; i < 9; i++) {
        word_add(s, &m, &out, op, k->n);
        expect(s, &out, sum);
    }
    multieq_close(&m);
}

static void sums(void **unused)
{
    (void)unused;
    for (unsigned n = 2; n <= WORD_MAX_OPERANDS; n++)
        for (unsigned i = 0; i < 6; i++) {
            words_case k = random_case(n);
            if (i == 0) /* the greatest sum, no constants: every carry bit is used */
                for (unsigned j = 0; j < n; j++)
                    k.value[j] = UINT32_MAX, k.constant[j] = 0;
            if (i == 1) /* constants only: no rows but those of expect, which are none either */
                for (unsigned j = 0; j < n; j++)
                    k.constant[j] = UINT32_MAX;
            circuit c = { "sum", sum_rows, &k };
            check_result r;
            assert_int_equal(check_make(&r, &c, NULL, NULL), CUZK_OK);
            assert_int_equal(r.n_unsatisfied, 0);
            if (i == 1)
                assert_int_equal(r.counts.n_rows, 1); /* the one of ONE */
            check_free(&r);
        }
}

/* A wrong bit anywhere in a sum leaves a row that fails. */
static void sums_are_unique(void **unused)
{
    words_case k = random_case(3);
    circuit c = { "sum", sum_rows, &k };
    check_result r;
    (void)unused;
    assert_int_equal(check_make(&r, &c, NULL, NULL), CUZK_OK);
    uint32_t n_aux = r.counts.n_aux, operands = n_aux - 9 * 34; /* 34 bits hold 3 (2^32 - 1) */
    check_free(&r);
    for (uint32_t i = operands; i < n_aux; i += 5) {
        unsigned holds = 0;
        for (uint64_t value = 0; value < 2; value++) {
            check_options o = { .mutate = true, .wire = cs_aux(i), .value = fr_from_u64(value) };
            assert_int_equal(check_make(&r, &c, &o, NULL), CUZK_OK);
            holds += r.n_unsatisfied == 0;
            check_free(&r);
        }
        assert_int_equal(holds, 1);
    }
}

typedef struct message {
    size_t n; /* bytes */
    bool constant;
} message;

static void sha256_rows(const void *ctx, cs *s)
{
    const message *m = ctx;
    boolean bits[8 * 200], out[SHA256_BITS];
    uint8_t expected[SHA256_LEN];
    for (size_t i = 0; i < 8 * m->n; i++)
        bits[i] = m->constant ? boolean_constant(gadget_bit(i)) : boolean_alloc(s, gadget_bit(i));
    sha256_gadget(s, out, bits, 8 * m->n);
    sha256(expected, gadget_bytes(), m->n);
    for (size_t i = 0; i < SHA256_BITS; i++) {
        assert_int_equal(out[i].value, expected[i / 8] >> (7 - i % 8) & 1);
        boolean_enforce_equal(s, out[i], boolean_constant(out[i].value));
    }
}

static void sha256_equals_native(void **unused)
{
    static const size_t sizes[] = { 0, 1, 3, 55, 56, 63, 64, 65, 119, 120, 128, 200 };
    (void)unused;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (unsigned constant = 0; constant < 2; constant++) {
            message m = { sizes[i], constant };
            circuit c = { "sha256", sha256_rows, &m };
            check_result r;
            assert_int_equal(check_make(&r, &c, NULL, NULL), CUZK_OK);
            assert_int_equal(r.n_unsatisfied, 0);
            if (constant)
                assert_int_equal(r.counts.n_rows, 1);
            if (m.n == 64 && !constant) /* docs/spec/gadgets.md §5 */
                assert_int_equal(r.counts.n_rows, 512 + 44874 + SHA256_BITS + 1);
            check_free(&r);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logic),
        cmocka_unit_test(sums),
        cmocka_unit_test(sums_are_unique),
        cmocka_unit_test(sha256_equals_native),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
