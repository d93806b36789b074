/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What gRPC writes into headers, and the text it allows. */
#ifndef CUZK_RPC_GRPC_H
#define CUZK_RPC_GRPC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* "250m": at most eight digits and one of H M S m u n. False when it is not; longer than 292 years
 * is as long. */
bool grpc_timeout_parse(uint64_t *ns, const uint8_t *text, size_t len);

/* Percent-encodes what must be; cut before it does not fit. The length without the terminator. */
size_t grpc_message_encode(char *out, size_t size, const char *text);

/* UTF-8 without control characters (a tab or newline is one), and no NUL before its end. */
bool text_is_clean(const char *text, size_t len);
/* Makes it so: each other byte becomes '?'. Newlines and tabs stay where lines is set. */
void text_make_clean(char *text, bool lines);

#endif
