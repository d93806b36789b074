/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/file_stream.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* At least so many bytes at a time, and so many units ahead: what a fast disk gives in the time a
 * few cores take for a unit. */
#define UNIT_LEN    ((size_t)16 << 20)
#define UNITS_AHEAD 4

/* Linux reads no more for one call than it would read ahead by itself, which is no less than this.
 */
#define ASK_LEN ((size_t)128 << 10)

bool file_stream_exceeds_memory(const file_map *m)
{
    const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);

    return pages > 0 && size > 0 && m->len / 3 > (size_t)pages / 4 * (size_t)size;
}

void file_stream_begin(file_stream *s, const file_map *m, const uint8_t *first, size_t len)
{
    memset(s, 0, sizeof *s);
    if (m->fd < 0 || len == 0)
        return;
    s->map = m;
    s->begin = (size_t)(first - m->data);
    s->end = s->begin + len;
    s->unit = UNIT_LEN;
    while (len / s->unit >= STREAM_MAX_UNITS)
        s->unit *= 2;
    s->let_go = file_stream_exceeds_memory(m);
}

/* The pages that begin in unit u. */
static void unit_range(const file_stream *s, size_t u, size_t *begin, size_t *end)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t from = s->begin + u * s->unit, to = from + s->unit < s->end ? from + s->unit : s->end;

    *begin = (from + page - 1) / page * page;
    *end = (to + page - 1) / page * page;
    if (*end > s->map->len)
        *end = s->map->len;
    if (*begin > *end)
        *begin = *end;
}

static bool all_there(const uint8_t *data, size_t len)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), n = (len + page - 1) / page;
    unsigned char *there = malloc(n ? n : 1);
    bool all = there && mincore((void *)(uintptr_t)data, len, there) == 0;

    for (size_t i = 0; i < n && all; i++)
        all = there[i] & 1;
    free(there);
    return all;
}

static void ask(file_stream *s, size_t u)
{
    size_t begin, end;

    unit_range(s, u, &begin, &end);
    if (begin == end || all_there(s->map->data + begin, end - begin))
        return;
    s->fetched[u / 64] |= UINT64_C(1) << (u % 64);
    for (size_t at = begin; at < end; at += ASK_LEN)
        (void)madvise((void *)(uintptr_t)(s->map->data + at),
                      end - at < ASK_LEN ? end - at : ASK_LEN, MADV_WILLNEED);
}

/* Unmapped first: pages in use stay in memory. */
static void let_go(const file_stream *s, size_t u)
{
    size_t begin, end;

    if (!(s->fetched[u / 64] >> (u % 64) & 1))
        return;
    unit_range(s, u, &begin, &end);
    if (begin == end)
        return;
    (void)madvise((void *)(uintptr_t)(s->map->data + begin), end - begin, MADV_DONTNEED);
    (void)posix_fadvise(s->map->fd, (off_t)begin, (off_t)(end - begin), POSIX_FADV_DONTNEED);
}

void file_stream_reached(file_stream *s, size_t at)
{
    if (!s->map)
        return;
    const size_t n = (s->end - s->begin + s->unit - 1) / s->unit;
    size_t done = at >= s->end - s->begin ? n : at / s->unit;

    for (; s->let_go && s->done < done; s->done++)
        let_go(s, s->done);
    size_t wanted = done + UNITS_AHEAD < n ? done + UNITS_AHEAD : n;
    for (s->asked = s->asked < done ? done : s->asked; s->asked < wanted; s->asked++)
        ask(s, s->asked);
}
