/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/seal.h"
#include "field/fr.h"
#include "filecoin/c1_open.h"
#include "filecoin/challenges.h"
#include "filecoin/fr32.h"
#include "filecoin/label_layer.h"
#include "filecoin/merkle.h"
#include "filecoin/replica_id.h"
#include <string.h>

#define MAX_SIZE (UINT64_C(512) << 20)

/* --- leaves of the trees --- */

static void fill_data(const void *ctx, node32 *out, uint64_t first, size_t n)
{
    const sealed *s = ctx;

    fr32_nodes(out, s->request.data, s->request.len, first, n);
}

static void fill_replica(const void *ctx, node32 *out, uint64_t first, size_t n)
{
    memcpy(out, ((const sealed *)ctx)->replica + first, n * sizeof *out);
}

/* Hashes of columns, a few at a time. */
static void fill_columns(const void *ctx, node32 *out, uint64_t first, size_t n)
{
    enum { FEW = 64 };
    const sealed *s = ctx;
    const unsigned layers = s->shape->layers;
    node32 rows[FEW * SECTOR_MAX_LAYERS];

    for (size_t done = 0; done < n; done += FEW) {
        size_t now = n - done < FEW ? n - done : FEW;

        for (size_t i = 0; i < now; i++) {
            for (unsigned layer = 0; layer < layers; layer++)
                rows[i * layers + layer] = s->labels[layer][first + done + i];
        }
        merkle_hash_many(out + done, rows, layers, now); /* labels are canonical */
    }
}

/* --- steps --- */

static cuzk_status build_tree(sealed *s, dense_tree *t, const char *phase, file_out *out,
                              cuzk_error *err)
{
    cuzk_status status;

    work_phase_begin(s->work, phase, s->shape->nodes);
    status = dense_tree_build(t, out, s->work, err);
    work_phase_end(s->work);
    return status;
}

static file_out *cache_file(sector_cache_out *cache, unsigned file)
{
    return cache ? &cache->file[file] : NULL;
}

/* comm_d, and with it whose sector it is and what its graph looks like. */
static cuzk_status commit_data(sealed *s, sector_cache_out *cache, cuzk_error *err)
{
    const seal_request *r = &s->request;

    s->tree_d = (dense_tree) {
        .shape = tree_shape_d(s->shape), .first_row = 5, .fill = fill_data, .fill_ctx = s
    };
    TRY(build_tree(s, &s->tree_d, "tree D", cache_file(cache, CACHE_TREE_D), err));
    s->comm_d = dense_tree_root(&s->tree_d);
    replica_id_compute(&s->replica_id, r->prover_id, r->sector, r->ticket, &s->comm_d, r->porep_id);
    graph_init(&s->graph, s->shape->nodes, r->seal->version, r->porep_id);
    return CUZK_OK;
}

static cuzk_status make_layers(sealed *s, sector_cache_out *cache, cuzk_error *err)
{
    const node32 *below = NULL;

    for (unsigned i = 0; i < s->shape->layers; i++) {
        s->labels[i] = work_alloc(s->work, s->shape->size, "labels", err);
        if (!s->labels[i])
            return CUZK_NO_RESOURCES;
        TRY(label_layer(s->labels[i], below, &s->graph, &s->replica_id, i + 1, s->work, err));
        if (cache)
            TRY(file_out_write(&cache->file[CACHE_LAYERS + i], s->labels[i], s->shape->size, err));
        below = s->labels[i];
    }
    return CUZK_OK;
}

static cuzk_status label(sealed *s, sector_cache_out *cache, cuzk_error *err)
{
    cuzk_status status;

    work_phase_begin(s->work, "labels", s->shape->layers * s->shape->nodes);
    status = make_layers(s, cache, err);
    work_phase_end(s->work);
    return status;
}

/* replica = last label + data */
static void encode_range(void *ctx, size_t begin, size_t end, unsigned thread)
{
    const sealed *s = ctx;
    const node32 *keys = s->labels[s->shape->layers - 1];

    (void)thread;
    for (size_t i = begin; i < end; i++) {
        node32 data;
        fr key, value;

        fill_data(s, &data, i, 1);
        fr_from_bytes_le(&key, keys[i].b); /* both are below 2^254 */
        fr_from_bytes_le(&value, data.b);
        fr_add(&value, &value, &key);
        fr_to_bytes_le(s->replica[i].b, &value);
    }
    work_advance(s->work, end - begin);
}

static cuzk_status encode(sealed *s, cuzk_error *err)
{
    s->replica = work_alloc(s->work, s->shape->size, "the replica", err);
    if (!s->replica)
        return CUZK_NO_RESOURCES;
    work_phase_begin(s->work, "replica", s->shape->nodes);
    work_for(s->work, s->shape->nodes, 4096, encode_range, s);
    work_phase_end(s->work);
    return work_status(s->work, err);
}

