/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Public inputs as a JSON file has them. */
#ifndef CUZK_APPS_INPUTS_JSON_H
#define CUZK_APPS_INPUTS_JSON_H

#include <cuzk/file.h>
#include <stdbool.h>

typedef struct inputs_table {
    uint8_t *values; /* rows * columns of 32 bytes; the caller frees */
    size_t rows, columns;
    bool flat; /* one array of strings: a single row */
} inputs_table;

/* An array of strings (one row), or an array of such arrays, all of one length. Each string is 64
 * hexadecimal digits, an optional 0x before them; whether the value is a field element is the
 * verifier's question. */
cuzk_status inputs_json_parse(inputs_table *t, const cuzk_bytes *json, cuzk_error *err);

#endif
