/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* How much memory there is for this process. */
#ifndef CUZK_APPS_DAEMON_MEMORY_LIMIT_H
#define CUZK_APPS_DAEMON_MEMORY_LIMIT_H

#include <stdint.h>

/* The least of the machine's memory and the limits of the control groups (versions 1 and 2) this
 * process is in, in bytes; 0 when none of them can be read. root: "", or where the tests have
 * their proc and sys. */
uint64_t memory_limit(const char *root);

/* memory.total_budget = "auto": the limit less the margin, at least half of it; 0 of 0. */
uint64_t memory_auto_budget(uint64_t limit, uint64_t margin);

#endif
