/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The backend that proves: requests as Curio sends them, through the layers of src/prover. */
#ifndef CUZK_ENGINE_BACKEND_PROVER_H
#define CUZK_ENGINE_BACKEND_PROVER_H

#include "engine/backend.h"
#include "engine/params_store.h"

/* Runs the self-test. */
cuzk_status backend_prover_new(backend **out, const params_store_options *o, cuzk_error *err);
void backend_prover_free(backend *b); /* after the engine; NULL is fine */

#endif
