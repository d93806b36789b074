/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Standard base64 with padding: inside a JSON string, decoded a piece at a time; and encoding.
 * Inside this layer. */
#ifndef CUZK_FILECOIN_BASE64_H
#define CUZK_FILECOIN_BASE64_H

#include "filecoin/json_scan.h"

#define BASE64_PIECE 12288

typedef struct base64_reader {
    jscan *outer; /* inside the string */
    bool ended;   /* its closing quote has been read */
    uint8_t value[256];
    uint8_t piece[BASE64_PIECE];
} base64_reader;

/* The outer document stands before a string of standard, padded base64. */
cuzk_status base64_open(base64_reader *b, jscan *outer);

/* A jscan_refill_fn, with the base64_reader as its context. */
cuzk_status base64_refill(void *ctx, const uint8_t **piece, size_t *len);

#define BASE64_LEN(n) (((n) + 2) / 3 * 4)
/* out holds BASE64_LEN(len), which is returned. */
size_t base64_encode(char *out, const uint8_t *data, size_t len);

#endif
