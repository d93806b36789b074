/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "rpc/grpc.h"
#include "base/bytes.h"

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

static bool is_control(uint8_t c)
{
    return c < ' ' || c == 0x7f;
}

bool text_is_clean(const char *text, size_t len)
{
    const uint8_t *p = (const uint8_t *)text;
    for (size_t i = 0, n; i < len; i += n) {
        n = utf8_len(p + i, len - i);
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
        n = utf8_len(p + i, len - i);
        if (n == 0 || (is_control(p[i]) && !keep)) {
            p[i] = '?';
            n = 1;
        }
    }
}
