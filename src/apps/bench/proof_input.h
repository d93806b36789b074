/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a daemon is asked to prove: read from files and options once, sent again and again. */
#ifndef CUZK_APPS_BENCH_PROOF_INPUT_H
#define CUZK_APPS_BENCH_PROOF_INPUT_H

#include "apps/bench/bench.h"
#include <cuzk/v1/proving.pb-c.h>

#define INPUT_OPTIONS                                                                              \
    { "registered-proof", "N", false, "The number of the registered proof. Default: 0." },         \
        { "sector-num", "N", false, "porep, update: the sector's number. Default: 1." },           \
        { "miner-id", "N", false, "The miner's actor number. Default: 1000." },                    \
        { "randomness", "HEX", false,                                                              \
          "winning, window: the 32 bytes the challenges come from. Default: zeros." },             \
        { "comm-r-old", "HEX", false, "update: the replica commitment before, 32 bytes." },        \
        { "comm-r-new", "HEX", false, "update: the replica commitment after, 32 bytes." },         \
        { "comm-d-new", "HEX", false, "update: the commitment to the new data, 32 bytes." },       \
        { "priority", "P", false, "low, normal, high or critical. Default: that of the kind." },   \
        { "timeout", "SECONDS", false, "How long a proof is waited for. Default: 1800." },         \
    {                                                                                              \
        "verify", "PATH", false,                                                                   \
            "Verify what comes back, with this verifying key or the one of its name in this "      \
            "directory."                                                                           \
    }

typedef struct proof_input {
    cuzk_kind kind;
    const char *kind_name;
    Cuzk__V1__SubmitProofRequest message; /* all but the id; what it points to is below */
    unsigned timeout_ms;
    bool verify;
    struct proof_statement *statement; /* for verify */
    uint8_t *wrapped;
    struct decoded_items *items;
    cuzk_bytes file;
    uint8_t bytes32[4][32];
} proof_input;

/* The file of this kind: for porep a C1, wrapped as Curio wraps it if it is not yet; for the others
 * a vanilla proof or a JSON array of them. The other fields from the options of the command.
 * registered NULL: 0. To be freed in any case; it must not move. */
cuzk_status proof_input_read(proof_input *p, const invocation *in, cuzk_kind kind, const char *path,
                             cuzk_error *err);
void proof_input_free(proof_input *p);

/* CUZK_OK when the proof verifies. Only with p->verify. */
cuzk_status proof_input_check(const proof_input *p, cuzk_context *c, const uint8_t *proof,
                              size_t len, cuzk_error *err);

#endif
