/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The window on the document, where we are in it, and failing there; numbers and strings. */
#include "filecoin/json_scan.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

void jscan_open(jscan *j, const uint8_t *data, size_t len, const char *file, cuzk_error *err)
{
    *j = (jscan) { .start = data, .p = data, .end = data + len, .file = file, .err = err };
}

void jscan_open_pieces(jscan *j, jscan_refill_fn refill, void *refill_ctx, const char *within,
                       const char *file, cuzk_error *err)
{
    static const uint8_t none[1];

    jscan_open(j, none, 0, file, err);
    j->refill = refill;
    j->refill_ctx = refill_ctx;
    j->within = within;
}

static bool refill(jscan *j)
{
    const uint8_t *piece;
    size_t len;

    if (!j->refill || j->status != CUZK_OK)
        return false;
    j->status = j->refill(j->refill_ctx, &piece, &len);
    if (j->status != CUZK_OK || len == 0)
        return false;
    j->before += (uint64_t)(j->end - j->start);
    j->start = j->p = piece;
    j->end = piece + len;
    return true;
}

int jscan_current(jscan *j)
{
    return j->p < j->end || refill(j) ? *j->p : -1;
}

int jscan_peek(jscan *j)
{
    for (;;) {
        int c = jscan_current(j);
        if (c != ' ' && c != '\n' && c != '\r' && c != '\t')
            return c;
        j->p++;
    }
}

void jscan_push_name(jscan *j, const char *name)
{
    assert(j->depth < JSCAN_MAX_PATH);
    j->path[j->depth++] = (jscan_step) { .name = name };
}

void jscan_push_index(jscan *j, uint64_t index)
{
    assert(j->depth < JSCAN_MAX_PATH);
    j->path[j->depth++] = (jscan_step) { .index = index };
}

void jscan_pop(jscan *j)
{
    j->depth--;
}

/* "within: a.b[3][4]"; cut if it does not fit */
static void format_path(const jscan *j, char *out, size_t size)
{
    size_t len = 0;

    out[0] = 0;
    if (j->within)
        len = (size_t)snprintf(out, size, "%s%s", j->within, j->depth ? ": " : "");
    for (unsigned i = 0; i < j->depth && len < size; i++) {
        const jscan_step *s = &j->path[i];
        if (s->name)
            len += (size_t)snprintf(out + len, size - len, "%s%s", i ? "." : "", s->name);
        else
            len += (size_t)snprintf(out + len, size - len, "[%llu]", (unsigned long long)s->index);
    }
}

static uint64_t offset(const jscan *j)
{
    return j->before + (uint64_t)(j->p - j->start);
}

static cuzk_status fail_at(jscan *j, uint64_t at, const char *code, const char *expected,
                           const char *found)
{
    char path[sizeof j->err->section];

    if (j->status != CUZK_OK)
        return j->status; /* the refill has said why */
    format_path(j, path, sizeof path);
    err_set(j->err, CUZK_BAD_INPUT, code, "expected %s%s%s, at byte %llu%s%s", expected,
            found ? ", found " : "", found ? found : "", (unsigned long long)at,
            j->within ? " of the decoded " : "", j->within ? j->within : "");
    err_at(j->err, j->file, path, -1);
    err_expected(j->err, "%s", expected);
    if (found)
        err_found(j->err, "%s", found);
    return CUZK_BAD_INPUT;
}

cuzk_status jscan_fail(jscan *j, const char *code, const char *expected, const char *found)
{
    return fail_at(j, offset(j), code, expected, found);
}

cuzk_status jscan_unexpected(jscan *j, const char *expected)
{
    int c = jscan_current(j);
    char byte[16];

    if (c < 0)
        return jscan_fail(j, "truncated", expected, "the end");
    if (c == '{')
        return jscan_fail(j, "json-type", expected, "an object");
    if (c == '[')
        return jscan_fail(j, "json-type", expected, "an array");
    if (c == '"')
        return jscan_fail(j, "json-type", expected, "a string");
    if ((c >= '0' && c <= '9') || c == '-')
        return jscan_fail(j, "json-type", expected, "a number");
    if (c == 't' || c == 'f' || c == 'n')
        return jscan_fail(j, "json-type", expected, "true, false or null");
    snprintf(byte, sizeof byte, c > 0x20 && c < 0x7f ? "'%c'" : "byte 0x%02x", (unsigned)c);
    return jscan_fail(j, "json-syntax", expected, byte);
}

