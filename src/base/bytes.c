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
