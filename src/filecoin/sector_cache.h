/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The cache directory of a sector, as the official crates lay it out (docs/formats.md): files that
 * appear together, or not at all. */
#ifndef CUZK_FILECOIN_SECTOR_CACHE_H
#define CUZK_FILECOIN_SECTOR_CACHE_H

#include "base/file.h"
#include "filecoin/vanilla.h"

typedef enum sector_cache_file {
    CACHE_TREE_D,
    CACHE_TREE_C,
    CACHE_TREE_R,
    CACHE_P_AUX,
    CACHE_T_AUX,
    CACHE_LAYERS, /* layer 1, then those above it */
    CACHE_FILES = CACHE_LAYERS + SECTOR_MAX_LAYERS
} sector_cache_file;

/* dir/name; CUZK_BAD_INPUT when it is too long. */
cuzk_status sector_cache_path(char out[4096], const char *dir, sector_cache_file file,
                              cuzk_error *err);

typedef struct sector_cache_out {
    const char *dir; /* borrowed */
    const sector_shape *shape;
    file_out file[CACHE_FILES]; /* fd -1: not one of them */
} sector_cache_out;

/* The directory is made if it is missing. update: a sector update has no layers, no tree C, no
 * t_aux. *out is freed by commit or abort, both of which take NULL. */
cuzk_status sector_cache_create(sector_cache_out **out, const char *dir, const sector_shape *shape,
                                bool update, cuzk_error *err);
/* Writes p_aux, the two roots, and t_aux where it is one of them, and lets all files appear. */
cuzk_status sector_cache_commit(sector_cache_out *out, const node32 *comm_c,
                                const node32 *comm_r_last, cuzk_error *err);
void sector_cache_abort(sector_cache_out *out);

/* t_aux: which stores there are, by the path of their directory (bincode). Returns its length; out
 * NULL: only that. */
size_t sector_t_aux(uint8_t *out, const char *dir, const sector_shape *shape);

/* The roots in a p_aux. */
cuzk_status sector_p_aux_read(const char *dir, node32 *comm_c, node32 *comm_r_last,
                              cuzk_error *err);

#endif
