/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Many small objects with one life: allocated one by one, freed together. One thread at a time. */
#ifndef CUZK_BASE_ARENA_H
#define CUZK_BASE_ARENA_H

#include <stddef.h>

typedef struct arena arena;

/* max_len: the most bytes it will hold in all, so that a reader can tie it to its input's size;
 * 0 = no limit. NULL when out of memory. */
arena *arena_new(size_t max_len);
void arena_free(arena *a); /* NULL is fine */

/* n objects of `size` bytes, zeroed, aligned to 16; they never move. NULL when out of memory or
 * over the limit. n or size 0 gives a valid pointer. */
void *arena_alloc(arena *a, size_t n, size_t size);

/* Bytes handed out, and bytes held from the system for them. */
size_t arena_used(const arena *a);
size_t arena_held(const arena *a);

#endif
