/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Base64 inside a JSON string, decoded a piece at a time. Inside this layer. */
#ifndef CUZK_FILECOIN_C1_BASE64_H
#define CUZK_FILECOIN_C1_BASE64_H

#include "filecoin/json_scan.h"

#define C1_BASE64_PIECE 12288

typedef struct c1_base64 {
    jscan *outer; /* inside the string */
    bool ended;   /* its closing quote has been read */
    uint8_t value[256];
    uint8_t piece[C1_BASE64_PIECE];
} c1_base64;

/* The outer document stands before a string of standard, padded base64. */
cuzk_status c1_base64_open(c1_base64 *b, jscan *outer);

/* A jscan_refill_fn, with the c1_base64 as its context. */
cuzk_status c1_base64_refill(void *ctx, const uint8_t **piece, size_t *len);

#endif
