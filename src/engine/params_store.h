/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Parameters by circuit, shared by the jobs that use them. Cold: on disk. Warm: mapped and checked,
 * loaded by the first who needs them while others wait. Hot: asked for by name, and locked in
 * memory where the system allows it, so that they are read from disk once; only locked ones count
 * in the budget. Any thread may call any of these. */
#ifndef CUZK_ENGINE_PARAMS_STORE_H
#define CUZK_ENGINE_PARAMS_STORE_H

#include "engine/snapshot.h"
#include "filecoin/param_names.h"
#include "groth16/key.h"
#include "r1cs/density_make.h"

typedef struct params_store_options {
    const char *params_dir; /* copied */
    const char *cache_dir;  /* as cuzk_options */
    bool allow_development; /* parameters made by cuzk setup */
    unsigned threads;       /* of the checks */
} params_store_options;

typedef struct params_store params_store;

/* What a job borrows: nothing in it changes while it is used. */
typedef struct resident {
    groth16_params params;
    density_set densities;
} resident;

cuzk_status params_store_new(params_store **out, const params_store_options *o, cuzk_error *err);
void params_store_free(params_store *r); /* when nothing is used */

/* Loads if need be, on threads of its own, until w is cancelled; others who wait for the same begin
 * anew then. CUZK_BAD_INPUT: not there, or development parameters that are not allowed; CUZK_NO:
 * damaged. */
cuzk_status params_store_use(params_store *r, const param_set *set, const work *w,
                             const resident **out, cuzk_error *err);
void params_store_leave(params_store *r, const param_set *set);

/* "porep-32g"; CUZK_BAD_INPUT, "no-circuit", when there is no such circuit. */
cuzk_status params_store_find(const param_set **out, const char *circuit_id, cuzk_error *err);
/* Bytes that locking them would take; 0 when they are. */
uint64_t params_store_bytes(params_store *r, const param_set *set);
/* They are held from now on, until params_store_preload, which follows, returns. */
void params_store_promise(params_store *r, const param_set *set, uint64_t bytes);
cuzk_status params_store_preload(params_store *r, const param_set *set, const work *w,
                                 bool *already, cuzk_error *err);
/* Unlocks at once, unloads when nobody uses them. *freed: of the budget. */
void params_store_evict(params_store *r, const param_set *set, bool *was_loaded, uint64_t *freed);

/* Unloads idle ones, the longest idle first, until `bytes` of the budget are free; how many are. */
uint64_t params_store_shrink(params_store *r, uint64_t bytes, unsigned min_idle_ms);
uint64_t params_store_held(params_store *r);
/* *out is the caller's to free; NULL when there are none. */
params_view *params_store_view(params_store *r, size_t *n);

#endif
