/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the kinds of proof are called on the outside. */
#ifndef CUZK_RPC_KIND_NAMES_H
#define CUZK_RPC_KIND_NAMES_H

#include <cuzk/params.h>

/* "porep-c2", "winning-post", "window-post", "snap-update". */
const char *kind_status_name(cuzk_kind kind);
/* The same with underscores: labels of metrics. */
const char *kind_label(cuzk_kind kind);

#endif
