/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef CUZK_APPS_BENCH_PEAK_H
#define CUZK_APPS_BENCH_PEAK_H

#include <stdint.h>

/* The most memory this process has held in anonymous and shared pages, in bytes: its greatest
 * resident size less the pages of files it maps now (the program itself; they only become more). 0
 * where the system does not say. */
uint64_t peak_memory(void);

#endif
