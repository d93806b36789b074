/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One term storage under test. */
#ifndef CUZK_TESTS_STORAGE_CASE_H
#define CUZK_TESTS_STORAGE_CASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct storage_case_entry {
    const char *name;
    size_t lc_len;
    /* Case 0 is a circuit of ever wider rows, case i the harness circuit i - 1: the digest of a, b,
     * c, the assignment and the densities. False behind the last, or when it fails. */
    bool (*run)(size_t i, uint8_t digest[32]);
} storage_case_entry;

#endif
