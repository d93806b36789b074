/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What option arguments may look like. Each names the option in its error. */
#ifndef CUZK_APPS_CLI_VALUE_H
#define CUZK_APPS_CLI_VALUE_H

#include <cuzk/error.h>

/* Bad use: CUZK_BAD_INPUT with the code "usage". */
cuzk_status usage_error(cuzk_error *err, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* CUZK_NO_RESOURCES, saying so. */
cuzk_status memory_error(cuzk_error *err);

/* A decimal integer of min..max, nothing around it. */
cuzk_status value_integer(uint64_t *out, const char *option, const char *text, uint64_t min,
                          uint64_t max, cuzk_error *err);
/* Bytes: an integer, optionally with KiB, MiB, GiB, TiB (2^10...) or kB, MB, GB, TB (10^3...). */
cuzk_status value_size(uint64_t *out, const char *option, const char *text, cuzk_error *err);
/* Exactly len bytes of hexadecimal, an optional 0x before them. */
cuzk_status value_hex(uint8_t *out, size_t len, const char *option, const char *text,
                      cuzk_error *err);
/* Splits at commas into exactly n parts, in place; text is consumed. */
cuzk_status value_list(char **parts, size_t n, const char *option, char *text, cuzk_error *err);

#endif
