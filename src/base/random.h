/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Randomness for secrets, and forgetting them. */
#ifndef CUZK_BASE_RANDOM_H
#define CUZK_BASE_RANDOM_H

#include "base/error.h"
#include <stddef.h>

/* From the kernel (getrandom), never from anywhere else. */
cuzk_status random_bytes(void *out, size_t len, cuzk_error *err);

/* Overwrites in a way the compiler keeps. */
void wipe(void *p, size_t len);

/* No core dump and no ptrace of this process from here on (best effort). */
void random_protect_process(void);

#endif
