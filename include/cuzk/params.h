/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Filecoin's Groth16 parameters on disk: development ones are made here, official ones are fetched;
 * both are checked before use. Files carry their official names. */
#ifndef CUZK_PARAMS_H
#define CUZK_PARAMS_H

#include <cuzk/context.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What is proved: replication, spacetime (on winning a block, in a deadline's window), updates. */
typedef enum cuzk_kind {
    CUZK_KIND_POREP = 1,
    CUZK_KIND_WINNING = 2,
    CUZK_KIND_WINDOW = 3,
    CUZK_KIND_UPDATE = 4,
} cuzk_kind;
/* By name ("porep", or what other tools call it); CUZK_BAD_INPUT if there is none. */
CUZK_API cuzk_status cuzk_kind_find(cuzk_kind *out, const char *name, cuzk_error *err);
/* NULL if there is none. */
CUZK_API const char *cuzk_kind_name(cuzk_kind kind);

#define CUZK_TOXIC_VALUES 5 /* alpha, beta, gamma, delta, tau */

typedef struct cuzk_setup_request {
    size_t size; /* sizeof(cuzk_setup_request) */
    cuzk_kind kind;
    const char *sector_size; /* "2KiB", or bytes */
    const char *out_dir;     /* made if missing */
    /* For tests only: decimal or 0x-prefixed. NULL: drawn from the kernel, then forgotten. */
    const char *const *insecure_toxic;
} cuzk_setup_request;

typedef struct cuzk_setup_result {
    char *params_path, *vk_path, *meta_path, *sidecar_path;
    char params_sha256[65], vk_sha256[65], circuit_sha256[65];
    uint64_t params_bytes, vk_bytes, constraints, inputs, aux;
    double seconds;
} cuzk_setup_result;

/* Makes .params, .vk, .meta and the .dev.json that marks them as development parameters, checks
 * them, and remembers that. Files made so before are replaced; one that no .dev.json marks is not
 * (CUZK_BAD_INPUT). See cuzk_process_protect. */
CUZK_API cuzk_status cuzk_params_make(cuzk_context *c, const cuzk_setup_request *request,
                                      cuzk_setup_result **out, cuzk_error *err);
CUZK_API void cuzk_setup_result_free(cuzk_setup_result *r);

/* In order of trust. */
typedef enum cuzk_verdict {
    CUZK_VERDICT_UNKNOWN = 0,     /* not looked at */
    CUZK_VERDICT_OFFICIAL = 1,    /* the published digest matches */
    CUZK_VERDICT_DEVELOPMENT = 2, /* marked as such, and every point checked */
    CUZK_VERDICT_DAMAGED = 3,     /* see `error` */
    CUZK_VERDICT_MISSING = 4,
} cuzk_verdict;
CUZK_API const char *cuzk_verdict_name(cuzk_verdict v); /* "official", ... */

typedef struct cuzk_params_file {
    char *name, *path;
    const char *kind, *sector_size; /* "porep", "2KiB" */
    const char *official_digest; /* first half of BLAKE2b-512, hex; NULL when none is published */
    uint64_t official_bytes;     /* 0: not known */
    uint64_t bytes;              /* of the file here */
    cuzk_verdict verdict;
    bool remembered;  /* the check was done before */
    cuzk_error error; /* why it is damaged */
} cuzk_params_file;

typedef struct cuzk_params_list {
    cuzk_params_file *file;
    size_t n;
} cuzk_params_list;

/* Every official file name, with what the directory has of it; looks at sizes only. */
CUZK_API cuzk_status cuzk_params_scan(cuzk_context *c, const char *dir, cuzk_params_list **out,
                                      cuzk_error *err);
typedef enum cuzk_check_flags {
    CUZK_CHECK_AGAIN = 1,         /* even what is remembered */
    CUZK_CHECK_ALLOW_TRAILER = 2, /* bytes behind the last section, as Zcash's files have them */
} cuzk_check_flags;

/* Checks every .params and .vk file in the directory. CUZK_NO when one is damaged: the error is
 * that of the first, and the list is given. CUZK_BAD_INPUT when there is none. */
CUZK_API cuzk_status cuzk_params_check(cuzk_context *c, const char *dir, unsigned flags,
                                       cuzk_params_list **out, cuzk_error *err);
CUZK_API void cuzk_params_list_free(cuzk_params_list *l);

#ifdef __cplusplus
}
#endif
#endif
