/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Filling in a cuzk_error (declared in <cuzk/error.h>).
 *
 * Every fallible function returns a cuzk_status and takes a cuzk_error that may be NULL.
 * The first failure wins: a function that fails fills the error once, its callers add
 * what only they know (file, section, index) and pass the status on. */
#ifndef CUZK_BASE_ERROR_H
#define CUZK_BASE_ERROR_H

#include <cuzk/error.h>
#include <stddef.h>
#include <stdint.h>

/* Fill status, code and message; clear the rest. Returns status, so `return err_set(...)`. Text too
 * long for its member is cut, control characters become '?'; so for all below. */
cuzk_status err_set(cuzk_error *err, cuzk_status status, const char *code, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* Add the place. A NULL string or an index of -1 leaves that member as it is. */
void err_at(cuzk_error *err, const char *file, const char *section, int64_t index);

/* Add what was expected. */
void err_expected(cuzk_error *err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Add what was found instead. */
void err_found(cuzk_error *err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Out of memory, with the number of bytes asked for. Inline, so that an analyser of the caller sees
 * that it fails. */
static inline cuzk_status err_no_memory(cuzk_error *err, const char *what, size_t len)
{
    err_set(err, CUZK_NO_RESOURCES, "out-of-memory", "no memory for %s: %zu bytes", what, len);
    return CUZK_NO_RESOURCES;
}

/* A system call failed with errno `errnum` while trying to `what` ("open", "write") the file at
 * path (may be NULL): status and code follow from errnum. */
cuzk_status err_system(cuzk_error *err, int errnum, const char *what, const char *path);

/* Return early with the status of `expr` unless it is CUZK_OK. */
#define TRY(expr)                                                                                  \
    do {                                                                                           \
        cuzk_status try_status_ = (expr);                                                          \
        if (try_status_ != CUZK_OK)                                                                \
            return try_status_;                                                                    \
    } while (0)

#endif
