/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Arrays and objects by schema, and skipping what no schema asks for. */
#include "filecoin/json_scan.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

cuzk_status json_next_item(json_scan *j, bool first, bool *more)
{
    if (first)
        TRY(json_expect(j, '[', "an array"));
    *more = json_peek(j) != ']';
    if (!*more) {
        j->p++;
        return CUZK_OK;
    }
    return first ? CUZK_OK : json_expect(j, ',', "',' or ']'");
}

cuzk_status json_next_key(json_scan *j, bool first, char key[JSON_MAX_KEY], bool *more)
{
    if (first)
        TRY(json_expect(j, '{', "an object"));
    *more = json_peek(j) != '}';
    if (!*more) {
        j->p++;
        return CUZK_OK;
    }
    if (!first)
        TRY(json_expect(j, ',', "',' or '}'"));
    TRY(json_string(j, key, JSON_MAX_KEY));
    return json_expect(j, ':', "':'");
}

static const json_field *field_by_name(const json_field *fields, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++) {
        if (!strcmp(fields[i].name, name))
            return &fields[i];
    }
    return NULL;
}

static cuzk_status read_field(json_scan *j, const json_field *f, void *into)
{
    json_push_name(j, f->name);
    TRY(f->read(j, (char *)into + f->offset, 0));
    json_pop(j);
    return CUZK_OK;
}

static cuzk_status skip_field(json_scan *j, const char *key)
{
    json_push_name(j, key);
    TRY(json_skip(j));
    json_pop(j);
    return CUZK_OK;
}

cuzk_status json_object(json_scan *j, const json_field *fields, size_t n, void *into)
{
    char key[JSON_MAX_KEY];
    uint32_t seen = 0;
    bool more;

    assert(n <= 32);
    for (bool first = true;; first = false) {
        TRY(json_next_key(j, first, key, &more));
        if (!more)
            break;
        const json_field *f = field_by_name(fields, n, key);
        if (!f) {
            TRY(skip_field(j, key));
            continue;
        }
        uint32_t bit = UINT32_C(1) << (f - fields);
        if (seen & bit) {
            json_push_name(j, f->name);
            return json_fail(j, "doubled-field", "this field once", "it twice");
        }
        seen |= bit;
        TRY(read_field(j, f, into));
    }
    for (size_t i = 0; i < n; i++) {
        if (!(seen >> i & 1)) {
            json_push_name(j, fields[i].name);
            return json_fail(j, "missing-field", "this field", "none");
        }
    }
    return CUZK_OK;
}

cuzk_status json_variant(json_scan *j, const json_field *field, void *into)
{
    char key[JSON_MAX_KEY], expected[JSON_MAX_KEY + 16];
    bool more;

    snprintf(expected, sizeof expected, "only \"%s\"", field->name);
    TRY(json_next_key(j, true, key, &more));
    if (!more)
        return json_fail(j, "missing-field", expected, "an empty object");
    if (strcmp(key, field->name))
        return json_fail(j, "unknown-variant", expected, key);
    TRY(read_field(j, field, into));
    TRY(json_next_key(j, false, key, &more));
    return more ? json_fail(j, "unknown-variant", expected, key) : CUZK_OK;
}

static cuzk_status wrong_length(json_scan *j, size_t n, size_t found, bool more)
{
    char want[32], got[32];

    snprintf(want, sizeof want, "%zu elements", n);
    snprintf(got, sizeof got, "%zu%s", found, more ? " and more" : "");
    return json_fail(j, "wrong-length", want, got);
}

cuzk_status json_array(json_scan *j, size_t n, json_read_fn read, void *into, size_t stride)
{
    bool more;

    for (size_t i = 0;; i++) {
        TRY(json_next_item(j, i == 0, &more));
        if (!more)
            return i == n ? CUZK_OK : wrong_length(j, n, i, false);
        if (i == n)
            return wrong_length(j, n, i, true);
        json_push_index(j, i);
        TRY(read(j, (char *)into + i * stride, i));
        json_pop(j);
    }
}

cuzk_status json_enter(json_scan *j, const char *name)
{
    char key[JSON_MAX_KEY];
    bool more;

    for (bool first = true;; first = false) {
        TRY(json_next_key(j, first, key, &more));
        if (!more || !strcmp(key, name))
            break;
        TRY(skip_field(j, key));
    }
    json_push_name(j, name);
    return more ? CUZK_OK : json_fail(j, "missing-field", "this field", "none");
}

static cuzk_status skip_digits(json_scan *j)
{
    int c = json_current(j);

    if (c < '0' || c > '9')
        return json_unexpected(j, "a digit");
    while (c >= '0' && c <= '9') {
        j->p++;
        c = json_current(j);
    }
    return CUZK_OK;
}

/* -? (0 | [1-9][0-9]*) (\.[0-9]+)? ([eE][+-]?[0-9]+)? */
static cuzk_status skip_number(json_scan *j)
{
    if (json_current(j) == '-')
        j->p++;
    if (json_current(j) == '0')
        j->p++;
    else
        TRY(skip_digits(j));
    if (json_current(j) == '.') {
        j->p++;
        TRY(skip_digits(j));
    }
    if (json_current(j) == 'e' || json_current(j) == 'E') {
        j->p++;
        if (json_current(j) == '+' || json_current(j) == '-')
            j->p++;
        TRY(skip_digits(j));
    }
    return CUZK_OK;
}

static cuzk_status skip_word(json_scan *j, const char *word)
{
    for (; *word; word++) {
        if (json_current(j) != *word)
            return json_unexpected(j, "a value");
        j->p++;
    }
    return CUZK_OK;
}

/* Anything but an array or an object. */
static cuzk_status skip_scalar(json_scan *j, int c)
{
    char ignored[2];

    switch (c) {
    case '"':
        return json_string(j, ignored, sizeof ignored);
    case 't':
        return skip_word(j, "true");
    case 'f':
        return skip_word(j, "false");
    case 'n':
        return skip_word(j, "null");
    default:
        if (c != '-' && (c < '0' || c > '9'))
            return json_unexpected(j, "a value");
        return skip_number(j);
    }
}

/* One bit a level of nesting says whether it is an object. */
cuzk_status json_skip(json_scan *j)
{
    char key[JSON_MAX_KEY];
    uint64_t is_object = 0;
    unsigned depth = 0;

    do {
        int c = json_peek(j);
        bool opened = c == '{' || c == '[', more = true;
        if (!opened) {
            TRY(skip_scalar(j, c));
        } else {
            if (depth == JSON_MAX_DEPTH)
                return json_fail(j, "too-deep", "less nesting", "64 levels");
            is_object = is_object << 1 | (c == '{');
            depth++;
        }
        while (depth) { /* to the next value, out of what is closed */
            if (is_object & 1)
                TRY(json_next_key(j, opened, key, &more));
            else
                TRY(json_next_item(j, opened, &more));
            if (more)
                break;
            opened = false;
            is_object >>= 1;
            depth--;
        }
    } while (depth);
    return CUZK_OK;
}
