/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The leaves are cut into blocks, each the leaves of one subtree; a thread makes a block's rows in
 * a buffer of its own, and hands on what is to be kept. What is above the blocks is small. */
#include "filecoin/dense_tree.h"
#include "filecoin/merkle.h"
#include <assert.h>
#include <string.h>

uint64_t dense_tree_row_n(const tree_shape *shape, unsigned row)
{
    uint64_t n = 1;

    for (unsigned i = row; i < shape->depth; i++)
        n *= shape->arity[i];
    return n;
}

uint64_t dense_tree_rows_n(const tree_shape *shape, unsigned first_row)
{
    uint64_t n = 0;

    for (unsigned row = first_row; row <= shape->depth; row++)
        n += dense_tree_row_n(shape, row);
    return n;
}

unsigned dense_tree_first_row_r(const tree_shape *shape)
{
    unsigned between = shape->depth - 1; /* rows between leaves and root */

    return 1 + (between < 2 ? between : 2);
}

/* The place of a row among those from `first` on. */
static uint64_t row_offset(const tree_shape *shape, unsigned first, unsigned row)
{
    return dense_tree_rows_n(shape, first) - dense_tree_rows_n(shape, row);
}

/* Row + 1 from row: n parents. False when a node is not canonical. */
static bool hash_row(const dense_tree *t, unsigned row, node32 *out, const node32 *in, size_t n)
{
    if (t->poseidon)
        return merkle_hash_many(out, in, t->shape.arity[row], n);
    for (size_t i = 0; i < n; i++)
        merkle_hash_pair(&out[i], &in[2 * i]);
    return true;
}

/* --- building --- */

typedef struct building {
    dense_tree *t;
    file_out *out;
    work *work;
    unsigned block_rows; /* above the leaves of a block */
    size_t block;        /* leaves of a block */
    node32 *buffers;     /* a thread: the rows of a block, leaves first */
    size_t buffer_n;
    unsigned row; /* of the step above the blocks */
    _Atomic int failed;
    cuzk_error error; /* of the first that failed */
} building;

static void fail(building *b, cuzk_error *e)
{
    if (atomic_fetch_add(&b->failed, 1) == 0)
        b->error = *e;
}

/* Nodes [first, first + n) of a row go to where they are wanted. */
static cuzk_status keep(const building *b, unsigned row, uint64_t first, const node32 *nodes,
                        size_t n, cuzk_error *err)
{
    dense_tree *t = b->t;

    if (row >= t->first_row)
        memcpy(t->owned + row_offset(&t->shape, t->first_row, row) + first, nodes,
               n * sizeof *nodes);
    if (!b->out)
        return CUZK_OK;
    return file_out_write_at(b->out, (row_offset(&t->shape, 0, row) + first) * sizeof *nodes, nodes,
                             n * sizeof *nodes, err);
}

static cuzk_status not_canonical(cuzk_error *err)
{
    return err_set(err, CUZK_BAD_INPUT, "not-canonical",
                   "a node of the sector is at or above the modulus");
}

static cuzk_status build_block(const building *b, uint64_t i, node32 *buffer, cuzk_error *err)
{
    dense_tree *t = b->t;
    size_t n = b->block;
    node32 *above = buffer + n;

    t->fill(t->fill_ctx, buffer, i * n, n);
    for (unsigned row = 0;; row++) {
        TRY(keep(b, row, i * n, buffer, n, err));
        if (row == b->block_rows)
            return CUZK_OK;
        n /= t->shape.arity[row];
        if (!hash_row(t, row, above, buffer, n))
            return not_canonical(err);
        buffer = above;
        above += n;
    }
}

static void build_blocks(void *ctx, size_t begin, size_t end, unsigned thread)
{
    building *b = ctx;
    cuzk_error err;

    for (size_t i = begin; i < end && !work_cancelled(b->work) && !b->failed; i++) {
        if (build_block(b, i, b->buffers + thread * b->buffer_n, &err) != CUZK_OK)
            fail(b, &err);
        work_advance(b->work, b->block);
    }
}

/* Nodes [begin, end) of the row above b->row, which is kept. */
static void build_above(void *ctx, size_t begin, size_t end, unsigned thread)
{
    building *b = ctx;
    dense_tree *t = b->t;
    unsigned row = b->row;
    node32 *to = t->owned + row_offset(&t->shape, t->first_row, row + 1) + begin;
    const node32 *from = dense_tree_row(t, row) + begin * t->shape.arity[row];
    cuzk_error err;

    (void)thread;
    if (!hash_row(t, row, to, from, end - begin)) {
        not_canonical(&err);
        fail(b, &err);
    } else if (b->out) {
        uint64_t at = row_offset(&t->shape, 0, row + 1) + begin;
        if (file_out_write_at(b->out, at * sizeof *to, to, (end - begin) * sizeof *to, &err) !=
            CUZK_OK)
            fail(b, &err);
    }
}

