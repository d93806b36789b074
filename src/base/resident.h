/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the process holds in memory of its own, by the system's count: anonymous and shared pages
 * (RssAnon + RssShmem of /proc), not those of mapped files. */
#ifndef CUZK_BASE_RESIDENT_H
#define CUZK_BASE_RESIDENT_H

#include <stddef.h>

/* Bytes now; 0 where the system does not say. */
size_t resident_now(void);

/* The most since the process began: its greatest resident size less the pages of files it maps now
 * (they only become more, where nothing is unmapped). 0 where the system does not say. */
size_t resident_greatest(void);

/* The most seen so far, now included. work_dealloc looks before it gives a large block back, which
 * is when there is most, if the work has watch_resident set. */
size_t resident_peak(void);

/* From here on anew. */
void resident_reset(void);

#endif
