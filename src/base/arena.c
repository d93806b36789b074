/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>

#define ALIGN 16
/* Chunks double from the first size to the last, so small documents stay small and large ones
 * take few calls; an object larger than a chunk gets its own. */
#define FIRST_CHUNK ((size_t)4096)
#define LAST_CHUNK  ((size_t)1 << 20)

typedef struct chunk {
    struct chunk *next;
    size_t len, used;
    alignas(ALIGN) unsigned char data[];
} chunk;

struct arena {
    chunk *head;
    size_t max_len, used, held, next_chunk;
};

arena *arena_new(size_t max_len)
{
    arena *a = calloc(1, sizeof *a);
    if (a) {
        a->max_len = max_len;
        a->next_chunk = FIRST_CHUNK;
    }
    return a;
}

void arena_free(arena *a)
{
    if (!a)
        return;
    for (chunk *c = a->head, *next; c; c = next) {
        next = c->next;
        free(c);
    }
    free(a);
}

static chunk *add_chunk(arena *a, size_t len)
{
    size_t size = len > a->next_chunk ? len : a->next_chunk;
    chunk *c = calloc(1, sizeof *c + size);
    if (!c)
        return NULL;
    c->len = size;
    a->held += size;
    if (a->next_chunk < LAST_CHUNK)
        a->next_chunk *= 2;
    /* A large object must not hide the room that is left in the current chunk. */
    if (a->head && size - len < a->head->len - a->head->used) {
        c->next = a->head->next;
        a->head->next = c;
    } else {
        c->next = a->head;
        a->head = c;
    }
    return c;
}

void *arena_alloc(arena *a, size_t n, size_t size)
{
    size_t len;
    if (__builtin_mul_overflow(n, size, &len) || len > PTRDIFF_MAX - LAST_CHUNK)
        return NULL;
    len = len == 0 ? ALIGN : (len + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    if (a->max_len != 0 && len > a->max_len - a->used)
        return NULL;
    chunk *c = a->head;
    if (!c || len > c->len - c->used)
        c = add_chunk(a, len);
    if (!c)
        return NULL;
    void *p = c->data + c->used;
    c->used += len;
    a->used += len;
    return p;
}

size_t arena_used(const arena *a)
{
    return a->used;
}

size_t arena_held(const arena *a)
{
    return a->held;
}
