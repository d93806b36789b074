/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The sectors a proof of spacetime is about, from the options --sector and --sectors. */
#ifndef CUZK_APPS_SECTOR_LIST_H
#define CUZK_APPS_SECTOR_LIST_H

#include "apps/cli/program.h"
#include <cuzk/verify.h>

typedef struct sector_list {
    cuzk_sector_claim *sector; /* owned */
    size_t n;
} sector_list;

/* One of the two options is needed. On failure nothing is held. */
cuzk_status sector_list_read(sector_list *l, const invocation *in, cuzk_error *err);
void sector_list_free(sector_list *l);

#endif
