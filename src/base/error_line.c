/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/error.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef struct line {
    char *text;
    size_t len;
} line;

/* No member can make it overflow: they are shorter together. */
_Static_assert(sizeof(cuzk_error) + 64 <= CUZK_ERROR_LINE_MAX, "an error fits in a line");

__attribute__((format(printf, 2, 3))) static void append(line *l, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    l->len += (size_t)vsnprintf(l->text + l->len, CUZK_ERROR_LINE_MAX - l->len, fmt, args);
    va_end(args);
}

/* A number may stand in a message for something else. */
static bool says(const char *message, const char *verb, const char *text)
{
    const bool number = text[strspn(text, "0123456789")] == '\0';

    return strstr(message, text) && (!number || strstr(message, verb));
}

static void append_place(line *l, const cuzk_error *err)
{
    const bool named = err->section[0] && strstr(err->message, err->section);

    if (err->file[0])
        append(l, "%s: ", err->file);
    if (named)
        return;
    append(l, "%s", err->section);
    if (err->index >= 0)
        append(l, "[%" PRId64 "]", err->index);
    if (err->section[0] || err->index >= 0)
        append(l, ": ");
}

static void append_comparison(line *l, const cuzk_error *err)
{
    const char *expected = says(err->message, "expected ", err->expected) ? "" : err->expected;
    const char *found = says(err->message, "found ", err->found) ? "" : err->found;

    if (*expected && *found)
        append(l, " (expected %s, found %s)", expected, found);
    else if (*expected)
        append(l, " (expected %s)", expected);
    else if (*found)
        append(l, " (found %s)", found);
}

void cuzk_error_line(char out[CUZK_ERROR_LINE_MAX], const cuzk_error *err)
{
    line l = { .text = out };

    append_place(&l, err);
    append(&l, "%s", err->message[0] ? err->message : err->code);
    append_comparison(&l, err);
}
