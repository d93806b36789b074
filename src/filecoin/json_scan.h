/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A streaming, schema-directed JSON reader: no tree is built, nothing is allocated, nesting is
 * bounded, and what is wrong is named by its path and byte.
 *
 * The document comes in pieces. Readers pull values in document order; every function that fails
 * has filled the error. Stricter than most: a known field twice is refused, integers are digits
 * only. As RFC 8259: no leading zeros, no control characters in strings, UTF-8 and escapes valid.
 */
#ifndef CUZK_FILECOIN_JSON_SCAN_H
#define CUZK_FILECOIN_JSON_SCAN_H

#include "base/error.h"
#include <stdbool.h>

#define JSON_MAX_PATH  24 /* steps a schema may go down */
#define JSON_MAX_DEPTH 64 /* nesting inside a skipped value */
#define JSON_MAX_KEY   64 /* with its NUL; a longer key is no field of ours */

/* Give the next piece, or length 0 at the end. It stays valid until the next call. */
typedef cuzk_status (*json_refill_fn)(void *ctx, const uint8_t **piece, size_t *len);

typedef struct json_step {
    const char *name; /* a field, or NULL for element `index` */
    uint64_t index;
} json_step;

typedef struct json_scan {
    const uint8_t *start, *p, *end; /* the piece at hand, and where in it we are */
    uint64_t before;                /* bytes before that piece */
    json_refill_fn refill;          /* NULL when there is one piece only */
    void *refill_ctx;
    cuzk_status status; /* of the refill: why there are no more bytes */
    json_step path[JSON_MAX_PATH];
    unsigned depth;
    const char *file;   /* for errors; may be NULL */
    const char *within; /* the field this document came in, or NULL */
    cuzk_error *err;
    void *ctx; /* for readers */
} json_scan;

void json_open(json_scan *j, const uint8_t *data, size_t len, const char *file, cuzk_error *err);
void json_open_pieces(json_scan *j, json_refill_fn refill, void *refill_ctx, const char *within,
                      const char *file, cuzk_error *err);

/* Fails at the current byte and path with CUZK_BAD_INPUT; found may be NULL. */
cuzk_status json_fail(json_scan *j, const char *code, const char *expected, const char *found);
/* The same, what is found being whatever stands at the current byte. */
cuzk_status json_unexpected(json_scan *j, const char *expected);

/* The current byte, white space or not, not consumed; -1 at the end. */
int json_current(json_scan *j);
/* The next byte that is not white space, not consumed; -1 at the end. */
int json_peek(json_scan *j);
/* Consume `c`, which must be the next byte; what is its name in errors. */
cuzk_status json_expect(json_scan *j, char c, const char *what);
/* Nothing but white space may follow. */
cuzk_status json_end(json_scan *j);

void json_push_name(json_scan *j, const char *name); /* name must outlive the step */
void json_push_index(json_scan *j, uint64_t index);
void json_pop(json_scan *j);

/* Digits only, at most max. */
cuzk_status json_u64(json_scan *j, uint64_t max, uint64_t *out);
cuzk_status json_null(json_scan *j);
/* An array of exactly n integers 0..255. json_bytes_slow is its twin without the fast path. */
cuzk_status json_bytes(json_scan *j, uint8_t *out, size_t n);
cuzk_status json_bytes_slow(json_scan *j, uint8_t *out, size_t n);

/* A string: json_expect '"', then one character at a time; *c = -1 for the closing quote. */
cuzk_status json_string_char(json_scan *j, int32_t *c);
/* A whole string, cut to size - 1 bytes; what is not printable ASCII becomes '?'. */
cuzk_status json_string(json_scan *j, char *out, size_t size);

/* Any value, checked but not kept. */
cuzk_status json_skip(json_scan *j);

/* Elements one by one: start with first = true; *more = false when the array or object is closed.
 */
cuzk_status json_next_item(json_scan *j, bool first, bool *more);
cuzk_status json_next_key(json_scan *j, bool first, char key[JSON_MAX_KEY], bool *more);

/* Reads one value into an object; index is that of the element in an array, else 0. */
typedef cuzk_status (*json_read_fn)(json_scan *j, void *into, size_t index);

typedef struct json_field {
    const char *name;
    json_read_fn read;
    size_t offset; /* added to `into` */
} json_field;

/* An object with every field of the table (n <= 32) exactly once, in any order; others are
 * skipped. */
cuzk_status json_object(json_scan *j, const json_field *fields, size_t n, void *into);
/* An array of exactly n elements; element i is read into `into + i * stride`. */
cuzk_status json_array(json_scan *j, size_t n, json_read_fn read, void *into, size_t stride);
/* An object with one field, this one: how an enumeration's variant is written. */
cuzk_status json_variant(json_scan *j, const json_field *field, void *into);
/* Opens an object and stands before the value of this field, skipping those before it. */
cuzk_status json_enter(json_scan *j, const char *name);

#endif
