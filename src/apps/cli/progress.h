/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One line of progress on a terminal's stderr, rewritten in place. */
#ifndef CUZK_APPS_CLI_PROGRESS_H
#define CUZK_APPS_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/* Is stderr a terminal? */
bool progress_possible(void);
/* A cuzk_progress_fn; ctx is unused. */
void progress_show(void *ctx, const char *phase, uint64_t done, uint64_t total);
/* Clears the line, if there is one. */
void progress_end(void);

#endif
