/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/bytes.h"

void hex_encode(char *out, const void *bytes, size_t len)
{
    static const char digit[] = "0123456789abcdef";
    const uint8_t *b = bytes;
    for (size_t i = 0; i < len; i++) {
        out[2 * i] = digit[b[i] >> 4];
        out[2 * i + 1] = digit[b[i] & 15];
    }
    out[2 * len] = '\0';
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

bool hex_decode(void *out, size_t len, const char *hex, size_t hex_len)
{
    if (hex_len % 2 != 0 || hex_len / 2 != len)
        return false;
    uint8_t *o = out;
    for (size_t i = 0; i < len; i++) {
        int hi = hex_digit(hex[2 * i]), lo = hex_digit(hex[2 * i + 1]);
        if (hi < 0 || lo < 0)
            return false;
        o[i] = (uint8_t)(hi << 4 | lo);
    }
    return true;
}

size_t utf8_len(const void *s, size_t left)
{
    static const struct {
        uint8_t first_min, first_max, second_min, second_max;
        size_t len;
    } forms[] = {
        { 0x00, 0x7f, 0x00, 0x00, 1 }, { 0xc2, 0xdf, 0x80, 0xbf, 2 }, { 0xe0, 0xe0, 0xa0, 0xbf, 3 },
        { 0xe1, 0xec, 0x80, 0xbf, 3 }, { 0xed, 0xed, 0x80, 0x9f, 3 }, { 0xee, 0xef, 0x80, 0xbf, 3 },
        { 0xf0, 0xf0, 0x90, 0xbf, 4 }, { 0xf1, 0xf3, 0x80, 0xbf, 4 }, { 0xf4, 0xf4, 0x80, 0x8f, 4 },
    };
    const uint8_t *b = s;

    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (b[0] < forms[i].first_min || b[0] > forms[i].first_max)
            continue;
        if (forms[i].len > left)
            return 0;
        if (forms[i].len > 1 && (b[1] < forms[i].second_min || b[1] > forms[i].second_max))
            return 0;
        for (size_t k = 2; k < forms[i].len; k++)
            if ((b[k] & 0xc0) != 0x80)
                return 0;
        return forms[i].len;
    }
    return 0;
}

uint32_t hash_text(const char *text)
{
    uint32_t h = UINT32_C(2166136261);

    for (; *text; text++)
        h = (h ^ (uint8_t)*text) * UINT32_C(16777619);
    return h;
}
