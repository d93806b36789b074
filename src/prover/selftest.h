/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Known answers of everything a proof rests on. */
#ifndef CUZK_PROVER_SELFTEST_H
#define CUZK_PROVER_SELFTEST_H

#include "base/cpu.h"
#include "base/error.h"
#include <stdbool.h>

typedef struct selftest {
    const char *name; /* snake_case: "sha256" */
    /* The variant is the one in use, or forced. On failure *what names the operation. */
    bool (*run)(cpu_variant v, const char **what);
} selftest;

#define SELFTESTS 5
extern const selftest selftests[SELFTESTS];

/* All of them on the variant in use, the first time in this process; its result later on. */
cuzk_status selftest_once(cuzk_error *err);

/* CUZK_FAULT, saying so. */
cuzk_status selftest_error(cuzk_error *err, cpu_variant v, const char *what);

#endif
