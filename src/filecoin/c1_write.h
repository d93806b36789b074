/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Writing a C1 output, byte for byte as the official crates do. */
#ifndef CUZK_FILECOIN_C1_WRITE_H
#define CUZK_FILECOIN_C1_WRITE_H

#include "filecoin/c1.h"

/* In any layout, whatever the one it was read from; the sector number is written by C1_CURIO. */
cuzk_status c1_write(const c1 *c, c1_layout layout, vanilla_sink_fn sink, void *ctx);

#endif
