/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Optimisations that can be turned off or set, so that their effect is measured: one table. None
 * changes a byte of a proof. CUZK_SWITCHES=NAME=VALUE,... sets them for any program; `cuzk-bench
 * prove` takes them one by one and compares. */
#ifndef CUZK_PROVER_SWITCHES_H
#define CUZK_PROVER_SWITCHES_H

#include "base/error.h"

typedef enum switch_id {
    SWITCH_HUGE_PAGES,
    SWITCH_PRESIZE,
    SWITCH_B_G2,
    SWITCH_CIRCUITS,
    SWITCH_READ_AHEAD,
    SWITCH_WINDOW,
    SWITCHES
} switch_id;

/* The place of a value in its row's list, or the number; 0 is the default of each. */
typedef struct switches {
    unsigned value[SWITCHES];
} switches;

typedef struct switch_row {
    const char *name;     /* "huge-pages" */
    const char *code;     /* what the benchmarks of the original call it; NULL */
    const char *value[4]; /* words, the default first; ends with NULL */
    unsigned max;         /* also a number 1..max; 0: words only */
    const char *what;     /* a sentence */
} switch_row;

extern const switch_row switch_table[SWITCHES];

/* "NAME=VALUE"; CUZK_BAD_INPUT says what there is. */
cuzk_status switches_set(switches *s, const char *setting, cuzk_error *err);
/* Several, with commas between them. */
cuzk_status switches_set_all(switches *s, const char *settings, cuzk_error *err);
/* The value of one as it would be written. */
const char *switches_value(char buf[16], const switches *s, switch_id id);

#endif
