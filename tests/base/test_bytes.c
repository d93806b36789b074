/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/bytes.h"
#include "test.h"

static void loads_and_stores(void **state)
{
    (void)state;
    uint8_t b[9] = { 0xff, 1, 2, 3, 4, 5, 6, 7, 8 }; /* b + 1 is unaligned */
    assert_int_equal(load_le32(b + 1), 0x04030201);
    assert_int_equal(load_be32(b + 1), 0x01020304);
    assert_true(load_le64(b + 1) == UINT64_C(0x0807060504030201));
    assert_true(load_be64(b + 1) == UINT64_C(0x0102030405060708));
    uint8_t o[9] = { 0 };
    store_le64(o + 1, load_le64(b + 1));
    assert_memory_equal(o + 1, b + 1, 8);
    store_be64(o + 1, load_be64(b + 1));
    assert_memory_equal(o + 1, b + 1, 8);
    store_be32(o, 0x0a0b0c0d);
    assert_int_equal(o[0], 0x0a);
    store_le32(o, 0x0a0b0c0d);
    assert_int_equal(o[0], 0x0d);
}

static void hex_round_trip(void **state)
{
    (void)state;
    uint8_t all[256], back[256];
    char text[513];
    for (int i = 0; i < 256; i++)
        all[i] = (uint8_t)i;
    hex_encode(text, all, sizeof all);
    assert_int_equal(strlen(text), 512);
    assert_memory_equal(text + 512 - 6, "fdfeff", 6);
    assert_true(hex_decode(back, sizeof back, text, 512));
    assert_memory_equal(all, back, sizeof all);
    assert_true(hex_decode(back, 3, "aBcDeF", 6));
    assert_memory_equal(back, "\xab\xcd\xef", 3);
    assert_true(hex_decode(back, 0, "", 0));
}

static void bad_hex_is_refused(void **state)
{
    (void)state;
    uint8_t out[4];
    assert_false(hex_decode(out, 2, "abc", 3));
    assert_false(hex_decode(out, 2, "abcde", 5));
    assert_false(hex_decode(out, 2, "abcdef", 6));
    assert_false(hex_decode(out, 2, "0x12", 4));
    assert_false(hex_decode(out, 2, "12 3", 4));
    assert_false(hex_decode(out, 2, "123g", 4));
    assert_false(hex_decode(out, 2,
                            "12\0"
                            "4",
                            4));
    assert_false(hex_decode(out, SIZE_MAX / 2 + 2, "ab", 2));
    /* Every byte that is no digit, in both places. */
    for (int c = 0; c < 256; c++) {
        bool digit = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
        char hi[2] = { (char)c, '0' }, lo[2] = { '0', (char)c };
        assert_int_equal(hex_decode(out, 1, hi, 2), digit);
        assert_int_equal(hex_decode(out, 1, lo, 2), digit);
    }
}

/* As RFC 3629 writes one in n bytes, however few would do. */
static void encode(uint8_t out[4], uint32_t c, size_t n)
{
    static const uint8_t lead[] = { 0, 0, 0xc0, 0xe0, 0xf0 };

    for (size_t i = n; i-- > 1; c >>= 6)
        out[i] = (uint8_t)(0x80 | (c & 0x3f));
    out[0] = (uint8_t)(n > 1 ? lead[n] | c : c);
}

static void utf8_has_one_form_a_character(void **state)
{
    (void)state;
    static const uint32_t beyond[] = { 0, 0x80, 0x800, 0x10000, 0x110000 }; /* n bytes: the first */
    uint8_t b[4];

    for (uint32_t c = 0; c < 0x1fffff; c++)
        for (size_t n = 1; n <= 4; n++) {
            static const uint32_t room[] = { 0, 0x80, 0x800, 0x10000, 0x200000 };
            const bool shortest = c >= beyond[n - 1] && c < beyond[n];
            if (c >= room[n])
                continue;
            encode(b, c, n);
            assert_int_equal(utf8_len(b, 4), shortest && (c < 0xd800 || c > 0xdfff) ? n : 0);
        }
}

static void broken_utf8_is_none(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t left, len;
    } cases[] = {
        { "\xc3\xa9", 2, 2 },
        { "\xc3\xa9", 1, 0 },
        { "\xc3", SIZE_MAX, 0 },
        { "\xe2\x82\xac", 3, 3 },
        { "\xe2\x82\xac", 2, 0 },
        { "\xe2\x82", SIZE_MAX, 0 },
        { "\xf0\x9f\x98\x80", 4, 4 },
        { "\xf0\x9f\x98", 4, 0 },
        { "\xf0\x9f\x98\x80", 3, 0 },
        { "\x80", 1, 0 },
        { "\xff", 1, 0 },
        { "\xe2\x82x", 3, 0 },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(utf8_len(cases[i].bytes, cases[i].left), cases[i].len);
}

static void texts_hash_as_published(void **state)
{
    (void)state; /* the FNV authors' test vectors, 32 bits, FNV-1a */
    assert_int_equal(hash_text(""), 0x811c9dc5);
    assert_int_equal(hash_text("a"), 0xe40c292c);
    assert_int_equal(hash_text("foobar"), 0xbf9cf968);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_and_stores),    cmocka_unit_test(hex_round_trip),
        cmocka_unit_test(bad_hex_is_refused),  cmocka_unit_test(utf8_has_one_form_a_character),
        cmocka_unit_test(broken_utf8_is_none), cmocka_unit_test(texts_hash_as_published),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
