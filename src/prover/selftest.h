/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Known answers of everything a proof rests on, for the variant of the kernels in use. */
#ifndef CUZK_PROVER_SELFTEST_H
#define CUZK_PROVER_SELFTEST_H

#include "base/error.h"
#include <stdbool.h>

typedef struct selftest {
    const char *name; /* snake_case: "sha256" */
    bool (*run)(void);
} selftest;

#define SELFTESTS 6
extern const selftest selftests[SELFTESTS];

/* All of them on the variant in use, the first time in this process; its result later on. */
cuzk_status selftest_once(cuzk_error *err);

#endif
