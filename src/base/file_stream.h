/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A pass over a part of a mapped file, in order: pages are asked for ahead of their use, and, of a
 * file that the machine's memory cannot hold, those that were not there before are let go of
 * behind it. What is there then stays from pass to pass, where a file longer than the memory would
 * otherwise push itself out. All of it is advice. */
#ifndef CUZK_BASE_FILE_STREAM_H
#define CUZK_BASE_FILE_STREAM_H

#include "base/file.h"

#define STREAM_MAX_UNITS 4096

typedef struct file_stream {
    const file_map *map; /* NULL: nothing is advised */
    size_t begin, end;   /* bytes of the map */
    size_t unit;         /* bytes advised at a time: whole pages */
    size_t asked, done;  /* units from begin on */
    bool let_go;
    uint64_t fetched[STREAM_MAX_UNITS / 64]; /* bit: of units that were not there */
} file_stream;

/* len bytes from `first`, which is in the map; a map that is no file's (fd < 0) is left alone. */
void file_stream_begin(file_stream *s, const file_map *m, const uint8_t *first, size_t len);

/* Bytes before the at-th are done with. */
void file_stream_reached(file_stream *s, size_t at);

/* Is the file longer than three quarters of the machine's memory? */
bool file_stream_exceeds_memory(const file_map *m);

#endif
