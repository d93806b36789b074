/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Many hashes at once are those of one at a time, with their traces, in every variant, whatever
 * their number; in lanes too. */
#include "base/bytes.h"
#include "base/cpu.h"
#include "hash/poseidon.h"
#include "hash/sha256.h"
#include "test.h"

static const unsigned ARITIES[] = { 2, 4, 8, 11, 16 };
#define N_ARITIES (sizeof ARITIES / sizeof *ARITIES)
#define MOST      40 /* hashes */

/* Zeros, ones, r - 1, and anything: a row of one kind, then rows that mix them. */
static fr sample(uint32_t hash, uint32_t element)
{
    uint32_t message[2] = { hash, element };
    uint8_t bytes[32];
    fr v = FR_ZERO;

    switch (hash < 3 ? hash : hash % 2 ? element % 4 : 3) {
    case 0:
        return v;
    case 1:
        return FR_ONE;
    case 2:
        fr_neg(&v, &FR_ONE);
        return v;
    default:
        sha256(bytes, message, sizeof message);
        bytes[31] &= 0x3f;
        assert_true(fr_from_bytes_le(&v, bytes));
        return v;
    }
}

static void compare(unsigned arity, size_t n, const fr *tag)
{
    const unsigned sboxes = poseidon_sboxes(arity);
    fr *in = malloc((n * arity + 1) * sizeof *in), want, out[MOST + 1];
    fr *trace = malloc((n * sboxes + 1) * sizeof *trace);
    fr one[POSEIDON_MAX_SBOXES];

    for (size_t i = 0; i < n; i++) {
        for (unsigned e = 0; e < arity; e++)
            in[i * arity + e] = sample((uint32_t)i, e);
    }
    out[n] = FR_ONE; /* a canary behind what may be written */
    memset(&trace[n * sboxes], 0x5a, sizeof *trace);
    poseidon_hash_many_traced(out, trace, tag, in, arity, n);
    assert_true(fr_eq(&out[n], &FR_ONE));
    for (size_t i = 0; i < sizeof *trace; i++)
        assert_int_equal(((const uint8_t *)&trace[n * sboxes])[i], 0x5a);
    for (size_t i = 0; i < n; i++) {
        poseidon_hash_traced(&want, one, tag, in + i * arity, arity);
        assert_true(fr_eq(&out[i], &want));
        assert_memory_equal(trace + i * sboxes, one, sboxes * sizeof *one);
        poseidon_hash_ref(&want, tag, in + i * arity, arity);
        assert_true(fr_eq(&out[i], &want));
    }
    free(in);
    free(trace);
}

static void traced(void **state)
{
    static const size_t counts[] = { 0, 1, 7, 8, 9, 15, 16, 17, MOST };
    const cpu_variant before = cpu_variant_get();

    (void)state;
    for (unsigned v = 0; v < CPU_VARIANTS; v++) {
        if (!cpu_variant_available((cpu_variant)v))
            continue;
        assert_true(cpu_variant_force((cpu_variant)v));
        for (size_t k = 0; k < N_ARITIES; k++) {
            fr tag;
            poseidon_merkle_tag(&tag, ARITIES[k]);
            for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
                compare(ARITIES[k], counts[c], &tag);
            tag = fr_from_u64(UINT64_C(1) << 40);
            compare(ARITIES[k], 9, &tag);
            fr_neg(&tag, &FR_ONE);
            compare(ARITIES[k], 8, &tag);
        }
    }
    assert_true(cpu_variant_force(before));
}

/* Without a trace, and in place. */
static void in_place(void **state)
{
    const cpu_variant before = cpu_variant_get();

    (void)state;
    for (unsigned v = 0; v < CPU_VARIANTS; v++) {
        if (!cpu_variant_available((cpu_variant)v))
            continue;
        assert_true(cpu_variant_force((cpu_variant)v));
        for (size_t k = 0; k < N_ARITIES; k++) {
            const unsigned arity = ARITIES[k];
            fr *in = malloc(MOST * arity * sizeof *in), want[MOST];
            for (size_t i = 0; i < MOST * arity; i++)
                in[i] = sample((uint32_t)(i / arity), (uint32_t)(i % arity));
            for (size_t i = 0; i < MOST; i++)
                poseidon_hash(&want[i], in + i * arity, arity);
            poseidon_hash_many(in, in, arity, MOST);
            assert_memory_equal(in, want, sizeof want);
            free(in);
        }
    }
    assert_true(cpu_variant_force(before));
}

/* Eight hashes of one value are one hash eight times; a change of one lane changes that alone. */
static void lanes_are_apart(void **state)
{
    fr in[8 * 8], out[8], want;

    (void)state;
    for (unsigned i = 0; i < 64; i++)
        in[i] = sample(4, i % 8);
    poseidon_hash(&want, in, 8);
    for (unsigned changed = 0; changed < 8; changed++) {
        fr_add(&in[8 * changed + 3], &in[8 * changed + 3], &FR_ONE);
        poseidon_hash_many(out, in, 8, 8);
        for (unsigned i = 0; i < 8; i++)
            assert_int_equal(fr_eq(&out[i], &want), i != changed);
        fr_sub(&in[8 * changed + 3], &in[8 * changed + 3], &FR_ONE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(traced),
        cmocka_unit_test(in_place),
        cmocka_unit_test(lanes_are_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
