/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Where gadgets hand over values, these are what their rows evaluate to: every golden circuit, and
 * SHA-256, Booleans and numbers on random mixtures of constants and negations. */
#include "gadgets/harness.h"
#include "gadgets/insertion.h"
#include "gadgets/multipack.h"
#include "gadgets/poseidon.h"
#include "gadgets/sha256.h"
#include "r1cs/compact.h"
#include "r1cs/same_witness.h"
#include "test.h"

static uint64_t state;

static uint64_t next(void)
{
    state ^= state << 13; /* xorshift64, Marsaglia */
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

typedef struct random_case {
    uint64_t seed;
    unsigned n;         /* bits, or whatever the circuit takes */
    unsigned constants; /* of 16 bits */
    unsigned negations; /* of 16 variables */
} random_case;

static boolean random_bit(cs *s, const random_case *k)
{
    if (next() % 16 < k->constants)
        return boolean_constant(next() & 1);
    boolean b = boolean_alloc(s, next() & 1);
    return next() % 16 < k->negations ? boolean_not(b) : b;
}

static void sha256_rows(const void *ctx, cs *s)
{
    const random_case *k = ctx;
    static boolean bits[2048], digest[SHA256_BITS];
    state = k->seed;
    for (unsigned i = 0; i < k->n; i++)
        bits[i] = random_bit(s, k);
    sha256_gadget(s, digest, bits, k->n);
    pack_into_inputs(s, digest, SHA256_BITS);
}

/* Compressions of any state: constants and negations there too, half words, whole words. */
static void compress_rows(const void *ctx, cs *s)
{
    const random_case *k = ctx;
    static boolean block[SHA256_BLOCK_BITS], bits[32];
    word w[8];
    state = k->seed;
    for (unsigned i = 0; i < 8; i++) {
        for (unsigned j = 0; j < 32; j++)
            bits[j] = random_bit(s, k);
        word_from_bits_be(&w[i], bits);
        if (next() % 16 < k->constants)
            word_constant(&w[i], (uint32_t)next());
    }
    for (unsigned round = 0; round < k->n; round++) {
        bool constant = next() % 16 < k->constants;
        for (unsigned i = 0; i < SHA256_BLOCK_BITS; i++)
            block[i] = constant ? boolean_constant(next() & 1) : random_bit(s, k);
        sha256_compress_gadget(s, w, block);
    }
    for (unsigned i = 0; i < 8; i++) {
        word_to_bits_be(bits, &w[i]);
        pack_into_inputs(s, bits, 32);
    }
}

static void logic_rows(const void *ctx, cs *s)
{
    const random_case *k = ctx;
    state = k->seed;
    for (unsigned i = 0; i < k->n; i++) {
        boolean x = random_bit(s, k), y = random_bit(s, k), z = random_bit(s, k);
        boolean_xor(s, x, y);
        boolean_and(s, x, y);
        boolean_ch(s, x, y, z);
        boolean_maj(s, x, y, z);
        if (!boolean_is_constant(x))
            boolean_alloc_unless(s, next() & 1, boolean_alloc(s, next() & 1));
        if (next() % 8 == 0 && !boolean_is_constant(z))
            boolean_enforce_equal(s, z, boolean_constant(z.value));
    }
}

static fr random_fr(void)
{
    fr x = fr_from_u64(next());
    switch (next() % 6) {
    case 0:
        return FR_ZERO;
    case 1:
        return FR_ONE;
    case 2:
        fr_neg(&x, &FR_ONE);
        return x;
    default:
        fr_inv(&x, &x);
        return x;
    }
}

static void number_rows(const void *ctx, cs *s)
{
    const random_case *k = ctx;
    num x[8], y[8];
    boolean bits[FR_BITS];
    state = k->seed;
    for (unsigned i = 0; i < k->n; i++) {
        for (unsigned j = 0; j < 8; j++) {
            fr v = random_fr();
            x[j] = num_alloc(s, &v);
        }
        num_to_bits_le(s, bits, &x[0]);
        pack_bits(s, bits, FR_BITS, &x[7].value);
        num_to_bits_le_strict(s, bits, &x[1]);
        for (unsigned j = 0; j < 3; j++)
            bits[j] = random_bit(s, k);
        insertion(s, y, &x[2], bits, x, 8);
        num_conditionally_reverse(s, &y[0], &y[1], random_bit(s, k));
        poseidon_gadget(s, y, 8);
        poseidon_gadget(s, x, 2);
    }
}

static uint64_t compare(const circuit *c)
{
    work wk;
    assert_int_equal(work_init(&wk, 1, 0, NULL), CUZK_OK);
    uint64_t bad = same_as_generic(&wk, c, NULL);
    assert_int_equal(wk.mem_used, 0);
    work_free(&wk);
    return bad;
}

static void golden_circuits(void **unused)
{
    const circuit *c;
    size_t n = 0;
    (void)unused;
    for (; (c = harness_at(n)); n++)
        compare(c);
    assert_true(n > 25);
}

static void random_cases(const char *id, void (*rows)(const void *ctx, cs *s),
                         const unsigned *sizes, size_t n_sizes)
{
    static const unsigned mix[][2] = {
        { 0, 0 }, { 0, 8 }, { 2, 0 }, { 8, 8 }, { 15, 3 }, { 16, 0 }
    };
    for (size_t i = 0; i < n_sizes; i++)
        for (size_t m = 0; m < sizeof mix / sizeof *mix; m++) {
            random_case k = { 88172645463325252 + i * 97 + m, sizes[i], mix[m][0], mix[m][1] };
            circuit c = { id, rows, &k };
            compare(&c);
        }
}

static void sha256(void **unused)
{
    static const unsigned sizes[] = { 0, 1, 31, 32, 255, 447, 448, 511, 512, 513, 1024 };
    (void)unused;
    random_cases("sha256", sha256_rows, sizes, sizeof sizes / sizeof *sizes);
}

static void compressions(void **unused)
{
    static const unsigned sizes[] = { 1, 2, 3 };
    (void)unused;
    random_cases("compressions", compress_rows, sizes, sizeof sizes / sizeof *sizes);
}

static void logic(void **unused)
{
    static const unsigned sizes[] = { 1, 40, 1000 };
    (void)unused;
    random_cases("logic", logic_rows, sizes, sizeof sizes / sizeof *sizes);
}

static void numbers(void **unused)
{
    static const unsigned sizes[] = { 1, 20 };
    (void)unused;
    random_cases("numbers", number_rows, sizes, sizeof sizes / sizeof *sizes);
}

/* -- a variable that is not the bit it is taken for -- */

typedef struct lie {
    unsigned gadget;
    fr value;
} lie;

/* A Boolean made by hand of a variable that need not be one. */
static boolean liar(cs *s, const lie *l)
{
    return (boolean) { cs_alloc(s, &l->value), BOOLEAN_IS, true };
}

static void lying_rows(const void *ctx, cs *s)
{
    const lie *l = ctx;
    boolean x = liar(s, l), y = boolean_alloc(s, true), z = boolean_not(boolean_alloc(s, true));
    boolean block[SHA256_BLOCK_BITS];
    word w[8];
    fr value;
    const num a = num_alloc(s, &FR_ONE), b = num_alloc(s, &FR_ZERO);
    for (unsigned i = 0; i < SHA256_BLOCK_BITS; i++)
        block[i] = i == 300 && l->gadget == 6 ? x : y;
    sha256_iv_gadget(w);
    switch (l->gadget) {
    case 0:
        boolean_xor(s, y, x);
        break;
    case 1:
        boolean_and(s, x, y);
        break;
    case 2:
        boolean_ch(s, z, y, x);
        break;
    case 3:
        boolean_maj(s, x, y, z);
        break;
    case 4:
        num_pick(s, boolean_not(x), &a, &b);
        break;
    case 5:
        pack_bits(s, &x, 1, &value);
        break;
    case 6:
        sha256_compress_gadget(s, w, block);
        break;
    default:
        word_set_bit(&w[5], 31, x);
        sha256_compress_gadget(s, w, block);
    }
}

static cuzk_status make(const circuit *c, cuzk_error *err)
{
    compact w;
    work wk;
    assert_int_equal(work_init(&wk, 1, 0, NULL), CUZK_OK);
    cuzk_status status = compact_make(&w, &wk, c, NULL, NULL, err);
    if (status == CUZK_OK)
        compact_free(&w);
    work_free(&wk);
    return status;
}

static void lies_are_refused(void **unused)
{
    (void)unused;
    for (unsigned gadget = 0; gadget < 8; gadget++)
        for (unsigned v = 0; v < 4; v++) { /* 1 is no lie */
            lie l = { .gadget = gadget, .value = fr_from_u64(v) };
            circuit c = { "lie", lying_rows, &l };
            cuzk_error err;
            if (v == 1) {
                assert_int_equal(make(&c, &err), CUZK_OK);
                continue;
            }
            assert_int_equal(make(&c, &err), CUZK_NO);
            assert_string_equal(err.code, "not-a-bit");
            /* behind the rows of y and z; maj writes the row of its `and` first */
            assert_int_equal(err.index, gadget == 3 ? 3 : 2);
            assert_non_null(strstr(err.message, "row "));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_circuits), cmocka_unit_test(sha256),
        cmocka_unit_test(compressions),    cmocka_unit_test(logic),
        cmocka_unit_test(numbers),         cmocka_unit_test(lies_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
