/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The directory, beside their target, that new keys are made and checked in before they are moved
 * into place together. It is locked for as long as its maker lives. What a killed maker left is
 * removed when the next one starts there. */
#ifndef CUZK_PROVER_STAGE_H
#define CUZK_PROVER_STAGE_H

#include "base/error.h"

/* The sidecar goes first: parameters never stand unmarked. */
typedef enum stage_file { NEW_SIDECAR, NEW_PARAMS, NEW_VK, NEW_META, NEW_FILES } stage_file;

typedef struct stage {
    int fd;                     /* the directory, locked */
    char parent[4096];          /* with its last slash; "./" where the target has no directory */
    char dir[4160];             /* "" when there is none */
    char path[NEW_FILES][4200]; /* where the files are made */
} stage;

/* Beside target. On failure there is nothing to close. */
cuzk_status stage_open(stage *s, const char *target, cuzk_error *err);

/* Moves each file that has a path in `to` (NULL: it has none) there. No other stage with the same
 * parent commits meanwhile, so that files of two makers never stand together; may_replace is asked
 * while that is so. After a failure stage_close removes what was not moved. */
cuzk_status stage_commit(const stage *s, const char *const to[NEW_FILES],
                         cuzk_status (*may_replace)(const void *ctx, cuzk_error *err),
                         const void *ctx, cuzk_error *err);

/* Removes what is left. */
void stage_close(stage *s);

#endif
