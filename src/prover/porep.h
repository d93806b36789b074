/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The PoRep circuit as requests name it. */
#ifndef CUZK_PROVER_POREP_H
#define CUZK_PROVER_POREP_H

#include "circuits/porep.h"
#include "filecoin/c1.h"
#include "filecoin/param_names.h"
#include "r1cs/density_make.h"
#include <cuzk/params.h>

/* Only porep has a circuit in this version: CUZK_BAD_INPUT for another kind. */
cuzk_status porep_require_kind(cuzk_kind kind, cuzk_error *err);
/* "2KiB" or bytes; CUZK_BAD_INPUT names the sizes there are. */
cuzk_status porep_find_shape(const sector_shape **out, const char *sector_size, cuzk_error *err);

/* The circuit of one partition of a C1, which is borrowed. */
cuzk_status porep_of_c1(porep_circuit *p, const c1 *c, uint32_t partition, cuzk_error *err);

/* The densities of the circuit, remembered in cache_dir (may be NULL); density_free. */
cuzk_status porep_densities(density_set *out, work *w, const sector_shape *shape,
                            const char *cache_dir, cuzk_error *err);

#endif
