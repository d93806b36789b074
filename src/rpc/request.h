/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The bytes of one request, in one exact allocation: a large one is mapped, so that all of it goes
 * back to the system when it is freed. */
#ifndef CUZK_RPC_REQUEST_H
#define CUZK_RPC_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define REQUEST_MAPPED_FROM ((size_t)256 << 10)

typedef struct request {
    uint8_t *data; /* NULL: none */
    size_t len;
} request;

/* False: no memory. */
bool request_new(request *r, size_t len);
/* Empty afterwards. */
void request_free(request *r);

#endif
