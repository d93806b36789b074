/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The options that say what winning, window and update proofs are made from. */
#ifndef CUZK_APPS_VANILLA_ARGS_H
#define CUZK_APPS_VANILLA_ARGS_H

#include "apps/cli/program.h"
#include <cuzk/proof.h>

#define VANILLA_MAX_FILES 64

/* Rows of an option table. */
#define VANILLA_FILE_OPTION                                                                        \
    {                                                                                              \
        "vanilla", "FILE", false,                                                                  \
            "winning, window, update: a vanilla proof in bincode, or a JSON array of such in "     \
            "base64. May be given again: window wants one a sector, in order; update one a "       \
            "partition, all of them."                                                              \
    }
#define VANILLA_RANDOMNESS_OPTION                                                                  \
    {                                                                                              \
        "randomness", "HEX", false,                                                                \
            "winning, window: the 32 bytes the challenges come from; the two high bits of the "    \
            "last byte are clear."                                                                 \
    }
#define VANILLA_COMMITMENT_OPTIONS                                                                 \
    { "comm-r-old", "HEX", false, "update: the replica commitment before, 32 bytes." },            \
        { "comm-r-new", "HEX", false, "update: the replica commitment after, 32 bytes." },         \
    {                                                                                              \
        "comm-d-new", "HEX", false, "update: the commitment to the new data, 32 bytes."            \
    }

typedef struct vanilla_args {
    cuzk_vanilla vanilla;
    cuzk_bytes file[VANILLA_MAX_FILES]; /* owned */
    uint8_t randomness[32], comm_r_old[32], comm_r_new[32], comm_d_new[32];
} vanilla_args;

/* Reads the options and the files; the ones of another kind are bad use. a->vanilla points into *a.
 * To be freed in any case; zeros are fine. */
cuzk_status vanilla_args_read(vanilla_args *a, const invocation *in, cuzk_kind kind,
                              cuzk_error *err);
void vanilla_args_free(vanilla_args *a);

#endif
