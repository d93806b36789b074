/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The folder that the tests of files work in. */
#ifndef CUZK_TESTS_BASE_FILE_DIR_H
#define CUZK_TESTS_BASE_FILE_DIR_H

#include "base/file.h"
#include "scratch.h"

static char dir[SCRATCH_LEN];

static inline int make_dir(void **state)
{
    (void)state;
    return scratch_make(dir);
}

static inline int remove_dir(void **state)
{
    (void)state;
    return scratch_remove(dir);
}

/* dir/name, in one of four buffers that take turns. */
static inline const char *in_dir(const char *name)
{
    static char buf[4][512];
    static unsigned turn;
    char *p = buf[turn++ % 4];
    snprintf(p, sizeof buf[0], "%s/%s", dir, name);
    return p;
}

static inline void put(const char *name, const void *data, size_t len)
{
    assert_int_equal(file_write(in_dir(name), data, len, NULL), CUZK_OK);
}

#endif
