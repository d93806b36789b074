/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The official parameter files: names, published digests, and how long they are
 * (docs/spec/porep.md §11, §12). */
#ifndef CUZK_FILECOIN_PARAM_NAMES_H
#define CUZK_FILECOIN_PARAM_NAMES_H

#include "filecoin/proof_kind.h"
#include "filecoin/sector.h"

#define PARAM_NAME_MAX 192 /* a name with its extension and NUL */

typedef struct param_set {
    proof_kind kind;
    bool poseidon_update; /* the update circuit with a Poseidon tree D: published, used by nobody */
    const sector_shape *shape;
    const char *name; /* "v28-...", without extension */
    /* The first 32 hexadecimal digits of blake2b-512 over the whole file. */
    const char *params_digest, *vk_digest;
    /* Of the circuit: inputs with ONE, auxiliary variables, how many of those occur in A and in B;
     * 0 where not known. One input, ONE, occurs in B in every circuit. */
    uint64_t inputs, aux, a_aux, b_aux;
    unsigned lg_domain;
} param_set;

#define PARAM_SETS 22
extern const param_set param_sets[PARAM_SETS];

const param_set *param_set_find(proof_kind kind, const sector_shape *shape);

typedef enum param_file { PARAM_FILE_PARAMS, PARAM_FILE_VK, PARAM_FILE_META } param_file;

/* The set an official file belongs to, by the last component of its path; NULL if none. */
const param_set *param_set_by_file(const char *path, param_file *file);
void param_set_file_name(const param_set *p, param_file file, char out[PARAM_NAME_MAX]);

/* Bytes the official file has; 0 where not known. */
uint64_t param_set_params_len(const param_set *p);
uint64_t param_set_vk_len(const param_set *p);

/* "porep-32g": the id of the circuit. out holds 32 chars. */
void param_set_circuit_id(const param_set *p, char out[32]);

#endif
