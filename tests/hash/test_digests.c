/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* SHA-256, BLAKE2b and ChaCha: published vectors, and digests of digests over every length across
 * block borders (the expected values from Python's hashlib). */
#include "base/bytes.h"
#include "base/cpu.h"
#include "hash/blake2b.h"
#include "hash/blake2b_words.h"
#include "hash/chacha.h"
#include "hash/hash_constants.h"
#include "hash/sha256.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static void assert_hex(const uint8_t *got, size_t len, const char *want)
{
    char hex[2 * 128 + 1];
    assert_true(len <= 128);
    hex_encode(hex, got, len);
    assert_string_equal(hex, want);
}

#define CHAIN_LENS 301
static void chain_message(uint8_t m[CHAIN_LENS])
{
    for (unsigned i = 0; i < CHAIN_LENS; i++)
        m[i] = (uint8_t)(7 * i + 1);
}

static void check_sha256(void)
{
    static const char two_blocks[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    uint8_t out[SHA256_LEN], m[CHAIN_LENS];
    sha256(out, "", 0);
    assert_hex(out, 32, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    sha256(out, "abc", 3);
    assert_hex(out, 32, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    sha256(out, two_blocks, sizeof two_blocks - 1);
    assert_hex(out, 32, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");

    sha256_state s;
    sha256_init(&s);
    memset(m, 'a', 250);
    for (unsigned i = 0; i < 4000; i++)
        sha256_update(&s, m, 250);
    sha256_final(&s, out);
    assert_hex(out, 32, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");

    sha256_init(&s);
    chain_message(m);
    for (unsigned n = 0; n < CHAIN_LENS; n++) {
        sha256(out, m, n);
        sha256_update(&s, out, sizeof out);
    }
    sha256_final(&s, out);
    assert_hex(out, 32, "bb7d6d0d6592ab7edb752459c835ecac860ed253b337ce29b780d8e0bb3a76d5");
}

static void test_sha256_plain(void **state)
{
    (void)state;
    cpu_sha_ni_force(false);
    assert_false(cpu_sha_ni_enabled());
    check_sha256();
    cpu_sha_ni_force(true);
}

static void test_sha256_ni(void **state)
{
    (void)state;
    if (!cpu_detect()->sha_ni)
        skip();
    cpu_sha_ni_force(true);
    assert_true(cpu_sha_ni_enabled());
    check_sha256();
}

static void test_sha256_compress_twins(void **state)
{
    (void)state;
    uint8_t blocks[5 * SHA256_BLOCK_LEN];
    uint32_t a[8], b[8];
    if (!cpu_detect()->sha_ni)
        skip();
    cpu_sha_ni_force(true);
    for (unsigned seed = 0; seed < 200; seed++) {
        for (unsigned i = 0; i < sizeof blocks; i++)
            blocks[i] = seed == 0 ? 0 : seed == 1 ? 0xff : (uint8_t)(rand() >> 7);
        for (unsigned i = 0; i < 8; i++)
            a[i] = b[i] = (uint32_t)rand() << 9 ^ (uint32_t)rand();
        sha256_compress_ref(a, blocks, seed % 6);
        sha256_compress(b, blocks, seed % 6);
        assert_memory_equal(a, b, sizeof a);
    }
}

static void test_sha256_streaming(void **state)
{
    (void)state;
    uint8_t m[CHAIN_LENS], whole[SHA256_LEN], parts[SHA256_LEN];
    chain_message(m);
    sha256(whole, m, 200);
    for (unsigned i = 0; i <= 200; i++) {
        sha256_state s;
        sha256_init(&s);
        sha256_update(&s, m, i / 2);
        sha256_update(&s, m + i / 2, i - i / 2);
        sha256_update(&s, m + i, 200 - i);
        sha256_final(&s, parts);
        assert_memory_equal(whole, parts, sizeof whole);
    }
    sha256(m, m, 200); /* in place */
    assert_memory_equal(m, whole, sizeof whole);
}

static void blake2b(uint8_t *out, size_t out_len, const void *m, size_t len, const void *key,
                    size_t key_len)
{
    blake2b_state s;
    blake2b_init(&s, out_len, key, key_len);
    blake2b_update(&s, m, len / 3);
    blake2b_update(&s, (const uint8_t *)m + len / 3, len - len / 3);
    blake2b_final(&s, out);
}

static void test_blake2b(void **state)
{
    (void)state;
    uint8_t m[CHAIN_LENS], seq[255], out[BLAKE2B_MAX_LEN];
    for (unsigned i = 0; i < sizeof seq; i++)
        seq[i] = (uint8_t)i;
    blake2b(out, 64, "abc", 3, NULL, 0); /* RFC 7693 appendix A */
    assert_hex(out, 64,
               "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
               "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923");
    blake2b(out, 64, "", 0, seq, 64); /* blake2-kat.h, first and last keyed */
    assert_hex(out, 64,
               "10ebb67700b1868efb4417987acf4690ae9d972fb7a590c2f02871799aaa4786"
               "b5e996e8f0f4eb981fc214b005f42d2ff4233499391653df7aefcbc13fc51568");
    blake2b(out, 64, seq, 255, seq, 64);
    assert_hex(out, 64,
               "142709d62e28fcccd0af97fad0f8465b971e82201dc51070faa0372aa43e9248"
               "4be1c1e73ba10906d5d1853db6a4106e0a7bf9800d373d6dee2d46d62ef2a461");
    blake2b(out, 32, "abc", 3, NULL, 0);
    assert_hex(out, 32, "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");

    static const size_t out_lens[] = { 32, 64 }, key_lens[] = { 0, 1, 32, 64 };
    blake2b_state chain;
    blake2b_init(&chain, 64, NULL, 0);
    chain_message(m);
    for (unsigned n = 0; n < CHAIN_LENS; n++) {
        for (unsigned i = 0; i < 8; i++) {
            blake2b(out, out_lens[i / 4], m, n, m, key_lens[i % 4]);
            blake2b_update(&chain, out, out_lens[i / 4]);
        }
    }
    blake2b_final(&chain, out);
    assert_hex(out, 64,
               "098f7762cd8f980b2493c6edba67408fc22350e20ea2864faba3c290b2b48942"
               "53f70502803978d10c6012fd452d0fcb6322b9d53ea8f61ead7f3b3df87de002");
}

/* draft-strombergson-chacha-test-vectors-01, TC1: key and nonce zero, by number of rounds. */
static void test_chacha_rounds(void **state)
{
    (void)state;
    static const struct {
        unsigned rounds;
        const char *hex;
    } want[] = {
        { 8, "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
             "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42" },
        { 12, "9bf49a6a0755f953811fce125f2683d50429c3bb49e074147e0089a52eae155f"
              "0564f879d27ae3c02ce82834acfa8c793a629f2ca0de6919610be82f411326be" },
        { 20, "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
              "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586" },
    };
    static const uint8_t zero[32];
    uint8_t out[CHACHA_BLOCK_LEN];
    for (unsigned i = 0; i < 3; i++) {
        chacha_state s;
        chacha_init(&s, want[i].rounds, zero, 0, zero);
        chacha_keystream(&s, out, sizeof out);
        assert_hex(out, sizeof out, want[i].hex);
    }
}

static void test_chacha_ietf(void **state)
{
    (void)state;
    static const uint8_t nonce[12] = { 0, 0, 0, 9, 0, 0, 0, 0x4a };
    uint8_t key[32], out[CHACHA_BLOCK_LEN];
    chacha_state s;
    for (unsigned i = 0; i < 32; i++)
        key[i] = (uint8_t)i;
    chacha_init_ietf(&s, 20, key, 1, nonce); /* RFC 8439 §2.3.2 */
    chacha_keystream(&s, out, 10);
    chacha_keystream(&s, out + 10, sizeof out - 10);
    assert_hex(out, sizeof out,
               "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
               "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e");
    chacha_init_ietf(&s, 20, key, 1, nonce);
    assert_int_equal(chacha_next_u32(&s), 0xe4e7f110);
    assert_true(chacha_next_u64(&s) == UINT64_C(0x1fdd0f5015593bd1));
}

/* After block 2^32 - 1 the original layout carries into the upper word; the IETF's wraps. */
static void test_chacha_counter(void **state)
{
    (void)state;
    static const uint8_t zero[32];
    uint8_t a[2 * CHACHA_BLOCK_LEN], b[CHACHA_BLOCK_LEN];
    chacha_state s;
    chacha_init(&s, 8, zero, UINT32_MAX, zero);
    chacha_keystream(&s, a, sizeof a);
    chacha_init(&s, 8, zero, UINT64_C(1) << 32, zero);
    chacha_keystream(&s, b, sizeof b);
    assert_memory_equal(a + CHACHA_BLOCK_LEN, b, sizeof b);

    chacha_init_ietf(&s, 8, zero, UINT32_MAX, zero);
    chacha_keystream(&s, a, sizeof a);
    chacha_init_ietf(&s, 8, zero, 0, zero);
    chacha_keystream(&s, b, sizeof b);
    assert_memory_equal(a + CHACHA_BLOCK_LEN, b, sizeof b);
}

/* In each variant, in place, and nothing beyond; the twin is BLAKE2b on the bytes. */
static void test_blake2b_words(void **state)
{
    static const size_t counts[] = { 0, 1, 7, 8, 9, 16, 23 };
    const cpu_variant before = cpu_variant_get();
    uint64_t first[24], want[24], got[24], second = UINT64_C(0x0123456789abcdef);

    (void)state;
    for (unsigned i = 0; i < 24; i++)
        first[i] = i < 3 ? i - (uint64_t)1 : UINT64_C(0x9e3779b97f4a7c15) * i;
    for (unsigned v = 0; v < CPU_VARIANTS; v++) {
        if (!cpu_variant_force((cpu_variant)v))
            continue;
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            memcpy(got, first, sizeof got);
            memcpy(want, first, sizeof want);
            blake2b_words_ref(want, first, second, counts[c]);
            blake2b_words(got, got, second, counts[c]);
            assert_memory_equal(got, want, sizeof want);
        }
        second = ~second;
    }
    assert_true(cpu_variant_force(before));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sha256_plain),
        cmocka_unit_test(test_sha256_ni),
        cmocka_unit_test(test_sha256_compress_twins),
        cmocka_unit_test(test_sha256_streaming),
        cmocka_unit_test(test_blake2b),
        cmocka_unit_test(test_blake2b_words),
        cmocka_unit_test(test_chacha_rounds),
        cmocka_unit_test(test_chacha_ietf),
        cmocka_unit_test(test_chacha_counter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
