/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a command says: members of one JSON object, or words for a person. */
#ifndef CUZK_APPS_CLI_OUTPUT_H
#define CUZK_APPS_CLI_OUTPUT_H

#include "apps/cli/program.h"

/* A member of the object; a NULL value is null. */
void out_text(json_t *o, const char *key, const char *value);
void out_item(json_t *o, const char *key, const char *value); /* at the end of the array key */
void out_integer(json_t *o, const char *key, uint64_t value);
void out_real(json_t *o, const char *key, double value);
void out_boolean(json_t *o, const char *key, bool value);
void out_hex(json_t *o, const char *key, const uint8_t *bytes, size_t len);
json_t *out_object(json_t *o, const char *key); /* a new member object, borrowed */
json_t *out_array(json_t *o, const char *key);
json_t *out_error(const cuzk_error *err); /* a new object, owned */

/* A line for a person: on standard output, or on stderr when that is taken; nothing with --json. */
void say(const invocation *in, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The same, dropped by --quiet too. */
void remark(const invocation *in, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* "1.04 GiB" into buf. */
const char *show_bytes(char buf[32], uint64_t n);

/* At the end of a run: the object, or the error. */
void print_object(const invocation *in, cuzk_status status, const cuzk_error *err);
void print_error(const invocation *in, const cuzk_error *err);

#endif
