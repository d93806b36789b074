/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The densities of a circuit, remembered: a file in the cache directory for each circuit
 * (docs/formats.md). A file that is not exactly what was written is not believed, nor one that
 * others may write to. */
#ifndef CUZK_PROVER_DENSITY_CACHE_H
#define CUZK_PROVER_DENSITY_CACHE_H

#include "r1cs/density_make.h"

typedef enum density_source {
    DENSITY_COMPUTED, /* there was none, or no directory */
    DENSITY_LOADED,
    DENSITY_REBUILT, /* there was one, damaged, of another circuit or of another version */
} density_source;

/* The densities of circuit c, whose parts these are: from the file for c->id in dir if there is a
 * good one, else computed and written there; that it cannot be written does not matter. dir NULL:
 * computed. source may be NULL. density_free. */
cuzk_status density_cache_get(density_set *out, density_source *source, work *w, const char *dir,
                              const circuit *c, const circuit_parts *parts, cuzk_error *err);

#endif
