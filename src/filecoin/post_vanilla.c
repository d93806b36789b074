/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reading and writing (docs/spec/c1.md §7). */
#include "filecoin/post_vanilla.h"
#include "filecoin/bincode.h"
#include <string.h>

typedef struct reader {
    post_vanilla *out;
    tree_shape tree;
} reader;

size_t post_sector_len(proof_kind kind, const sector_shape *shape)
{
    tree_shape tree = tree_shape_r(shape);

    /* id, comm_r, one sector, its paths, comm_c, comm_r_last */
    return 8 + 32 + 8 + 8 + post_paths(kind) * bincode_merkle_len(&tree) + 64;
}

static cuzk_status read_paths(bincode *b, const reader *r, post_sector *out)
{
    size_t n = r->out->paths;

    TRY(bincode_count(b, "inclusion_proofs", n, bincode_merkle_len(&r->tree)));
    out->paths = arena_alloc(b->arena, n, sizeof *out->paths);
    if (!out->paths)
        return err_no_memory(b->err, "the paths of a vanilla proof", n * sizeof *out->paths);
    for (size_t i = 0; i < n; i++) {
        bincode_push(b, "inclusion_proofs", (int64_t)i);
        TRY(bincode_merkle(b, &r->tree, &out->paths[i]));
        bincode_pop(b);
    }
    return CUZK_OK;
}

static cuzk_status read_sector(bincode *b, const reader *r, post_sector *out)
{
    TRY(bincode_u64(b, "sector_id", &out->id));
    TRY(bincode_node(b, "comm_r", &out->comm_r));
    TRY(bincode_count(b, "sectors", 1, 0));
    TRY(read_paths(b, r, out));
    TRY(bincode_node(b, "comm_c", &out->comm_c));
    TRY(bincode_node(b, "comm_r_last", &out->comm_r_last));
    return bincode_end(b);
}

static cuzk_status read_all(reader *r, const vanilla_items *items, cuzk_error *err)
{
    post_vanilla *out = r->out;
    bincode b;

    out->sectors = arena_alloc(out->arena, items->n, sizeof *out->sectors);
    if (!out->sectors)
        return err_no_memory(err, "vanilla proofs", items->n * sizeof *out->sectors);
    for (; out->n_sectors < items->n; out->n_sectors++) {
        bincode_open(&b, &items->item[out->n_sectors], out->arena, err);
        TRY(read_sector(&b, r, &out->sectors[out->n_sectors]));
    }
    return CUZK_OK;
}

cuzk_status post_vanilla_read(post_vanilla *out, const vanilla_items *items, proof_kind kind,
                              const sector_shape *shape, cuzk_error *err)
{
    reader r = { .out = out };
    cuzk_status status;

    memset(out, 0, sizeof *out);
    TRY(vanilla_items_require(items, kind, &shape, err));
    out->kind = kind;
    out->shape = shape;
    out->paths = post_paths(kind);
    out->items = items->item;
    r.tree = tree_shape_r(shape);
    out->arena = arena_new(0);
    status = out->arena ? read_all(&r, items, err) : err_no_memory(err, "vanilla proofs", 0);
    if (status != CUZK_OK)
        post_vanilla_free(out);
    return status;
}

void post_vanilla_free(post_vanilla *v)
{
    arena_free(v->arena);
    memset(v, 0, sizeof *v);
}

void post_sector_write(uint8_t *out, const post_vanilla *v, size_t sector)
{
    const post_sector *s = &v->sectors[sector];
    tree_shape tree = tree_shape_r(v->shape);

    out = bincode_put_u64(out, s->id);
    out = bincode_put_nodes(out, &s->comm_r, 1);
    out = bincode_put_u64(out, 1);
    out = bincode_put_u64(out, v->paths);
    for (unsigned i = 0; i < v->paths; i++)
        out = bincode_put_merkle(out, &tree, &s->paths[i]);
    out = bincode_put_nodes(out, &s->comm_c, 1);
    bincode_put_nodes(out, &s->comm_r_last, 1);
}
