/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/replica.h"
#include "filecoin/merkle.h"
#include "filecoin/sector_cache.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void fill_nodes(const void *ctx, node32 *out, uint64_t first, size_t n)
{
    memcpy(out, ((const replica *)ctx)->nodes + first, n * sizeof *out);
}

/* Nodes of a file that has exactly so many. */
static cuzk_status map_nodes(const node32 **out, file_map *m, const char *path, uint64_t n,
                             cuzk_error *err)
{
    TRY(file_map_open(m, path, err));
    *out = (const node32 *)(const void *)m->data;
    if (m->len == n * sizeof **out)
        return CUZK_OK;
    err_set(err, CUZK_BAD_INPUT, "wrong-length", "the file is not that of such a sector");
    err_at(err, path, NULL, -1);
    err_expected(err, "%" PRIu64 " bytes", n * (uint64_t)sizeof **out);
    err_found(err, "%zu", m->len);
    return CUZK_BAD_INPUT;
}

static cuzk_status build_tree(replica *r, const char *path, cuzk_error *err)
{
    cuzk_status status;

    work_phase_begin(r->work, "tree R", r->shape->nodes);
    status = dense_tree_build(&r->tree, NULL, r->work, err);
    work_phase_end(r->work);
    if (status == CUZK_BAD_INPUT)
        err_at(err, path, NULL, -1);
    return status;
}

static cuzk_status open_tree(replica *r, const char *path, const char *cache_dir, cuzk_error *err)
{
    char tree_path[4096];
    node32 root;

    r->tree = (dense_tree) {
        .shape = tree_shape_r(r->shape), .poseidon = true, .fill = fill_nodes, .fill_ctx = r
    };
    r->tree.first_row = dense_tree_first_row_r(&r->tree.shape);
    TRY(sector_cache_path(tree_path, cache_dir, CACHE_TREE_R, err));
    if (access(tree_path, F_OK) == 0) {
        path = tree_path;
        TRY(map_nodes(&r->tree.rows, &r->tree_file, tree_path,
                      dense_tree_rows_n(&r->tree.shape, r->tree.first_row), err));
    } else {
        TRY(build_tree(r, path, err));
    }
    root = dense_tree_root(&r->tree);
    if (!memcmp(&root, &r->comm_r_last, sizeof root))
        return CUZK_OK;
    err_set(err, CUZK_NO, "wrong-root", "the root of tree R is not that in p_aux");
    err_at(err, path, NULL, -1);
    return CUZK_NO;
}

static cuzk_status open_all(replica *r, const char *path, const char *cache_dir, cuzk_error *err)
{
    if (r->shape->sub_arity) {
        err_set(err, CUZK_BAD_INPUT, "too-large", "replicas of %s are not read here",
                r->shape->name);
        err_at(err, path, NULL, -1);
        err_expected(err, "512MiB or less");
        err_found(err, "%s", r->shape->name);
        return CUZK_BAD_INPUT;
    }
    TRY(map_nodes(&r->nodes, &r->file, path, r->shape->nodes, err));
    TRY(sector_p_aux_read(cache_dir, &r->comm_c, &r->comm_r_last, err));
    if (!merkle_comm_r(&r->comm_r, &r->comm_c, &r->comm_r_last)) {
        err_set(err, CUZK_BAD_INPUT, "not-canonical", "a root in p_aux is above the modulus");
        err_at(err, cache_dir, "p_aux", -1);
        return CUZK_BAD_INPUT;
    }
    return open_tree(r, path, cache_dir, err);
}

cuzk_status replica_open(replica *out, const sector_shape *shape, const char *path,
                         const char *cache_dir, work *w, cuzk_error *err)
{
    cuzk_status status;

    *out = (replica) { .shape = shape, .work = w, .file = { .fd = -1 }, .tree_file = { .fd = -1 } };
    status = open_all(out, path, cache_dir, err);
    if (status != CUZK_OK)
        replica_close(out);
    return status;
}

void replica_close(replica *r)
{
    if (!r->work)
        return;
    dense_tree_free(&r->tree, r->work);
    file_map_close(&r->file);
    file_map_close(&r->tree_file);
    memset(r, 0, sizeof *r);
}
