/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The most that is read of a file, well above the largest there are. */
#ifndef CUZK_APPS_LIMITS_H
#define CUZK_APPS_LIMITS_H

#include <stddef.h>

#define MAX_VK_LEN        ((size_t)64 << 20)  /* a window PoSt's is 2.5 MB */
#define MAX_PROOF_LEN     ((size_t)1 << 20)   /* 5,461 partitions */
#define MAX_INPUTS_LEN    ((size_t)256 << 20) /* of JSON */
#define MAX_C1_LEN        ((size_t)512 << 20) /* a 64 GiB sector's is about 200 MB */
#define MAX_VANILLA_LEN   ((size_t)512 << 20) /* of a 64 GiB window partition about 100 MB */
#define MAX_SECTORS_LEN   ((size_t)16 << 20)  /* some 100 bytes a sector */
#define MAX_SEAL_DATA_LEN ((size_t)508 << 20) /* what a 512 MiB sector holds */

#endif
