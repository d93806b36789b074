/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/sector_cache.h"
#include "base/bytes.h"
#include "filecoin/dense_tree.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- names --- */

static void id_of(char out[16], sector_cache_file file)
{
    if (file >= CACHE_LAYERS)
        snprintf(out, 16, "layer-%d", file - CACHE_LAYERS + 1);
    else
        snprintf(out, 16, "%s",
                 file == CACHE_TREE_D   ? "tree-d"
                 : file == CACHE_TREE_C ? "tree-c"
                                        : "tree-r-last");
}

cuzk_status sector_cache_path(char out[4096], const char *dir, sector_cache_file file,
                              cuzk_error *err)
{
    char id[16], name[64];

    id_of(id, file);
    snprintf(name, sizeof name, "sc-02-data-%s.dat", id);
    if (file == CACHE_P_AUX || file == CACHE_T_AUX)
        strcpy(name, file == CACHE_P_AUX ? "p_aux" : "t_aux");
    return file_path_join(out, 4096, dir, name) ? CUZK_OK
                                                : err_system(err, ENAMETOOLONG, "write in", dir);
}

/* --- t_aux --- */

/* A trait of the store the official crates keep trees in: how many rows of a tree may be left out
 * of its file, 7 of a binary tree and 2 of another, were they there. */
static uint64_t rows_to_discard(unsigned depth, unsigned most)
{
    unsigned between = depth - 1;

    return between < most ? between : most;
}

static size_t put(uint8_t *out, size_t at, const void *data, size_t len)
{
    if (out)
        memcpy(out + at, data, len);
    return at + len;
}

static size_t put_u64(uint8_t *out, size_t at, uint64_t v)
{
    uint8_t le[8];

    store_le64(le, v);
    return put(out, at, le, sizeof le);
}

static size_t put_text(uint8_t *out, size_t at, const char *text)
{
    return put(out, put_u64(out, at, strlen(text)), text, strlen(text));
}

/* A store: its directory, its id, that it has this many nodes, the rows left out. */
static size_t put_store(uint8_t *out, size_t at, const char *dir, sector_cache_file file,
                        uint64_t n, uint64_t discard)
{
    static const uint8_t some = 1;
    char id[16];

    id_of(id, file);
    at = put_text(out, put_text(out, at, dir), id);
    at = put_u64(out, put(out, at, &some, 1), n);
    return put_u64(out, at, discard);
}

size_t sector_t_aux(uint8_t *out, const char *dir, const sector_shape *shape)
{
    const tree_shape d = tree_shape_d(shape), r = tree_shape_r(shape);
    const uint64_t of_d = rows_to_discard(d.depth, 7), of_r = rows_to_discard(r.depth, 2);
    size_t at = put_u64(out, 0, shape->layers);

    for (unsigned i = 0; i < shape->layers; i++)
        at = put_store(out, at, dir, (sector_cache_file)(CACHE_LAYERS + i), shape->nodes, of_d);
    at = put_store(out, at, dir, CACHE_TREE_D, dense_tree_rows_n(&d, 0), of_d);
    at = put_store(out, at, dir, CACHE_TREE_R, dense_tree_rows_n(&r, 0), of_r);
    return put_store(out, at, dir, CACHE_TREE_C, dense_tree_rows_n(&r, 0), of_r);
}

/* --- writing --- */

static bool has_file(const sector_shape *shape, bool update, int file)
{
    if (file >= CACHE_LAYERS)
        return !update && file < CACHE_LAYERS + (int)shape->layers;
    return !update || (file != CACHE_TREE_C && file != CACHE_T_AUX);
}

static uint64_t len_of(const sector_shape *shape, int file)
{
    const tree_shape d = tree_shape_d(shape), r = tree_shape_r(shape);

    if (file >= CACHE_LAYERS)
        return shape->size;
    if (file == CACHE_TREE_D)
        return 32 * dense_tree_rows_n(&d, 0);
    return file == CACHE_TREE_C ? 32 * dense_tree_rows_n(&r, 0) : 0;
}

