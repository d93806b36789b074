/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "rpc/waiters.h"
#include "base/bytes.h"

#include <stdlib.h>
#include <string.h>

void waiters_init(waiters *w)
{
    *w = (waiters) { 0 };
    pthread_mutex_init(&w->lock, NULL);
}

void waiters_free(waiters *w)
{
    pthread_mutex_destroy(&w->lock);
}

/* Clients choose ids: who makes theirs collide only waits longer. */
static size_t bucket_of(const char *id)
{
    return hash_text(id) % WAITERS_BUCKETS;
}

/* Where it stands, or where it would. */
static waited **find(waiters *w, const char *id)
{
    waited **at = &w->bucket[bucket_of(id)];
    while (*at && strcmp((*at)->id, id) != 0)
        at = &(*at)->next;
    return at;
}

bool waiters_add(waiters *w, const char *id, bool begun)
{
    waited **at = find(w, id);
    if (!*at) {
        size_t len = strlen(id) + 1;
        waited *x = calloc(1, sizeof *x + len);
        if (!x)
            return false;
        memcpy(x->id, id, len);
        *at = x;
    }
    (*at)->n++;
    (*at)->owned |= begun;
    return true;
}

bool waiters_remove(waiters *w, const char *id)
{
    waited **at = find(w, id), *x = *at;
    if (--x->n > 0)
        return false;
    bool owned = x->owned;
    *at = x->next;
    free(x);
    return owned;
}

void waiters_disown(waiters *w, const char *id)
{
    waited *x = *find(w, id);
    if (x)
        x->owned = false;
}

bool waiters_any(const waiters *w, const char *id)
{
    for (const waited *x = w->bucket[bucket_of(id)]; x; x = x->next)
        if (strcmp(x->id, id) == 0)
            return true;
    return false;
}
