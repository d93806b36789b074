/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A folder of a test program's own. */
#ifndef CUZK_TESTS_SCRATCH_H
#define CUZK_TESTS_SCRATCH_H

#include "test.h"

#define SCRATCH_LEN 32

/* -1: it cannot be made. */
static inline int scratch_make(char dir[SCRATCH_LEN])
{
    snprintf(dir, SCRATCH_LEN, "/tmp/cuzk-test-XXXXXX");
    return mkdtemp(dir) ? 0 : -1;
}

/* With all that is in it; 0 when it is gone. */
static inline int scratch_remove(const char *dir)
{
    char command[SCRATCH_LEN + 16];
    snprintf(command, sizeof command, "rm -rf '%.*s'", SCRATCH_LEN, dir);
    return system(command);
}

#endif
