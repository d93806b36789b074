/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Arrays and objects by schema, and skipping what no schema asks for. */
#include "filecoin/json_scan.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

cuzk_status jscan_next_item(jscan *j, bool first, bool *more)
{
    if (first)
        TRY(jscan_expect(j, '[', "an array"));
    *more = jscan_peek(j) != ']';
    if (!*more) {
        j->p++;
        return CUZK_OK;
    }
    return first ? CUZK_OK : jscan_expect(j, ',', "',' or ']'");
}

cuzk_status jscan_next_key(jscan *j, bool first, char key[JSCAN_MAX_KEY], bool *more)
{
    if (first)
        TRY(jscan_expect(j, '{', "an object"));
    *more = jscan_peek(j) != '}';
    if (!*more) {
        j->p++;
        return CUZK_OK;
    }
    if (!first)
        TRY(jscan_expect(j, ',', "',' or '}'"));
    TRY(jscan_string(j, key, JSCAN_MAX_KEY));
    return jscan_expect(j, ':', "':'");
}

static const jscan_field *field_by_name(const jscan_field *fields, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++) {
        if (!strcmp(fields[i].name, name))
            return &fields[i];
    }
    return NULL;
}

static cuzk_status read_field(jscan *j, const jscan_field *f, void *into)
{
    jscan_push_name(j, f->name);
    TRY(f->read(j, (char *)into + f->offset, 0));
    jscan_pop(j);
    return CUZK_OK;
}

static cuzk_status skip_field(jscan *j, const char *key)
{
    jscan_push_name(j, key);
    TRY(jscan_skip(j));
    jscan_pop(j);
    return CUZK_OK;
}

cuzk_status jscan_object(jscan *j, const jscan_field *fields, size_t n, void *into)
{
    char key[JSCAN_MAX_KEY];
    uint32_t seen = 0;
    bool more;

    assert(n <= 32);
    for (bool first = true;; first = false) {
        TRY(jscan_next_key(j, first, key, &more));
        if (!more)
            break;
        const jscan_field *f = field_by_name(fields, n, key);
        if (!f) {
            TRY(skip_field(j, key));
            continue;
        }
        uint32_t bit = UINT32_C(1) << (f - fields);
        if (seen & bit) {
            jscan_push_name(j, f->name);
            return jscan_fail(j, "doubled-field", "this field once", "it twice");
        }
        seen |= bit;
        TRY(read_field(j, f, into));
    }
    for (size_t i = 0; i < n; i++) {
        if (!(seen >> i & 1)) {
            jscan_push_name(j, fields[i].name);
            return jscan_fail(j, "missing-field", "this field", "none");
        }
    }
    return CUZK_OK;
}

cuzk_status jscan_variant(jscan *j, const jscan_field *field, void *into)
{
    char key[JSCAN_MAX_KEY], expected[JSCAN_MAX_KEY + 16];
    bool more;

    snprintf(expected, sizeof expected, "only \"%s\"", field->name);
    TRY(jscan_next_key(j, true, key, &more));
    if (!more)
        return jscan_fail(j, "missing-field", expected, "an empty object");
    if (strcmp(key, field->name) != 0)
        return jscan_fail(j, "unknown-variant", expected, key);
    TRY(read_field(j, field, into));
    TRY(jscan_next_key(j, false, key, &more));
    return more ? jscan_fail(j, "unknown-variant", expected, key) : CUZK_OK;
}

static cuzk_status wrong_length(jscan *j, size_t n, size_t found, bool more)
{
    char want[32], got[32];

    snprintf(want, sizeof want, "%zu elements", n);
    snprintf(got, sizeof got, "%zu%s", found, more ? " and more" : "");
    return jscan_fail(j, "wrong-length", want, got);
}

cuzk_status jscan_array(jscan *j, size_t n, jscan_read_fn read, void *into, size_t stride)
{
    bool more;

    for (size_t i = 0;; i++) {
        TRY(jscan_next_item(j, i == 0, &more));
        if (!more)
            return i == n ? CUZK_OK : wrong_length(j, n, i, false);
        if (i == n)
            return wrong_length(j, n, i, true);
        jscan_push_index(j, i);
        TRY(read(j, (char *)into + i * stride, i));
        jscan_pop(j);
    }
}

cuzk_status jscan_enter(jscan *j, const char *name)
{
    char key[JSCAN_MAX_KEY];
    bool more;

    for (bool first = true;; first = false) {
        TRY(jscan_next_key(j, first, key, &more));
        if (!more || !strcmp(key, name))
            break;
        TRY(skip_field(j, key));
    }
    jscan_push_name(j, name);
    return more ? CUZK_OK : jscan_fail(j, "missing-field", "this field", "none");
}

static cuzk_status skip_digits(jscan *j)
{
    int c = jscan_current(j);

    if (c < '0' || c > '9')
        return jscan_unexpected(j, "a digit");
    while (c >= '0' && c <= '9') {
        j->p++;
        c = jscan_current(j);
    }
    return CUZK_OK;
}

/* -? (0 | [1-9][0-9]*) (\.[0-9]+)? ([eE][+-]?[0-9]+)? */
static cuzk_status skip_number(jscan *j)
{
    if (jscan_current(j) == '-')
        j->p++;
    if (jscan_current(j) == '0')
        j->p++;
    else
        TRY(skip_digits(j));
    if (jscan_current(j) == '.') {
        j->p++;
        TRY(skip_digits(j));
    }
    if (jscan_current(j) == 'e' || jscan_current(j) == 'E') {
        j->p++;
        if (jscan_current(j) == '+' || jscan_current(j) == '-')
            j->p++;
        TRY(skip_digits(j));
    }
    return CUZK_OK;
}

static cuzk_status skip_word(jscan *j, const char *word)
{
    for (; *word; word++) {
        if (jscan_current(j) != *word)
            return jscan_unexpected(j, "a value");
        j->p++;
    }
    return CUZK_OK;
}

/* Anything but an array or an object. */
static cuzk_status skip_scalar(jscan *j, int c)
{
    char ignored[2];

    switch (c) {
    case '"':
        return jscan_string(j, ignored, sizeof ignored);
    case 't':
        return skip_word(j, "true");
    case 'f':
        return skip_word(j, "false");
    case 'n':
        return skip_word(j, "null");
    default:
        if (c != '-' && (c < '0' || c > '9'))
            return jscan_unexpected(j, "a value");
        return skip_number(j);
    }
}

/* One bit a level of nesting says whether it is an object. */
cuzk_status jscan_skip(jscan *j)
{
    char key[JSCAN_MAX_KEY];
    uint64_t is_object = 0;
    unsigned depth = 0;

    do {
        int c = jscan_peek(j);
        bool opened = c == '{' || c == '[', more = true;
        if (!opened) {
            TRY(skip_scalar(j, c));
        } else {
            if (depth == JSCAN_MAX_DEPTH)
                return jscan_fail(j, "too-deep", "less nesting", "64 levels");
            is_object = is_object << 1 | (c == '{');
            depth++;
        }
        while (depth) { /* to the next value, out of what is closed */
            if (is_object & 1)
                TRY(jscan_next_key(j, opened, key, &more));
            else
                TRY(jscan_next_item(j, opened, &more));
            if (more)
                break;
            opened = false;
            is_object >>= 1;
            depth--;
        }
    } while (depth);
    return CUZK_OK;
}
