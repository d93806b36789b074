/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What reading the configuration had to say, kept until it says itself how the log is written. */
#ifndef CUZK_APPS_DAEMON_NOTES_H
#define CUZK_APPS_DAEMON_NOTES_H

#include "apps/daemon/config.h"

typedef struct notes {
    struct note *first, **end;
} notes;

void notes_init(notes *n);
void notes_free(notes *n);
/* A config_note_fn; ctx is the notes. */
void notes_take(void *ctx, config_gravity gravity, const char *where, const char *text);
/* To a person, on stderr; but for the first error, which is printed at the end, as every command's.
 */
void notes_print(const notes *n);
/* As events, at their levels. */
void notes_log(const notes *n);

#endif
