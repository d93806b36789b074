/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/inputs_json.h"
#include "apps/cli/value.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Fills the error as the readers of the library do. */
static cuzk_status malformed(cuzk_error *err, const cuzk_bytes *json, const char *code,
                             const char *message, int64_t index)
{
    memset(err, 0, sizeof *err);
    err->status = CUZK_BAD_INPUT;
    err->index = index;
    snprintf(err->code, sizeof err->code, "%s", code);
    snprintf(err->message, sizeof err->message, "%s", message);
    snprintf(err->file, sizeof err->file, "%s", json->name ? json->name : "");
    snprintf(err->section, sizeof err->section, "inputs");
    return CUZK_BAD_INPUT;
}

static cuzk_status read_row(inputs_table *t, json_t *row, const cuzk_bytes *json, cuzk_error *err)
{
    size_t i;
    json_t *v;

    if (!json_is_array(row))
        return malformed(err, json, "bad-json", "an array of strings is expected here",
                         (int64_t)t->rows);
    if (json_array_size(row) != t->columns)
        return malformed(err, json, "bad-length", "this row is not as long as the first",
                         (int64_t)t->rows);
    json_array_foreach(row, i, v)
    {
        size_t at = t->rows * t->columns + i;
        cuzk_error bad;
        if (!json_is_string(v))
            return malformed(err, json, "bad-json", "a string of hexadecimal digits is expected",
                             (int64_t)at);
        if (value_hex(t->values + 32 * at, 32, "inputs", json_string_value(v), &bad) != CUZK_OK)
            return malformed(err, json, "bad-hex", "not 64 hexadecimal digits", (int64_t)at);
    }
    t->rows++;
    return CUZK_OK;
}

static cuzk_status read_table(inputs_table *t, json_t *root, const cuzk_bytes *json,
                              cuzk_error *err)
{
    json_t *first;
    size_t rows;

    if (!json_is_array(root))
        return malformed(err, json, "bad-json", "not a JSON array", -1);
    first = json_array_get(root, 0);
    t->flat = !json_is_array(first);
    rows = t->flat ? 1 : json_array_size(root);
    t->columns = json_array_size(t->flat ? root : first);
    /* Every value stands in the text with its digits, or a row of another length is refused. */
    if (t->columns > json->len || rows * t->columns > json->len)
        return malformed(err, json, "bad-length", "a row is not as long as the first", -1);
    t->values = malloc(32 * rows * t->columns + 1);
    if (!t->values) {
        malformed(err, json, "no-memory", "out of memory", -1);
        return err->status = CUZK_NO_RESOURCES;
    }
    if (t->flat)
        return read_row(t, root, json, err);
    for (size_t i = 0; i < rows; i++) {
        cuzk_status s = read_row(t, json_array_get(root, i), json, err);
        if (s != CUZK_OK)
            return s;
    }
    return CUZK_OK;
}

cuzk_status inputs_json_parse(inputs_table *t, const cuzk_bytes *json, cuzk_error *err)
{
    json_error_t where;
    json_t *root = json_loadb(json->data, json->len, 0, &where);
    cuzk_status s;

    memset(t, 0, sizeof *t);
    if (!root) {
        s = malformed(err, json, "bad-json", "", where.position);
        snprintf(err->message, sizeof err->message, "not JSON: line %d: %.200s", where.line,
                 where.text);
        return s;
    }
    s = read_table(t, root, json, err);
    if (s != CUZK_OK) {
        free(t->values);
        memset(t, 0, sizeof *t);
    }
    json_decref(root);
    return s;
}
