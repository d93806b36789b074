/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Whole files in and out, as the programs do it: bounded, and all or nothing. */
#ifndef CUZK_FILE_H
#define CUZK_FILE_H

#include <cuzk/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes a call reads; name stands for them in errors (a path, or NULL). */
typedef struct cuzk_bytes {
    const void *data;
    size_t len;
    const char *name;
} cuzk_bytes;

/* Reads a file, a pipe or standard input ("-") of at most max_len bytes. The name of *out is the
 * path itself, which must outlive it. */
CUZK_API cuzk_status cuzk_file_read(cuzk_bytes *out, const char *path, size_t max_len,
                                    cuzk_error *err);
CUZK_API void cuzk_file_free(cuzk_bytes *bytes); /* what cuzk_file_read gave; zeroes are fine */

/* The file appears whole or not at all: a temporary beside it, synced, then renamed. "-" is
 * standard output. */
CUZK_API cuzk_status cuzk_file_write(const char *path, const void *data, size_t len,
                                     cuzk_error *err);
/* Whether that would work now: asked before a long computation, not after it. */
CUZK_API cuzk_status cuzk_file_check_writable(const char *path, cuzk_error *err);

#ifdef __cplusplus
}
#endif
#endif
