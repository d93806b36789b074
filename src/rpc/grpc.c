/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "rpc/grpc.h"

#include <string.h>

#define MAX_DIGITS 8

bool grpc_timeout_parse(uint64_t *ns, const uint8_t *text, size_t len)
{
    static const struct {
        char unit;
        uint64_t ns;
    } units[] = {
        { 'H', UINT64_C(3600000000000) },
        { 'M', UINT64_C(60000000000) },
        { 'S', UINT64_C(1000000000) },
        { 'm', 1000000 },
        { 'u', 1000 },
        { 'n', 1 },
    };
    uint64_t v = 0;

    if (len < 2 || len > MAX_DIGITS + 1)
        return false;
    for (size_t i = 0; i + 1 < len; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        v = 10 * v + (uint64_t)(text[i] - '0');
    }
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (text[len - 1] == units[i].unit) {
            if (__builtin_mul_overflow(v, units[i].ns, ns) || *ns > INT64_MAX)
                *ns = INT64_MAX;
            return true;
        }
    return false;
}

size_t grpc_message_encode(char *out, size_t size, const char *text)
{
    static const char hex[] = "0123456789ABCDEF";
    size_t n = 0;

    for (; *text; text++) {
        uint8_t c = (uint8_t)*text;
        bool plain = c >= ' ' && c <= '~' && c != '%';
        if (n + (plain ? 1 : 3) >= size)
            break;
        if (plain) {
            out[n++] = (char)c;
        } else {
            out[n++] = '%';
            out[n++] = hex[c >> 4];
            out[n++] = hex[c & 15];
        }
    }
    out[n] = '\0';
    return n;
}

/* The bytes of one well-formed character at p (Unicode 15, table 3-7); 0: there is none. */
static size_t utf8_length(const uint8_t *p, size_t left)
{
    uint8_t c = p[0], low = 0x80, high = 0xbf;
    size_t n = c < 0x80 ? 1 : c >= 0xc2 && c <= 0xdf ? 2 : (c & 0xf0) == 0xe0 ? 3 : 4;

    if (n == 1)
        return 1;
    if (c < 0xc2 || c > 0xf4 || n > left)
        return 0;
    if (c == 0xe0)
        low = 0xa0;
    else if (c == 0xed)
        high = 0x9f;
    else if (c == 0xf0)
        low = 0x90;
    else if (c == 0xf4)
        high = 0x8f;
    if (p[1] < low || p[1] > high)
        return 0;
    for (size_t i = 2; i < n; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    return n;
}

static bool is_control(uint8_t c)
{
    return c < ' ' || c == 0x7f;
}

bool text_is_clean(const char *text, size_t len)
{
    const uint8_t *p = (const uint8_t *)text;
    for (size_t i = 0, n; i < len; i += n) {
        n = utf8_length(p + i, len - i);
        if (n == 0 || is_control(p[i]))
            return false;
    }
    return true;
}

void text_make_clean(char *text, bool lines)
{
    uint8_t *p = (uint8_t *)text;
    size_t len = strlen(text);
    for (size_t i = 0, n; i < len; i += n) {
        bool keep = lines && (p[i] == '\n' || p[i] == '\t');
        n = utf8_length(p + i, len - i);
        if (n == 0 || (is_control(p[i]) && !keep)) {
            p[i] = '?';
            n = 1;
        }
    }
}