static cuzk_status build_all(building *b, cuzk_error *err)
{
    dense_tree *t = b->t;

    work_for(b->work, dense_tree_row_n(&t->shape, b->block_rows), 1, build_blocks, b);
    for (b->row = b->block_rows; b->row < t->shape.depth && !b->failed; b->row++)
        work_for(b->work, dense_tree_row_n(&t->shape, b->row + 1), 64, build_above, b);
    TRY(work_status(b->work, err));
    if (!b->failed)
        return CUZK_OK;
    if (err)
        *err = b->error;
    return b->error.status;
}

cuzk_status dense_tree_build(dense_tree *t, file_out *out, work *w, cuzk_error *err)
{
    building b = { .t = t, .out = out, .work = w, .block = 1 };
    cuzk_status status;

    while (b.block_rows < t->shape.depth &&
           b.block * t->shape.arity[b.block_rows] <= DENSE_TREE_MAX_FILL) {
        b.block *= t->shape.arity[b.block_rows++];
        b.buffer_n += b.block; /* more than the rows above the leaves take, whatever the arity */
    }
    b.buffer_n += b.block;
    assert(t->first_row >= 1 && t->first_row <= b.block_rows);
    t->owned_len = dense_tree_rows_n(&t->shape, t->first_row) * sizeof *t->owned;
    t->owned = work_alloc(w, t->owned_len, "a tree", err);
    if (!t->owned)
        return CUZK_NO_RESOURCES;
    t->rows = t->owned;
    size_t buffers_len = w->threads * b.buffer_n * sizeof *b.buffers;
    b.buffers = work_alloc(w, buffers_len, "rows of a tree", err);
    status = b.buffers ? build_all(&b, err) : CUZK_NO_RESOURCES;
    if (b.buffers)
        work_dealloc(w, b.buffers, buffers_len);
    if (status != CUZK_OK)
        dense_tree_free(t, w);
    return status;
}

void dense_tree_free(dense_tree *t, work *w)
{
    if (t->owned)
        work_dealloc(w, t->owned, t->owned_len);
    t->owned = NULL;
    t->rows = NULL;
}

/* --- using --- */

const node32 *dense_tree_row(const dense_tree *t, unsigned row)
{
    return t->rows + row_offset(&t->shape, t->first_row, row);
}

node32 dense_tree_root(const dense_tree *t)
{
    return *dense_tree_row(t, t->shape.depth);
}

/* The siblings of child `index` of a row; `children` are those of its parent. */
static cuzk_status put_level(merkle_level *out, uint32_t arity, uint64_t index,
                             const node32 *children, arena *a, cuzk_error *err)
{
    uint32_t child = (uint32_t)(index % arity);
    node32 *siblings = arena_alloc(a, arity - 1, sizeof *siblings);

    if (!siblings)
        return err_no_memory(err, "a path", (arity - 1) * sizeof *siblings);
    memcpy(siblings, children, child * sizeof *siblings);
    memcpy(siblings + child, children + child + 1, (arity - 1 - child) * sizeof *siblings);
    *out = (merkle_level) { arity, child, siblings };
    return CUZK_OK;
}

/* The levels below first_row, from the subtree of that row the leaf is in. */
static cuzk_status prove_below(const dense_tree *t, uint64_t index, merkle_proof *out, arena *a,
                               cuzk_error *err)
{
    static _Thread_local node32 rows[2][DENSE_TREE_MAX_FILL];
    size_t n = 1;

    for (unsigned row = 0; row < t->first_row; row++)
        n *= t->shape.arity[row];
    assert(n <= DENSE_TREE_MAX_FILL);
    t->fill(t->fill_ctx, rows[0], index - index % n, n);
    out->leaf = rows[0][index % n];
    for (unsigned row = 0; row < t->first_row; row++) {
        uint32_t arity = t->shape.arity[row];
        const node32 *in = rows[row % 2];
        uint64_t in_row = index % n;

        TRY(put_level(&out->level[row], arity, index, in + (in_row - in_row % arity), a, err));
        n /= arity;
        if (!hash_row(t, row, rows[(row + 1) % 2], in, n))
            return not_canonical(err);
        index /= arity;
    }
    return CUZK_OK;
}

cuzk_status dense_tree_prove(const dense_tree *t, uint64_t index, merkle_proof *out, arena *a,
                             cuzk_error *err)
{
    out->root = dense_tree_root(t);
    out->depth = t->shape.depth;
    TRY(prove_below(t, index, out, a, err));
    for (unsigned row = 0; row < t->first_row; row++)
        index /= t->shape.arity[row];
    for (unsigned row = t->first_row; row < t->shape.depth; row++) {
        uint32_t arity = t->shape.arity[row];
        TRY(put_level(&out->level[row], arity, index,
                      dense_tree_row(t, row) + (index - index % arity), a, err));
        index /= arity;
    }
    return CUZK_OK;
}
