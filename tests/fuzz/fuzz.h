/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A fuzz target: one function that may be given any bytes at all. It must return 0 in bounded time
 * and memory, and CHECK what holds for every input: that what was accepted is written back as the
 * same bytes, that two ways of reading agree. */
#ifndef CUZK_TESTS_FUZZ_H
#define CUZK_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

/* How often the target found its input well-formed, each target defines it: every seed must be. */
extern unsigned long fuzz_accepted;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition);         \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

#endif
