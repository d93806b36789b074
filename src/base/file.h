/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Files: opened once and read through the same descriptor; written beside and renamed. */
#ifndef CUZK_BASE_FILE_H
#define CUZK_BASE_FILE_H

#include "base/error.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Who a file is: equal identities mean the same content for our purposes. */
typedef struct file_id {
    uint64_t device, inode, size;
    int64_t mtime_ns, ctime_ns;
} file_id;

/* A whole regular file mapped read-only. */
typedef struct file_map {
    const uint8_t *data; /* not NULL, even for an empty file */
    size_t len;
    file_id id;
    int fd;
    char path[4096]; /* as it was given: no longer one can be opened */
} file_map;

/* Refuses anything but a regular file. The file being cut short while it is mapped is outside
 * what we defend against (see docs/security.md). */
cuzk_status file_map_open(file_map *m, const char *path, cuzk_error *err);
void file_map_close(file_map *m);

/* dir/name, with one slash where dir ends in one already; false when it does not fit. */
bool file_path_join(char *out, size_t size, const char *dir, const char *name);

/* Read a whole file, pipe or "-" (standard input) of at most max_len bytes; the caller frees. */
cuzk_status file_read(uint8_t **data, size_t *len, const char *path, size_t max_len,
                      cuzk_error *err);

/* A file that appears whole or not at all: written to a temporary beside the target, synced
 * and renamed by commit; abort (also safe after commit) removes what is left. The temporary has
 * no name where the file system can do that, so that being killed leaves nothing either. */
typedef struct file_out {
    int fd;                     /* -1 when closed */
    char path[4096], tmp[4096]; /* tmp is "" while the temporary has no name */
} file_out;

/* expected_len: free space is checked for that many bytes first (0 = unknown). mode as open(2). */
cuzk_status file_out_open(file_out *o, const char *path, uint64_t expected_len, unsigned mode,
                          cuzk_error *err);
cuzk_status file_out_write(file_out *o, const void *data, size_t len, cuzk_error *err);
cuzk_status file_out_write_at(file_out *o, uint64_t offset, const void *data, size_t len,
                              cuzk_error *err);
cuzk_status file_out_commit(file_out *o, cuzk_error *err);
void file_out_abort(file_out *o);

/* All of data to path, atomically; "-" is standard output; a pipe or device is written to. */
cuzk_status file_write(const char *path, const void *data, size_t len, cuzk_error *err);

/* mkdir -p */
cuzk_status file_make_dirs(const char *path, cuzk_error *err);

#endif
