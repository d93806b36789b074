/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What stands behind the public context, and requests of any version. */
#ifndef CUZK_PROVER_CONTEXT_H
#define CUZK_PROVER_CONTEXT_H

#include "base/work.h"
#include "prover/switches.h"
#include <cuzk/context.h>

struct cuzk_context {
    work work;
    switches switches; /* see context_use_switches */
    char *cache_dir;   /* owned; NULL: passed checks are not remembered */
};

/* What is set in c->switches about memory takes effect. */
void context_use_switches(cuzk_context *c);

/* Copies a request whose first member is its size into one of this library's size, zeros behind
 * what an older caller has. CUZK_BAD_INPUT when a newer caller uses members unknown here. */
cuzk_status request_copy(void *dst, size_t dst_size, const void *src, const char *what,
                         cuzk_error *err);

#endif
