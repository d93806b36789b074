/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Keys of any circuit: made and checked in a directory of their own beside the target, then moved
 * into place, so that a failure or an interrupt leaves nothing. */
#ifndef CUZK_PROVER_MAKE_KEYS_H
#define CUZK_PROVER_MAKE_KEYS_H

#include "groth16/setup.h"
#include "prover/context.h"
#include "prover/sidecar.h"

typedef struct keys_target {
    const char *params, *vk; /* where they go; the sidecar's path is that of params */
    const char *meta;        /* a file of these contents too; NULL: none */
    const char *meta_text;
} keys_target;

/* toxic NULL: drawn from the kernel, wiped. What was made is described in *made. Files made before
 * are replaced; CUZK_BAD_INPUT ("exists") when one that no sidecar marks is in the way. */
cuzk_status make_keys(sidecar *made, cuzk_context *c, const circuit *circ,
                      const groth16_toxic *toxic, const keys_target *target, cuzk_error *err);

#endif
