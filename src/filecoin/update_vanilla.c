/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reading and writing (docs/spec/c1.md §8). */
#include "filecoin/update_vanilla.h"
#include "filecoin/bincode.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct trees {
    tree_shape d, r;
} trees;

static trees trees_of(const update_shape *s)
{
    return (trees) { tree_shape_d(s->sector), tree_shape_r(s->sector) };
}

static size_t challenge_len(const trees *t)
{
    return bincode_merkle_len(&t->d) + 2 * bincode_merkle_len(&t->r);
}

size_t update_partition_len(const update_shape *s)
{
    trees t = trees_of(s);

    return 32 + 8 + 32 * (size_t)s->apex + 8 + s->challenges * challenge_len(&t);
}

static cuzk_status read_challenge(bincode *b, const trees *t, update_challenge *out)
{
    const struct {
        const char *name;
        const tree_shape *tree;
        merkle_proof *path;
    } fields[] = { { "proof_r_old", &t->r, &out->r_old },
                   { "proof_d_new", &t->d, &out->d_new },
                   { "proof_r_new", &t->r, &out->r_new } };

    for (int i = 0; i < 3; i++) {
        bincode_push(b, fields[i].name, -1);
        TRY(bincode_merkle(b, fields[i].tree, fields[i].path));
        bincode_pop(b);
    }
    return CUZK_OK;
}

static cuzk_status read_partition(bincode *b, const update_shape *s, const trees *t,
                                  update_partition *out)
{
    TRY(bincode_node(b, "comm_c", &out->comm_c));
    TRY(bincode_count(b, "apex_leafs", s->apex, sizeof(node32)));
    TRY(bincode_nodes(b, "apex_leafs", &out->apex, s->apex));
    TRY(bincode_count(b, "challenge_proofs", s->challenges, challenge_len(t)));
    out->challenges = arena_alloc(b->arena, s->challenges, sizeof *out->challenges);
    if (!out->challenges)
        return err_no_memory(b->err, "the challenges of a vanilla proof",
                             s->challenges * sizeof *out->challenges);
    for (unsigned i = 0; i < s->challenges; i++) {
        bincode_push(b, "challenge_proofs", i);
        TRY(read_challenge(b, t, &out->challenges[i]));
        bincode_pop(b);
    }
    return bincode_end(b);
}

static cuzk_status read_all(update_vanilla *out, const vanilla_items *items, cuzk_error *err)
{
    const update_shape *s = out->shape;
    trees t = trees_of(s);
    bincode b;

    out->partitions = arena_alloc(out->arena, items->n, sizeof *out->partitions);
    if (!out->partitions)
        return err_no_memory(err, "vanilla proofs", items->n * sizeof *out->partitions);
    for (size_t k = 0; k < items->n; k++) {
        bincode_open(&b, &items->item[k], out->arena, err);
        TRY(read_partition(&b, s, &t, &out->partitions[k]));
    }
    return CUZK_OK;
}

static cuzk_status require_partitions(const vanilla_items *items, const update_shape *s,
                                      cuzk_error *err)
{
    if (items->n == s->partitions)
        return CUZK_OK;
    err_set(err, CUZK_BAD_INPUT, "wrong-length",
            "a sector update of %s has %u partition proof%s, here %s %zu", s->sector->name,
            s->partitions, s->partitions == 1 ? "" : "s", items->n == 1 ? "is" : "are", items->n);
    err_at(err, items->item[0].file, NULL, -1);
    err_expected(err, "%u", s->partitions);
    err_found(err, "%zu", items->n);
    return CUZK_BAD_INPUT;
}

static cuzk_status read_partitions(update_vanilla *out, const vanilla_items *items,
                                   const sector_shape *shape, bool all, cuzk_error *err)
{
    cuzk_status status;

    memset(out, 0, sizeof *out);
    TRY(vanilla_items_require(items, KIND_UPDATE, &shape, err));
    if (all)
        TRY(require_partitions(items, update_shape_of(shape), err));
    out->shape = update_shape_of(shape);
    out->items = items->item;
    out->arena = arena_new(0);
    status = out->arena ? read_all(out, items, err) : err_no_memory(err, "vanilla proofs", 0);
    if (status != CUZK_OK)
        update_vanilla_free(out);
    return status;
}

cuzk_status update_vanilla_read(update_vanilla *out, const vanilla_items *items,
                                const sector_shape *shape, cuzk_error *err)
{
    return read_partitions(out, items, shape, true, err);
}

cuzk_status update_vanilla_read_some(update_vanilla *out, const vanilla_items *items,
                                     const sector_shape *shape, cuzk_error *err)
{
    return read_partitions(out, items, shape, false, err);
}

void update_vanilla_free(update_vanilla *v)
{
    arena_free(v->arena);
    memset(v, 0, sizeof *v);
}

void update_partition_write(uint8_t *out, const update_vanilla *v, unsigned partition)
{
    const update_partition *p = &v->partitions[partition];
    trees t = trees_of(v->shape);

    out = bincode_put_nodes(out, &p->comm_c, 1);
    out = bincode_put_u64(out, v->shape->apex);
    out = bincode_put_nodes(out, p->apex, v->shape->apex);
    out = bincode_put_u64(out, v->shape->challenges);
    for (unsigned i = 0; i < v->shape->challenges; i++) {
        out = bincode_put_merkle(out, &t.r, &p->challenges[i].r_old);
        out = bincode_put_merkle(out, &t.d, &p->challenges[i].d_new);
        out = bincode_put_merkle(out, &t.r, &p->challenges[i].r_new);
    }
}
