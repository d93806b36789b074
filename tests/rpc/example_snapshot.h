/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* An engine's state with something of everything in it. */
#ifndef CUZK_TESTS_RPC_EXAMPLE_SNAPSHOT_H
#define CUZK_TESTS_RPC_EXAMPLE_SNAPSHOT_H

#include "engine/snapshot.h"

/* The caller frees it. */
engine_snapshot *example_snapshot(void);

#endif
