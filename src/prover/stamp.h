/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Passed checks, remembered: a small file in the cache directory for each checked file, keyed by
 * who that file is (device, inode, size, times). Whoever can write to that directory could have
 * us trust a file unread, so stamps that others may write are not believed. */
#ifndef CUZK_PROVER_STAMP_H
#define CUZK_PROVER_STAMP_H

#include "base/file.h"
#include <cuzk/params.h>

/* The verdict remembered for this very file under this name; CUZK_VERDICT_UNKNOWN if there is none.
 * dir NULL: there never is. */
cuzk_verdict stamp_find(const char *dir, const file_id *id, const char *name);

/* Remembers official or development; dir NULL: does nothing. */
cuzk_status stamp_write(const char *dir, const file_id *id, const char *name, cuzk_verdict verdict,
                        cuzk_error *err);

#endif