cuzk_status jscan_expect(jscan *j, char c, const char *what)
{
    if (jscan_peek(j) != c)
        return jscan_unexpected(j, what);
    j->p++;
    return CUZK_OK;
}

cuzk_status jscan_end(jscan *j)
{
    if (jscan_peek(j) >= 0 || j->status != CUZK_OK)
        return jscan_unexpected(j, "the end of the document");
    return CUZK_OK;
}

/* The characters a number may have, from the current one on: for integers and for telling what
 * stood there instead. Cut to size - 1. */
static void number_token(jscan *j, char *out, size_t size)
{
    size_t len = 0;

    for (;; j->p++) {
        int c = jscan_current(j);
        if (c < 0 || !((c >= '0' && c <= '9') || (c != 0 && strchr("+-.eE", c))))
            break;
        if (len < size - 1)
            out[len++] = (char)c;
    }
    out[len] = 0;
}

cuzk_status jscan_u64(jscan *j, uint64_t max, uint64_t *out)
{
    char token[24], expected[48]; /* 2^64 has 20 digits: what is cut is too large anyway */
    int c = jscan_peek(j);
    uint64_t v = 0, at = offset(j);

    snprintf(expected, sizeof expected, "an integer 0..%llu", (unsigned long long)max);
    if (c != '-' && (c < '0' || c > '9'))
        return jscan_unexpected(j, expected);
    number_token(j, token, sizeof token);
    if (token[0] == '0' && token[1] != 0)
        return fail_at(j, at, "json-syntax", expected, token);
    for (const char *s = token; *s; s++) {
        unsigned digit = (unsigned)*s - '0';
        if (digit > 9)
            return fail_at(j, at, "not-an-integer", expected, token);
        if (digit > max || v > (max - digit) / 10)
            return fail_at(j, at, "out-of-range", expected, token);
        v = v * 10 + digit;
    }
    *out = v;
    return CUZK_OK;
}

cuzk_status jscan_null(jscan *j)
{
    jscan_peek(j);
    for (const char *s = "null"; *s; s++) {
        if (jscan_current(j) != *s)
            return jscan_unexpected(j, "null");
        j->p++;
    }
    return CUZK_OK;
}

/* "[1,22,...,255]" without white space and with the whole of it at hand (4 n + 1 bytes): the end
 * of it, or NULL for anything else. */
static const uint8_t *bytes_fast(const uint8_t *p, uint8_t *out, size_t n)
{
    if (*p++ != '[')
        return NULL;
    for (size_t i = 0; i < n; i++) {
        unsigned v = (unsigned)*p++ - '0', digit = (unsigned)*p - '0';
        if (v > 9)
            return NULL;
        if (digit <= 9) {
            if (v == 0)
                return NULL; /* a leading zero */
            v = v * 10 + digit;
            digit = (unsigned)*++p - '0';
            if (digit <= 9) {
                v = v * 10 + digit;
                p++;
            }
        }
        if (v > 255 || *p++ != (i + 1 < n ? ',' : ']'))
            return NULL;
        out[i] = (uint8_t)v;
    }
    return p;
}

cuzk_status jscan_bytes(jscan *j, uint8_t *out, size_t n)
{
    if (n > 0 && jscan_peek(j) == '[' && (size_t)(j->end - j->p) > 4 * n) {
        const uint8_t *after = bytes_fast(j->p, out, n);
        if (after) {
            j->p = after;
            return CUZK_OK;
        }
    }
    return jscan_bytes_slow(j, out, n);
}

static cuzk_status read_byte(jscan *j, void *into, size_t index)
{
    uint64_t v = 0;

    (void)index;
    TRY(jscan_u64(j, 255, &v));
    *(uint8_t *)into = (uint8_t)v;
    return CUZK_OK;
}

cuzk_status jscan_bytes_slow(jscan *j, uint8_t *out, size_t n)
{
    return jscan_array(j, n, read_byte, out, 1);
}
