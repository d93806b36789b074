/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What every cuzk function says when it fails. */
#ifndef CUZK_ERROR_H
#define CUZK_ERROR_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Everything libcuzk exports carries this; nothing else is visible. */
#define CUZK_API __attribute__((visibility("default")))

/* The programs exit with these values. */
typedef enum cuzk_status {
    CUZK_OK = 0,            /* done; the answer is yes */
    CUZK_NO = 1,            /* a well-formed question answered no: it does not verify */
    CUZK_BAD_INPUT = 2,     /* bad use, malformed or missing input */
    CUZK_FAULT = 3,         /* a fault of our own, or a failed self-check */
    CUZK_NO_RESOURCES = 4,  /* out of memory, disk or time */
    CUZK_INTERRUPTED = 130, /* cancelled */
} cuzk_status;

/* Strings are always terminated; an empty string or an index of -1 means "does not apply". */
typedef struct cuzk_error {
    cuzk_status status;
    char code[32];     /* stable and short: "truncated", "not-on-curve", "unsatisfied" */
    char message[512]; /* one line for a person */
    char file[256];    /* the file it was found in */
    char section[192]; /* the part of it: "h", "vanilla_proofs[0][1].comm_d_proofs" */
    int64_t index;     /* the element of that part */
    char expected[96];
    char found[96];
} cuzk_error;

/* The name of a status: "ok", "no", "bad-input", ... Never NULL. */
CUZK_API const char *cuzk_status_name(cuzk_status status);

/* An error as a person reads it, in one line: "file: section[index]: message (expected a, found
 * b)". What the message says is not said again. */
#define CUZK_ERROR_LINE_MAX 1536
CUZK_API void cuzk_error_line(char out[CUZK_ERROR_LINE_MAX], const cuzk_error *err);

#ifdef __cplusplus
}
#endif
#endif