/* comm_r = H(comm_c, comm_r_last) */
static cuzk_status commit_replica(sealed *s, sector_cache_out *cache, cuzk_error *err)
{
    dense_tree tree = { .shape = tree_shape_r(s->shape), .poseidon = true, .fill_ctx = s };

    tree.first_row = dense_tree_first_row_r(&tree.shape);
    s->tree_c = s->tree_r = tree;
    s->tree_c.fill = fill_columns;
    s->tree_r.fill = fill_replica;
    TRY(build_tree(s, &s->tree_c, "tree C", cache_file(cache, CACHE_TREE_C), err));
    TRY(build_tree(s, &s->tree_r, "tree R", NULL, err));
    if (cache)
        TRY(file_out_write(&cache->file[CACHE_TREE_R], s->tree_r.rows, s->tree_r.owned_len, err));
    s->comm_c = dense_tree_root(&s->tree_c);
    s->comm_r_last = dense_tree_root(&s->tree_r);
    merkle_comm_r(&s->comm_r, &s->comm_c, &s->comm_r_last);
    return CUZK_OK;
}

cuzk_status seal_request_check(const seal_request *r, cuzk_error *err)
{
    const sector_shape *shape = r->seal->shape;

    if (shape->size > MAX_SIZE) {
        err_set(err, CUZK_BAD_INPUT, "too-large",
                "sectors of %s are not sealed here: that takes hours and special machines",
                shape->name);
        err_expected(err, "512MiB or less");
        err_found(err, "%s", shape->name);
        return CUZK_BAD_INPUT;
    }
    return fr32_check_len(shape, r->len, err);
}

static cuzk_status seal(sealed *s, sector_cache_out *cache, cuzk_error *err)
{
    TRY(commit_data(s, cache, err));
    TRY(label(s, cache, err));
    TRY(encode(s, err));
    return commit_replica(s, cache, err);
}

cuzk_status seal_sector(sealed *out, const seal_request *r, sector_cache_out *cache, work *w,
                        cuzk_error *err)
{
    cuzk_status status;

    memset(out, 0, sizeof *out);
    TRY(seal_request_check(r, err));
    out->request = *r;
    out->shape = r->seal->shape;
    out->work = w;
    status = seal(out, cache, err);
    if (status != CUZK_OK)
        sealed_free(out);
    return status;
}

void sealed_free(sealed *s)
{
    if (!s->work)
        return;
    for (unsigned i = 0; i < s->shape->layers; i++)
        work_dealloc(s->work, s->labels[i], s->shape->size);
    work_dealloc(s->work, s->replica, s->shape->size);
    dense_tree_free(&s->tree_d, s->work);
    dense_tree_free(&s->tree_c, s->work);
    dense_tree_free(&s->tree_r, s->work);
    memset(s, 0, sizeof *s);
}

/* --- C1 --- */

static void copy_column(const void *ctx, uint32_t node, node32 rows[SECTOR_MAX_LAYERS])
{
    const sealed *s = ctx;

    for (unsigned i = 0; i < s->shape->layers; i++)
        rows[i] = s->labels[i][node];
}

static cuzk_status prove_leaf(const void *ctx, porep_tree tree, uint32_t node, merkle_proof *out,
                              arena *a, cuzk_error *err)
{
    const sealed *s = ctx;
    const dense_tree *trees[] = {
        [POREP_TREE_D] = &s->tree_d, [POREP_TREE_C] = &s->tree_c, [POREP_TREE_R] = &s->tree_r
    };

    return dense_tree_prove(trees[tree], node, out, a, err);
}

static cuzk_status open_all(c1 *out, const sealed *s, cuzk_error *err)
{
    const c1_opener open = { &s->graph, s->shape, s, copy_column, prove_leaf };
    const size_t n = (size_t)out->partitions * out->challenges;
    uint64_t challenges[SECTOR_MAX_CHALLENGES];

    out->proofs = arena_alloc(out->arena, n, sizeof *out->proofs);
    if (!out->proofs)
        return err_no_memory(err, "vanilla proofs", n * sizeof *out->proofs);
    for (unsigned k = 0; k < out->partitions; k++) {
        challenges_of_partition(challenges, out->seal, out->replica_id.b, out->comm_r.b, out->seed,
                                k);
        for (unsigned i = 0; i < out->challenges; i++)
            TRY(c1_open_challenge(&open, (uint32_t)challenges[i],
                                  &out->proofs[k * out->challenges + i], out->arena, err));
    }
    return CUZK_OK;
}

cuzk_status seal_c1(c1 *out, const sealed *s, const uint8_t seed[32], cuzk_error *err)
{
    const seal_request *r = &s->request;
    cuzk_status status;

    *out = (c1) { .layout = C1_CURIO,
                  .seal = r->seal,
                  .shape = s->shape,
                  .has_sector = true,
                  .sector_number = r->sector,
                  .comm_r = s->comm_r,
                  .comm_d = s->comm_d,
                  .replica_id = s->replica_id,
                  .partitions = registered_seal_partitions(r->seal),
                  .challenges = s->shape->challenges };
    memcpy(out->seed, seed, sizeof out->seed);
    memcpy(out->ticket, r->ticket, sizeof out->ticket);
    out->arena = arena_new(0);
    status = out->arena ? open_all(out, s, err) : err_no_memory(err, "a C1 output", 0);
    if (status != CUZK_OK)
        c1_free(out);
    return status;
}
