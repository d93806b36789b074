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

#define JSCAN_MAX_PATH  24 /* steps a schema may go down */
#define JSCAN_MAX_DEPTH 64 /* nesting inside a skipped value */
#define JSCAN_MAX_KEY   64 /* with its NUL; a longer key is no field of ours */

/* Give the next piece, or length 0 at the end. It stays valid until the next call. */
typedef cuzk_status (*jscan_refill_fn)(void *ctx, const uint8_t **piece, size_t *len);

typedef struct jscan_step {
    const char *name; /* a field, or NULL for element `index` */
    uint64_t index;
} jscan_step;

typedef struct jscan {
    const uint8_t *start, *p, *end; /* the piece at hand, and where in it we are */
    uint64_t before;                /* bytes before that piece */
    jscan_refill_fn refill;         /* NULL when there is one piece only */
    void *refill_ctx;
    cuzk_status status; /* of the refill: why there are no more bytes */
    jscan_step path[JSCAN_MAX_PATH];
    unsigned depth;
    const char *file;   /* for errors; may be NULL */
    const char *within; /* the field this document came in, or NULL */
    cuzk_error *err;
    void *ctx; /* for readers */
} jscan;

void jscan_open(jscan *j, const uint8_t *data, size_t len, const char *file, cuzk_error *err);
void jscan_open_pieces(jscan *j, jscan_refill_fn refill, void *refill_ctx, const char *within,
                       const char *file, cuzk_error *err);

/* Fails at the current byte and path with CUZK_BAD_INPUT; found may be NULL. */
cuzk_status jscan_fail(jscan *j, const char *code, const char *expected, const char *found);
/* The same, what is found being whatever stands at the current byte. */
cuzk_status jscan_unexpected(jscan *j, const char *expected);

/* The current byte, white space or not, not consumed; -1 at the end. */
int jscan_current(jscan *j);
/* The next byte that is not white space, not consumed; -1 at the end. */
int jscan_peek(jscan *j);
/* Consume `c`, which must be the next byte; what is its name in errors. */
cuzk_status jscan_expect(jscan *j, char c, const char *what);
/* Nothing but white space may follow. */
cuzk_status jscan_end(jscan *j);

void jscan_push_name(jscan *j, const char *name); /* name must outlive the step */
void jscan_push_index(jscan *j, uint64_t index);
void jscan_pop(jscan *j);

/* Digits only, at most max. */
cuzk_status jscan_u64(jscan *j, uint64_t max, uint64_t *out);
cuzk_status jscan_null(jscan *j);
/* An array of exactly n integers 0..255. jscan_bytes_slow is its twin without the fast path. */
cuzk_status jscan_bytes(jscan *j, uint8_t *out, size_t n);
cuzk_status jscan_bytes_slow(jscan *j, uint8_t *out, size_t n);

/* A string: jscan_expect '"', then one character at a time; *c = -1 for the closing quote. */
cuzk_status jscan_string_char(jscan *j, int32_t *c);
/* A whole string, cut to size - 1 bytes; what is not printable ASCII becomes '?'. */
cuzk_status jscan_string(jscan *j, char *out, size_t size);

/* Any value, checked but not kept. */
cuzk_status jscan_skip(jscan *j);

/* Elements one by one: start with first = true; *more = false when the array or object is closed.
 */
cuzk_status jscan_next_item(jscan *j, bool first, bool *more);
cuzk_status jscan_next_key(jscan *j, bool first, char key[JSCAN_MAX_KEY], bool *more);

/* Reads one value into an object; index is that of the element in an array, else 0. */
typedef cuzk_status (*jscan_read_fn)(jscan *j, void *into, size_t index);

typedef struct jscan_field {
    const char *name;
    jscan_read_fn read;
    size_t offset; /* added to `into` */
} jscan_field;

/* An object with every field of the table (n <= 32) exactly once, in any order; others are
 * skipped. */
cuzk_status jscan_object(jscan *j, const jscan_field *fields, size_t n, void *into);
/* An array of exactly n elements; element i is read into `into + i * stride`. */
cuzk_status jscan_array(jscan *j, size_t n, jscan_read_fn read, void *into, size_t stride);
/* An object with one field, this one: how an enumeration's variant is written. */
cuzk_status jscan_variant(jscan *j, const jscan_field *field, void *into);
/* Opens an object and stands before the value of this field, skipping those before it. */
cuzk_status jscan_enter(jscan *j, const char *name);

#endif
