/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The document is small in kinds and may be large in bytes, so it is read in place: nothing is
 * held but the values, which take half the room of their digits. */
#include "apps/inputs_json.h"
#include "apps/cli/value.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIGITS 64 /* of one value */

typedef struct scan {
    const cuzk_bytes *json;
    size_t at;
    inputs_table *t;
    size_t n; /* values so far */
    cuzk_error *err;
} scan;

/* Fills the error as the readers of the library do. */
static cuzk_status malformed(scan *s, const char *code, const char *message)
{
    cuzk_error *err = s->err;

    memset(err, 0, sizeof *err);
    err->status = CUZK_BAD_INPUT;
    err->index = (int64_t)s->n;
    snprintf(err->code, sizeof err->code, "%s", code);
    snprintf(err->message, sizeof err->message, "%s, at byte %zu", message, s->at);
    snprintf(err->file, sizeof err->file, "%s", s->json->name ? s->json->name : "");
    snprintf(err->section, sizeof err->section, "inputs");
    return CUZK_BAD_INPUT;
}

/* The next byte that is not white space, 0 at the end (and for a 0, which stands nowhere). */
static char peek(scan *s)
{
    const char *text = s->json->data;

    while (s->at < s->json->len && text[s->at] && strchr(" \t\r\n", text[s->at]))
        s->at++;
    return s->at < s->json->len ? text[s->at] : '\0';
}

static bool take(scan *s, char c)
{
    bool there = peek(s) == c;

    s->at += there;
    return there;
}

/* A string of 64 digits, with 0x before them or not. */
static cuzk_status read_value(scan *s)
{
    const char *text = s->json->data, *start, *end;
    char digits[2 + DIGITS + 1] = "";
    cuzk_error bad;

    if (!take(s, '"'))
        return malformed(s, "bad-json", "a string of hexadecimal digits is expected");
    start = text + s->at;
    end = memchr(start, '"', s->json->len - s->at);
    if (!end)
        return malformed(s, "bad-json", "the string has no end");
    if (end - start < (ptrdiff_t)sizeof digits)
        memcpy(digits, start, (size_t)(end - start));
    if (value_hex(s->t->values + 32 * s->n, 32, "inputs", digits, &bad) != CUZK_OK)
        return malformed(s, "bad-hex", "not 64 hexadecimal digits");
    s->at += (size_t)(end - start) + 1;
    s->n++;
    return CUZK_OK;
}

/* item, item, ...], from behind the opening bracket on. */
static cuzk_status read_items(scan *s, cuzk_status (*item)(scan *s))
{
    if (take(s, ']'))
        return CUZK_OK;
    do {
        cuzk_status status = item(s);
        if (status != CUZK_OK)
            return status;
    } while (take(s, ','));
    return take(s, ']') ? CUZK_OK : malformed(s, "bad-json", "a comma or ] is expected");
}

static cuzk_status read_row(scan *s)
{
    const size_t before = s->n;
    cuzk_status status;

    if (!take(s, '['))
        return malformed(s, "bad-json", "an array of strings is expected");
    status = read_items(s, read_value);
    if (status != CUZK_OK)
        return status;
    if (s->t->rows == 0)
        s->t->columns = s->n - before;
    else if (s->n - before != s->t->columns)
        return malformed(s, "bad-length", "this row is not as long as the first");
    s->t->rows++;
    return CUZK_OK;
}

static cuzk_status read_table(scan *s)
{
    cuzk_status status;

    if (!take(s, '['))
        return malformed(s, "bad-json", "not a JSON array");
    if (peek(s) == '[') {
        status = read_items(s, read_row);
    } else {
        status = read_items(s, read_value);
        s->t->flat = true;
        s->t->rows = 1;
        s->t->columns = s->n;
    }
    if (status != CUZK_OK)
        return status;
    peek(s);
    return s->at == s->json->len ? CUZK_OK
                                 : malformed(s, "bad-json", "something follows the array");
}

cuzk_status inputs_json_parse(inputs_table *t, const cuzk_bytes *json, cuzk_error *err)
{
    scan s = { .json = json, .t = t, .err = err };
    cuzk_status status;

    memset(t, 0, sizeof *t);
    /* A value and its quotes take DIGITS + 2 bytes at least. */
    t->values = malloc(32 * (json->len / (DIGITS + 2) + 1));
    if (!t->values)
        return memory_error(err);
    status = read_table(&s);
    if (status != CUZK_OK) {
        free(t->values);
        memset(t, 0, sizeof *t);
    }
    return status;
}
