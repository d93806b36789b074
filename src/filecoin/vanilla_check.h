/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the verifications of vanilla proofs share: saying no, and doing it to many challenges at
 * once. Inside this layer. */
#ifndef CUZK_FILECOIN_VANILLA_CHECK_H
#define CUZK_FILECOIN_VANILLA_CHECK_H

#include "base/work.h"
#include "filecoin/merkle.h"
#include "filecoin/vanilla_items.h"

/* The challenge under examination, and where a failure goes: its section is "partition 0 challenge
 * 1 comm_d_proofs". */
typedef struct vanilla_place {
    const char *unit; /* "partition" or "sector" */
    uint64_t number;
    unsigned challenge;
    const vanilla_item *from; /* its file and index are the error's; NULL: it came from none */
    cuzk_error *err;
} vanilla_place;

/* CUZK_NO. item is what was looked at, in the challenge. */
cuzk_status vanilla_no(const vanilla_place *at, const char *item, const char *code,
                       const char *what);
/* The same about a value that is no canonical element: one that no reader lets pass. */
cuzk_status vanilla_not_canonical(const vanilla_place *at, const char *item);
/* Adds both, in hexadecimal. */
void vanilla_compare(cuzk_error *err, const node32 *want, const node32 *got);
/* CUZK_OK when they are equal. */
cuzk_status vanilla_expect_node(const vanilla_place *at, const char *item, const char *code,
                                const char *what, const node32 *want, const node32 *got);
cuzk_status vanilla_expect_number(const vanilla_place *at, const char *item, const char *code,
                                  const char *what, uint64_t want, uint64_t got);
/* The path is that of leaf `index`, has this root, and leads to it. */
cuzk_status vanilla_expect_path(const vanilla_place *at, const char *item, const merkle_proof *p,
                                uint64_t index, const node32 *root, bool poseidon);
/* comm_r is the hash of the two; what: that it is not. */
cuzk_status vanilla_expect_comm_r(const vanilla_place *at, const char *item, const char *what,
                                  const node32 *comm_r, const node32 *comm_c,
                                  const node32 *comm_r_last);

/* Item i of many: CUZK_OK or CUZK_NO; err may be NULL. Called from many threads. */
typedef cuzk_status (*vanilla_check_fn)(const void *ctx, size_t i, cuzk_error *err);
/* Whether each of items [begin, end) is CUZK_OK: no more of them than VANILLA_MANY. */
typedef bool (*vanilla_check_many_fn)(const void *ctx, size_t begin, size_t end);
#define VANILLA_MANY MERKLE_MANY

/* All n of them, as a phase of the work: CUZK_NO with the error of the first that fails. many may
 * be NULL; what it refuses is looked at one by one. */
cuzk_status vanilla_check_all(work *w, const char *phase, size_t n, vanilla_check_fn fn,
                              vanilla_check_many_fn many, const void *ctx, cuzk_error *err);

#endif
