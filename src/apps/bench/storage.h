/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The generic witness with each storage of linear combinations (src/r1cs/lc.h), compiled apart:
 * nothing here depends on how a linear combination is stored. */
#ifndef CUZK_APPS_BENCH_STORAGE_H
#define CUZK_APPS_BENCH_STORAGE_H

#include "base/work.h"
#include "circuits/kind_circuit.h"
#include "r1cs/assignment.h"

typedef struct storage_witness {
    struct witness *witness; /* of the storage it came from */
    assignment values;
    cs_counts counts; /* rows with those of cs_finish */
} storage_witness;

typedef struct storage {
    const char *name;                   /* "small2" */
    size_t term_len, terms_len, lc_len; /* bytes: a term, a vector's own, a linear combination's */
    /* w is set to zeros on failure. */
    cuzk_status (*make)(storage_witness *w, work *wk, const kind_circuit *k, cuzk_error *err);
    void (*free)(storage_witness *w); /* zeros are fine */
} storage;

#define STORAGES 6
extern const storage *const storages[STORAGES];
const storage *storage_find(const char *name); /* NULL: there is none */

#endif
