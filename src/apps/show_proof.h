/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A proof that was made: what it is, where the time went. */
#ifndef CUZK_APPS_SHOW_PROOF_H
#define CUZK_APPS_SHOW_PROOF_H

#include "apps/cli/program.h"

/* Its members into o, its words to the user. */
void show_proof(const invocation *in, json_t *o, const cuzk_proof *p);

#endif
