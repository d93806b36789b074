/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/update_make.h"
#include "filecoin/fr32.h"
#include "filecoin/merkle.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void fill_data(const void *ctx, node32 *out, uint64_t first, size_t n)
{
    const updated *u = ctx;

    fr32_nodes(out, u->data, u->len, first, n);
}

static void fill_replica(const void *ctx, node32 *out, uint64_t first, size_t n)
{
    memcpy(out, ((const updated *)ctx)->nodes + first, n * sizeof *out);
}

/* The row of tree D whose nodes are the apex leaves of all partitions. */
static unsigned apex_row(const update_shape *s)
{
    return s->sector->lg_nodes - s->lg_partitions - s->lg_apex;
}

static cuzk_status build_tree(updated *u, dense_tree *t, const char *phase, file_out *out,
                              cuzk_error *err)
{
    cuzk_status status;

    work_phase_begin(u->work, phase, u->old->shape->nodes);
    status = dense_tree_build(t, out, u->work, err);
    work_phase_end(u->work);
    return status;
}

static cuzk_status commit_data(updated *u, sector_cache_out *cache, cuzk_error *err)
{
    unsigned row = apex_row(u->statement.shape);

    u->tree_d = (dense_tree) { .shape = tree_shape_d(u->old->shape),
                               .first_row = row < 5 ? row : 5,
                               .fill = fill_data,
                               .fill_ctx = u };
    TRY(build_tree(u, &u->tree_d, "tree D", cache ? &cache->file[CACHE_TREE_D] : NULL, err));
    u->statement.comm_d_new = dense_tree_root(&u->tree_d);
    return CUZK_OK;
}

/* --- encoding --- */

typedef struct encoding {
    updated *u;
    const fr *rho; /* of each value of a node's h high bits */
    unsigned low_bits;
    _Atomic bool not_canonical; /* a node of the old replica is not */
} encoding;

static void encode_range(void *ctx, size_t begin, size_t end, unsigned thread)
{
    encoding *e = ctx;

    (void)thread;
    for (size_t i = begin; i < end; i++) {
        node32 data;
        fr value, old;

        fill_data(e->u, &data, i, 1);
        fr_from_bytes_le(&value, data.b); /* below 2^254 */
        if (!fr_from_bytes_le(&old, e->u->old->nodes[i].b)) {
            e->not_canonical = true;
            return;
        }
        fr_mul(&value, &value, &e->rho[i >> e->low_bits]);
        fr_add(&value, &value, &old);
        fr_to_bytes_le(e->u->nodes[i].b, &value);
    }
    work_advance(e->u->work, end - begin);
}

static cuzk_status run_encoding(encoding *e, cuzk_error *err)
{
    updated *u = e->u;

    work_phase_begin(u->work, "replica", u->old->shape->nodes);
    work_for(u->work, u->old->shape->nodes, 4096, encode_range, e);
    work_phase_end(u->work);
    TRY(work_status(u->work, err));
    if (!e->not_canonical)
        return CUZK_OK;
    err_set(err, CUZK_BAD_INPUT, "not-canonical", "a node of the replica is above the modulus");
    err_at(err, u->old->file.path, NULL, -1);
    return CUZK_BAD_INPUT;
}

static cuzk_status encode(updated *u, cuzk_error *err)
{
    const update_statement *s = &u->statement;
    const size_t n = (size_t)1 << s->h;
    encoding e = { .u = u, .low_bits = u->old->shape->lg_nodes - s->h };
    cuzk_status status;
    fr *rho, phi;

    if (!update_phi(&phi, &s->comm_d_new, &s->comm_r_old))
        return err_set(err, CUZK_FAULT, "not-canonical", "a commitment is above the modulus");
    u->nodes = work_alloc(u->work, u->old->shape->size, "the new replica", err);
    if (!u->nodes)
        return CUZK_NO_RESOURCES;
    rho = malloc(n * sizeof *rho);
    if (!rho)
        return err_no_memory(err, "factors", n * sizeof *rho);
    for (size_t i = 0; i < n; i++)
        update_rho(&rho[i], &phi, s->shape, s->h, (uint64_t)i << e.low_bits);
    e.rho = rho;
    status = run_encoding(&e, err);
    free(rho);
    return status;
}

