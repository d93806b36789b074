/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What this machine offers, what a file is, what a circuit is. */
#ifndef CUZK_INSPECT_H
#define CUZK_INSPECT_H

#include <cuzk/file.h>
#include <cuzk/params.h>
#include <cuzk/proof.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum cuzk_fact_type {
    CUZK_FACT_TEXT,
    CUZK_FACT_INTEGER,
    CUZK_FACT_BOOLEAN,
    CUZK_FACT_ITEM, /* text that is one of several under this name */
} cuzk_fact_type;

/* One thing that is so. Names are snake_case and, but for those of items, unique in their list. */
typedef struct cuzk_fact {
    const char *name;
    cuzk_fact_type type;
    const char *text; /* TEXT, ITEM */
    int64_t integer;  /* INTEGER; 0 or 1 for BOOLEAN */
} cuzk_fact;

typedef struct cuzk_facts {
    cuzk_fact *fact;
    size_t n;
} cuzk_facts;
CUZK_API void cuzk_facts_free(cuzk_facts *f);

/* What the machine has, which kernels are used, and the self-test of every variant it can run.
 * CUZK_FAULT when one computes wrongly; the facts are given in that case too. */
CUZK_API cuzk_status cuzk_machine_report(cuzk_context *c, cuzk_facts **out, cuzk_error *err);

/* What a file of ours is: a C1 of any layout, vanilla proofs of the other kinds, parameters, a
 * verifying key, a proof, public inputs, .meta, .dev.json. CUZK_BAD_INPUT when it is none of them
 * or is malformed. */
CUZK_API cuzk_status cuzk_file_inspect(cuzk_context *c, const char *path, cuzk_facts **out,
                                       cuzk_error *err);

typedef struct cuzk_density {
    uint64_t count, len;
    char sha256[65]; /* of the bits, least significant first, zero padded */
} cuzk_density;

/* A circuit's identity (docs/formats.md, "the digest"). Hex strings are empty when not asked
 * for. */
typedef struct cuzk_digest {
    uint64_t inputs, aux, constraints, circuit_constraints, domain_size;
    char circuit_sha256[65], sha256[65];
    cuzk_density a_aux_density, b_input_density, b_aux_density;
    char aux_assignment_sha256[65], input_assignment_sha256[65]; /* with a C1 */
    double seconds;
} cuzk_digest;

typedef struct cuzk_digest_request {
    size_t size; /* sizeof(cuzk_digest_request) */
    cuzk_kind kind;
    const char *sector_size;      /* may be NULL with a C1 or vanilla proofs */
    cuzk_bytes c1;                /* data NULL: the blank circuit */
    const char *registered_proof; /* as in cuzk_prove_request */
    uint32_t partition;           /* of the C1 or the vanilla proofs */
    const cuzk_vanilla *vanilla;  /* the kinds other than porep; NULL: the blank circuit */
} cuzk_digest_request;

CUZK_API cuzk_status cuzk_circuit_digest(cuzk_context *c, const cuzk_digest_request *request,
                                         cuzk_digest *out, cuzk_error *err);

#ifdef __cplusplus
}
#endif
#endif
