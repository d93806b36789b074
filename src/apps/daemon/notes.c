/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/daemon/notes.h"

#include "base/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct note {
    struct note *next;
    config_gravity gravity;
    const char *text; /* both behind the note */
    char where[];
} note;

void notes_init(notes *n)
{
    n->first = NULL;
    n->end = &n->first;
}

void notes_free(notes *n)
{
    while (n->first) {
        note *first = n->first;
        n->first = first->next;
        free(first);
    }
    n->end = &n->first;
}

static void print(config_gravity gravity, const char *where, const char *text)
{
    static const char *const names[] = { "note", "warning", "error" };

    fprintf(stderr, "%s: %s: %s\n", where, names[gravity], text);
}

void notes_take(void *ctx, config_gravity gravity, const char *where, const char *text)
{
    notes *n = ctx;
    const size_t where_len = strlen(where) + 1, text_len = strlen(text) + 1;
    note *taken = malloc(sizeof *taken + where_len + text_len);

    if (!taken) {
        print(gravity, where, text);
        return;
    }
    *taken = (note) { .gravity = gravity, .text = taken->where + where_len };
    memcpy(taken->where, where, where_len);
    memcpy(taken->where + where_len, text, text_len);
    *n->end = taken;
    n->end = &taken->next;
}

void notes_print(const notes *n)
{
    unsigned errors = 0;

    for (const note *i = n->first; i; i = i->next)
        if (i->gravity != CONFIG_ERROR || errors++)
            print(i->gravity, i->where, i->text);
}

void notes_log(const notes *n)
{
    for (const note *i = n->first; i; i = i->next)
        if (i->gravity == CONFIG_NOTICE)
            LOG(LEVEL_INFO, "configuration", F("where", (const char *)i->where),
                F("message", i->text));
        else
            LOG(LEVEL_WARN, "configuration", F("where", (const char *)i->where),
                F("message", i->text));
}