/* comm_r_new = H(comm_c, root of the new tree R) */
static cuzk_status commit_replica(updated *u, sector_cache_out *cache, cuzk_error *err)
{
    u->tree_r = (dense_tree) {
        .shape = tree_shape_r(u->old->shape), .poseidon = true, .fill = fill_replica, .fill_ctx = u
    };
    u->tree_r.first_row = dense_tree_first_row_r(&u->tree_r.shape);
    TRY(build_tree(u, &u->tree_r, "tree R", NULL, err));
    if (cache)
        TRY(file_out_write(&cache->file[CACHE_TREE_R], u->tree_r.rows, u->tree_r.owned_len, err));
    u->comm_r_last = dense_tree_root(&u->tree_r);
    merkle_comm_r(&u->statement.comm_r_new, &u->old->comm_c, &u->comm_r_last);
    return CUZK_OK;
}

static cuzk_status update(updated *u, sector_cache_out *cache, cuzk_error *err)
{
    TRY(fr32_check_len(u->old->shape, u->len, err));
    TRY(commit_data(u, cache, err));
    TRY(encode(u, err));
    return commit_replica(u, cache, err);
}

cuzk_status update_sector(updated *out, const replica *old, const uint8_t *data, uint64_t len,
                          unsigned h, sector_cache_out *cache, work *w, cuzk_error *err)
{
    cuzk_status status;

    *out = (updated) {
        .statement = { .shape = update_shape_of(old->shape), .h = h, .comm_r_old = old->comm_r },
        .old = old,
        .data = data,
        .len = len,
        .work = w,
    };
    status = update(out, cache, err);
    if (status != CUZK_OK)
        updated_free(out);
    return status;
}

void updated_free(updated *u)
{
    if (!u->work)
        return;
    work_dealloc(u->work, u->nodes, u->old->shape->size);
    dense_tree_free(&u->tree_d, u->work);
    dense_tree_free(&u->tree_r, u->work);
    memset(u, 0, sizeof *u);
}

/* --- the proofs --- */

static cuzk_status make_partition(update_vanilla *out, const updated *u, const fr *comm_r_new,
                                  unsigned k, cuzk_error *err)
{
    const update_shape *s = out->shape;
    update_partition *p = &out->partitions[k];
    uint64_t nodes[UPDATE_MAX_CHALLENGES];

    p->comm_c = u->old->comm_c;
    node32 *apex = arena_alloc(out->arena, s->apex, sizeof *apex);
    p->challenges = arena_alloc(out->arena, s->challenges, sizeof *p->challenges);
    if (!apex || !p->challenges)
        return err_no_memory(err, "a vanilla proof", s->challenges * sizeof *p->challenges);
    memcpy(apex, dense_tree_row(&u->tree_d, apex_row(s)) + (size_t)k * s->apex,
           s->apex * sizeof *apex);
    p->apex = apex;
    update_challenges(nodes, s, comm_r_new, k);
    for (unsigned i = 0; i < s->challenges; i++) {
        update_challenge *c = &p->challenges[i];
        TRY(dense_tree_prove(&u->old->tree, nodes[i], &c->r_old, out->arena, err));
        TRY(dense_tree_prove(&u->tree_d, nodes[i], &c->d_new, out->arena, err));
        TRY(dense_tree_prove(&u->tree_r, nodes[i], &c->r_new, out->arena, err));
    }
    return CUZK_OK;
}

static cuzk_status make_all(update_vanilla *out, const updated *u, cuzk_error *err)
{
    const update_shape *s = out->shape;
    fr comm_r_new;

    out->partitions = arena_alloc(out->arena, s->partitions, sizeof *out->partitions);
    if (!out->partitions)
        return err_no_memory(err, "vanilla proofs", s->partitions * sizeof *out->partitions);
    fr_from_bytes_le(&comm_r_new, u->statement.comm_r_new.b); /* a hash */
    for (unsigned k = 0; k < s->partitions; k++)
        TRY(make_partition(out, u, &comm_r_new, k, err));
    return CUZK_OK;
}

cuzk_status update_make(update_vanilla *out, const updated *u, cuzk_error *err)
{
    cuzk_status status;

    *out = (update_vanilla) { .shape = u->statement.shape, .arena = arena_new(0) };
    status = out->arena ? make_all(out, u, err) : err_no_memory(err, "vanilla proofs", 0);
    if (status != CUZK_OK)
        update_vanilla_free(out);
    return status;
}