cuzk_status sector_cache_create(sector_cache_out **out, const char *dir, const sector_shape *shape,
                                bool update, cuzk_error *err)
{
    sector_cache_out *c = calloc(1, sizeof *c);
    cuzk_status status = CUZK_OK;
    char path[4096];

    *out = NULL;
    if (!c)
        return err_no_memory(err, "a cache directory", sizeof *c);
    c->dir = dir;
    c->shape = shape;
    for (int i = 0; i < CACHE_FILES; i++)
        c->file[i].fd = -1;
    status = file_make_dirs(dir, err);
    for (int i = 0; i < CACHE_FILES && status == CUZK_OK; i++) {
        if (!has_file(shape, update, i))
            continue;
        status = sector_cache_path(path, dir, (sector_cache_file)i, err);
        if (status == CUZK_OK)
            status = file_out_open(&c->file[i], path, len_of(shape, i), 0644, err);
    }
    if (status != CUZK_OK) {
        sector_cache_abort(c);
        return status;
    }
    *out = c;
    return CUZK_OK;
}

static cuzk_status write_aux(sector_cache_out *c, const node32 *comm_c, const node32 *comm_r_last,
                             cuzk_error *err)
{
    size_t len = sector_t_aux(NULL, c->dir, c->shape);
    cuzk_status status = CUZK_OK;

    if (c->file[CACHE_T_AUX].fd >= 0) {
        uint8_t *t_aux = malloc(len);
        if (!t_aux)
            return err_no_memory(err, "t_aux", len);
        sector_t_aux(t_aux, c->dir, c->shape);
        status = file_out_write(&c->file[CACHE_T_AUX], t_aux, len, err);
        free(t_aux);
    }
    if (status == CUZK_OK)
        status = file_out_write(&c->file[CACHE_P_AUX], comm_c, sizeof *comm_c, err);
    if (status == CUZK_OK)
        status = file_out_write(&c->file[CACHE_P_AUX], comm_r_last, sizeof *comm_r_last, err);
    return status;
}

/* p_aux comes last: where it is, the rest is. */
cuzk_status sector_cache_commit(sector_cache_out *c, const node32 *comm_c,
                                const node32 *comm_r_last, cuzk_error *err)
{
    cuzk_status status;

    if (!c)
        return CUZK_OK;
    status = write_aux(c, comm_c, comm_r_last, err);
    for (int i = 0; i < CACHE_FILES && status == CUZK_OK; i++) {
        if (c->file[i].fd >= 0 && i != CACHE_P_AUX)
            status = file_out_commit(&c->file[i], err);
    }
    if (status == CUZK_OK)
        status = file_out_commit(&c->file[CACHE_P_AUX], err);
    sector_cache_abort(c);
    return status;
}

void sector_cache_abort(sector_cache_out *c)
{
    if (!c)
        return;
    for (int i = 0; i < CACHE_FILES; i++)
        file_out_abort(&c->file[i]);
    free(c);
}

/* --- reading --- */

cuzk_status sector_p_aux_read(const char *dir, node32 *comm_c, node32 *comm_r_last, cuzk_error *err)
{
    char path[4096];
    uint8_t *data;
    size_t len;

    TRY(sector_cache_path(path, dir, CACHE_P_AUX, err));
    TRY(file_read(&data, &len, path, 4096, err));
    if (len == 64) {
        memcpy(comm_c, data, 32);
        memcpy(comm_r_last, data + 32, 32);
    }
    free(data);
    if (len == 64)
        return CUZK_OK;
    err_set(err, CUZK_BAD_INPUT, "wrong-length", "p_aux is not two commitments");
    err_at(err, path, NULL, -1);
    err_expected(err, "64 bytes");
    err_found(err, "%zu", len);
    return CUZK_BAD_INPUT;
}
