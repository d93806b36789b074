/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The four kinds of proof and what they are called. */
#ifndef CUZK_FILECOIN_PROOF_KIND_H
#define CUZK_FILECOIN_PROOF_KIND_H

#include <stdbool.h>

typedef enum proof_kind { KIND_POREP, KIND_WINNING, KIND_WINDOW, KIND_UPDATE } proof_kind;

#define PROOF_KINDS 4

/* "porep", "winning", "window", "update": the value of --kind. */
const char *proof_kind_name(proof_kind kind);
/* The part before the size in circuit ids: "porep", "winning", "wpost", "snap". */
const char *proof_kind_circuit_prefix(proof_kind kind);
/* By name or by one of the aliases other tools use ("seal-commit", "window-post", ...), in any
 * case. False, out untouched, if there is no such kind. */
bool proof_kind_find(const char *name, proof_kind *out);

#endif
