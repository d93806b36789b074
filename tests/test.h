/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* cmocka and what it wants included before it. */
#ifndef CUZK_TESTS_TEST_H
#define CUZK_TESTS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The folder of external test vectors, or NULL after saying so: then skip(). */
static inline const char *test_vectors(void)
{
    const char *dir = getenv("CUZK_VECTORS");
    if (!dir || !*dir) {
        puts("skipped: no vectors");
        return NULL;
    }
    return dir;
}

#endif
