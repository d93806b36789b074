/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Are these parameters fit for use? Official when the published digest matches, which is enough,
 * whatever lies beside them; development when a sidecar marks them and every point is where it
 * should be. Anything else is damaged. */
#ifndef CUZK_PROVER_PARAMS_JUDGE_H
#define CUZK_PROVER_PARAMS_JUDGE_H

#include "filecoin/param_names.h"
#include "groth16/key.h"
#include "prover/context.h"
#include <cuzk/params.h>

typedef struct judgement {
    cuzk_verdict verdict; /* official, development or damaged */
    bool remembered;      /* from a stamp: nothing was read */
} judgement;

/* An open .params file; set: what its name says it is, NULL when that is no official name. CUZK_NO
 * when damaged: err has the section and index. again: stamps are not looked at. A passed check is
 * remembered. */
cuzk_status params_judge(judgement *j, cuzk_context *c, const groth16_params *p,
                         const param_set *set, bool again, cuzk_error *err);

/* The same for a .vk file, whose path stands beside its sidecar's. */
cuzk_status vk_judge(judgement *j, const char *path, const param_set *set, cuzk_error *err);

/* Is this BLAKE2b-512 the published one, of which the first half is given in hexadecimal? NULL: no.
 */
bool params_is_published(const uint8_t digest[64], const char *published);

/* The sidecar's path of a .params or .vk path. False when it would be too long. */
bool sidecar_path(char out[4096], const char *params_path);

#endif
