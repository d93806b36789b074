/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Test data for the filecoin layer: C1 outputs and what is known about them. */
#ifndef CUZK_TESTS_FILECOIN_FIXTURE_H
#define CUZK_TESTS_FILECOIN_FIXTURE_H

#include "filecoin/c1.h"
#include <jansson.h>
#include <stddef.h>

typedef struct bytes {
    uint8_t *data;
    size_t len;
} bytes;

/* tests/data/<name>; the test fails if it cannot be read. */
bytes fixture_read(const char *name);
/* $CUZK_VECTORS/<name>; NULL data when that is unset. */
bytes fixture_read_vector(const char *name);
json_t *fixture_json(const char *name);

/* Parses tests/data/<name>, which must succeed. */
void fixture_c1(c1 *out, const char *name);

/* Fails the test unless both say the same; the layout and sector number may differ. */
void fixture_same_c1(const c1 *a, const c1 *b);

/* A member of an object, 64 hexadecimal digits. */
void fixture_hex32(uint8_t out[32], const json_t *object, const char *key);

/* What was written so far; a vanilla_sink_fn of one. data is the caller's to free. */
typedef struct fixture_text {
    uint8_t *data;
    size_t len, room;
} fixture_text;
cuzk_status fixture_append(void *ctx, const void *data, size_t len);

/* An exact copy in a buffer with nothing behind it, so that ASan sees a read beyond. */
bytes fixture_copy(const void *data, size_t len);

#endif
