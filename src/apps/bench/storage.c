/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Compiled once for each storage: see cmake/storages.cmake. */
#include "apps/bench/storage.h"
#include "r1cs/witness.h"
#include <stdlib.h>

#define PASTE2(a, b) a##_##b
#define PASTE(a, b)  PASTE2(a, b)
#define STORAGE      PASTE(storage, CUZK_STORAGE)

static cuzk_status make(storage_witness *w, work *wk, const kind_circuit *k, cuzk_error *err)
{
    const circuit c = kind_circuit_of(k);
    const cs_counts expected = kind_circuit_counts(k);

    *w = (storage_witness) { .witness = malloc(sizeof *w->witness) };
    if (!w->witness)
        return err_no_memory(err, "a witness", sizeof *w->witness);
    cuzk_status s = witness_make(w->witness, wk, &c, &expected, err);
    if (s != CUZK_OK) {
        free(w->witness);
        w->witness = NULL;
        return s;
    }
    witness_assignment(w->witness, &w->values);
    w->counts = (cs_counts) { .n_rows = w->witness->cs.n_rows,
                              .n_inputs = w->witness->cs.n_inputs,
                              .n_aux = w->witness->cs.n_aux };
    return CUZK_OK;
}

static void storage_free(storage_witness *w)
{
    if (w->witness)
        witness_free(w->witness);
    free(w->witness);
    *w = (storage_witness) { 0 };
}

extern const storage STORAGE;
const storage STORAGE = {
    .name = TERMS_NAME,
    .term_len = sizeof(lc_term),
    .terms_len = sizeof(lc_terms),
    .lc_len = sizeof(lc),
    .make = make,
    .free = storage_free,
};
