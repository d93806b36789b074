/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Strings: escapes and UTF-8, one character at a time. */
#include "filecoin/json_scan.h"

static cuzk_status bad_string(jscan *j, const char *what)
{
    return jscan_fail(j, "json-string", "a valid string", what);
}

/* The next raw byte of the string, consumed. */
static cuzk_status next_byte(jscan *j, uint32_t *c)
{
    int byte = jscan_current(j);

    if (byte < 0)
        return jscan_unexpected(j, "the rest of a string");
    j->p++;
    *c = (uint32_t)byte;
    return CUZK_OK;
}

/* Four hexadecimal digits. */
static cuzk_status hex4(jscan *j, uint32_t *out)
{
    *out = 0;
    for (int i = 0; i < 4; i++) {
        uint32_t c = 0, digit;
        TRY(next_byte(j, &c));
        if (c >= '0' && c <= '9')
            digit = c - '0';
        else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f')
            digit = (c | 0x20) - 'a' + 10;
        else
            return bad_string(j, "a \\u without four hexadecimal digits");
        *out = *out << 4 | digit;
    }
    return CUZK_OK;
}

/* After "\u": a code point, perhaps over two escapes. */
static cuzk_status unicode_escape(jscan *j, uint32_t *out)
{
    uint32_t high = 0, low = 0, c = 0;

    TRY(hex4(j, &high));
    if (high >= 0xdc00 && high <= 0xdfff)
        return bad_string(j, "a lone low surrogate");
    *out = high;
    if (high < 0xd800 || high > 0xdbff)
        return CUZK_OK;
    for (const char *s = "\\u"; *s; s++) {
        TRY(next_byte(j, &c));
        if (c != (uint32_t)*s)
            return bad_string(j, "a lone high surrogate");
    }
    TRY(hex4(j, &low));
    if (low < 0xdc00 || low > 0xdfff)
        return bad_string(j, "a lone high surrogate");
    *out = 0x10000 + ((high - 0xd800) << 10 | (low - 0xdc00));
    return CUZK_OK;
}

/* After a backslash. */
static cuzk_status escape(jscan *j, uint32_t *out)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    uint32_t c = 0;

    TRY(next_byte(j, &c));
    if (c == 'u')
        return unicode_escape(j, out);
    for (int i = 0; from[i]; i++) {
        if (c == (uint32_t)from[i]) {
            *out = (uint32_t)to[i];
            return CUZK_OK;
        }
    }
    return bad_string(j, "an unknown escape");
}

/* The rest of a UTF-8 sequence begun by `lead` >= 0x80. */
static cuzk_status utf8(jscan *j, uint32_t lead, uint32_t *out)
{
    static const uint32_t least[] = { 0, 0x80, 0x800, 0x10000 };
    int more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
    uint32_t c = 0;

    if (lead < 0xc0 || lead > 0xf7)
        return bad_string(j, "invalid UTF-8");
    *out = lead & (0x3fu >> more);
    for (int i = 0; i < more; i++) {
        TRY(next_byte(j, &c));
        if ((c & 0xc0) != 0x80)
            return bad_string(j, "invalid UTF-8");
        *out = *out << 6 | (c & 0x3f);
    }
    if (*out < least[more] || *out > 0x10ffff || (*out >= 0xd800 && *out <= 0xdfff))
        return bad_string(j, "invalid UTF-8");
    return CUZK_OK;
}

cuzk_status jscan_string_char(jscan *j, int32_t *c)
{
    uint32_t byte = 0, code = 0;

    TRY(next_byte(j, &byte));
    if (byte == '"') {
        *c = -1;
        return CUZK_OK;
    }
    if (byte < 0x20)
        return bad_string(j, "a control character");
    if (byte == '\\')
        TRY(escape(j, &code));
    else if (byte >= 0x80)
        TRY(utf8(j, byte, &code));
    else
        code = byte;
    *c = (int32_t)code;
    return CUZK_OK;
}

cuzk_status jscan_string(jscan *j, char *out, size_t size)
{
    size_t len = 0;
    int32_t c = 0;

    TRY(jscan_expect(j, '"', "a string"));
    for (;;) {
        TRY(jscan_string_char(j, &c));
        if (c < 0)
            break;
        if (len < size - 1)
            out[len++] = c >= 0x20 && c < 0x7f ? (char)c : '?';
    }
    out[len] = 0;
    return CUZK_OK;
}
