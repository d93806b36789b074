/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/base64.h"
#include <string.h>

#define NOT_BASE64 0x80 /* no digit's value: those have 6 bits */

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

cuzk_status base64_open(base64_reader *b, jscan *outer)
{
    b->outer = outer;
    b->ended = false;
    memset(b->value, NOT_BASE64, sizeof b->value);
    for (uint8_t i = 0; i < 64; i++)
        b->value[(uint8_t)digits[i]] = i;
    return jscan_expect(outer, '"', "a string of base64");
}

/* Groups that stand in the piece at hand without anything to look out for. */
static uint8_t *decode_plain(base64_reader *b, uint8_t *out)
{
    const uint8_t *p = b->outer->p, *v = b->value;

    while (b->outer->end - p >= 4 && b->piece + sizeof b->piece - out >= 3) {
        unsigned v0 = v[p[0]], v1 = v[p[1]], v2 = v[p[2]], v3 = v[p[3]];
        if ((v0 | v1 | v2 | v3) & NOT_BASE64)
            break;
        uint32_t bits = v0 << 18 | v1 << 12 | v2 << 6 | v3;
        *out++ = (uint8_t)(bits >> 16);
        *out++ = (uint8_t)(bits >> 8);
        *out++ = (uint8_t)bits;
        p += 4;
    }
    b->outer->p = p;
    return out;
}

static cuzk_status bad(const base64_reader *b, const char *found)
{
    return jscan_fail(b->outer, "bad-base64", "standard base64 with padding", found);
}

/* One group of any kind: escaped digits, padding, the end of the string. */
static cuzk_status decode_group(base64_reader *b, uint8_t **out)
{
    uint32_t bits = 0;
    unsigned n = 0, pads = 0;
    int32_t c = 0;

    for (; n < 4; n++) {
        TRY(jscan_string_char(b->outer, &c));
        if (c < 0)
            break;
        pads += c == '=';
        if (c == '=' ? n < 2 : pads > 0 || c > 127 || b->value[c] == NOT_BASE64)
            return bad(b, "another character");
        bits = bits << 6 | (c == '=' ? 0u : b->value[c]);
    }
    if (n == 4 && pads) {
        if (bits & ((1u << 8 * pads) - 1))
            return bad(b, "bits beyond the last byte");
        TRY(jscan_string_char(b->outer, &c));
        if (c >= 0)
            return bad(b, "more after the padding");
    } else if (n != 4 && n != 0) {
        return bad(b, "an incomplete group");
    }
    b->ended = c < 0;
    if (n == 4) {
        for (unsigned i = 0; i < 3 - pads; i++)
            *(*out)++ = (uint8_t)(bits >> (16 - 8 * i));
    }
    return CUZK_OK;
}

cuzk_status base64_refill(void *ctx, const uint8_t **piece, size_t *len)
{
    base64_reader *b = ctx;
    uint8_t *out = b->piece;

    while (!b->ended && b->piece + sizeof b->piece - out >= 3) {
        out = decode_plain(b, out);
        if (b->piece + sizeof b->piece - out >= 3)
            TRY(decode_group(b, &out));
    }
    *piece = b->piece;
    *len = (size_t)(out - b->piece);
    return CUZK_OK;
}

size_t base64_encode(char *out, const uint8_t *data, size_t len)
{
    size_t n = 0;

    for (size_t i = 0; i < len; i += 3) {
        size_t left = len - i;
        uint32_t bits = (uint32_t)data[i] << 16 | (left > 1 ? (uint32_t)data[i + 1] << 8 : 0) |
                        (left > 2 ? data[i + 2] : 0);
        out[n++] = digits[bits >> 18];
        out[n++] = digits[bits >> 12 & 63];
        out[n++] = left > 1 ? digits[bits >> 6 & 63] : '=';
        out[n++] = left > 2 ? digits[bits & 63] : '=';
    }
    return n;
}
