/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* cuzk-bench gen-vanilla snap-prove. */
#include "apps/bench/bench.h"
#include "apps/bench/gen_vanilla.h"
#include "apps/cli/output.h"
#include "apps/cli/value.h"
#include "filecoin/fr32.h"
#include "filecoin/update_make.h"
#include "filecoin/vanilla_fabricate.h"
#include "prover/context.h"

#include <stdlib.h>

static const option options[] = {
    { "registered-proof", "P", false, "0 to 4: 2KiB, 8MiB, 512MiB, 32GiB, 64GiB. Default: 3." },
    { "sealed", "FILE", false, "The sealed sector that is updated." },
    { "cache", "DIR", false, "Its cache directory: p_aux, and tree R if it is there." },
    { "data", "FILE", false, "The new data; zeros follow what is shorter than the sector." },
    { "updated", "FILE", false, "Where the new replica goes. Default: it is not kept." },
    { "updated-cache", "DIR", false, "Where its trees and p_aux go. Default: they are not kept." },
    { "synthetic", NULL, false, "Make an update up instead." },
    { "output", "FILE", false, "Where the proofs go. Default: snap-vanilla.json." },
    { NULL, NULL, false, NULL },
};

typedef struct gen {
    invocation *in;
    const update_shape *shape;
    update_statement s;
} gen;

/* Nothing is written that a prover would refuse. */
static cuzk_status check_and_write(const update_vanilla *v, const gen *g, cuzk_error *err)
{
    const char *path = invocation_value(g->in, "output");
    size_t n = v->shape->partitions, len = update_partition_len(v->shape);
    uint8_t *items;
    cuzk_status s = update_vanilla_verify(v, &g->s, &g->in->ctx->work, err);

    if (s != CUZK_OK)
        return s;
    items = malloc(n * len);
    if (!items)
        return err_no_memory(err, "vanilla proofs", n * len);
    for (unsigned k = 0; k < n; k++)
        update_partition_write(items + k * len, v, k);
    path = path ? path : "snap-vanilla.json";
    s = gen_vanilla_write(path, items, n, len, err);
    free(items);
    if (s == CUZK_OK) {
        out_text(g->in->out, "sector_size", v->shape->sector->name);
        gen_vanilla_show(g->in, path, n);
        gen_vanilla_show_hex(g->in, "comm_r_old", g->s.comm_r_old.b);
        gen_vanilla_show_hex(g->in, "comm_r_new", g->s.comm_r_new.b);
        gen_vanilla_show_hex(g->in, "comm_d_new", g->s.comm_d_new.b);
    }
    return s;
}

static cuzk_status prove_update(gen *g, const updated *u, cuzk_error *err)
{
    update_vanilla v;
    cuzk_status s;

    g->s = u->statement;
    TRY(update_make(&v, u, err));
    s = check_and_write(&v, g, err);
    update_vanilla_free(&v);
    return s;
}

/* The replica and its cache appear before the proofs do. */
static cuzk_status keep(const invocation *in, const updated *u, sector_cache_out *cache,
                        cuzk_error *err)
{
    const char *path = invocation_value(in, "updated");
    cuzk_status s = path ? file_write(path, u->nodes, u->old->shape->size, err) : CUZK_OK;

    if (s == CUZK_OK)
        return sector_cache_commit(cache, &u->old->comm_c, &u->comm_r_last, err);
    sector_cache_abort(cache);
    return s;
}

static cuzk_status update(gen *g, const replica *old, const file_map *data, cuzk_error *err)
{
    const char *dir = invocation_value(g->in, "updated-cache");
    sector_cache_out *cache = NULL;
    cuzk_status s;
    updated u;

    if (dir)
        TRY(sector_cache_create(&cache, dir, old->shape, true, err));
    s = update_sector(&u, old, data->data, data->len, g->shape->h_default, cache, &g->in->ctx->work,
                      err);
    if (s != CUZK_OK) {
        sector_cache_abort(cache);
        return s;
    }
    s = keep(g->in, &u, cache, err);
    if (s == CUZK_OK)
        s = prove_update(g, &u, err);
    updated_free(&u);
    return s;
}

static cuzk_status from_files(gen *g, cuzk_error *err)
{
    file_map data;
    cuzk_status s;
    replica old;

    TRY(file_map_open(&data, invocation_value(g->in, "data"), err));
    s = fr32_check_len(g->shape->sector, data.len, err);
    if (s == CUZK_BAD_INPUT)
        err_at(err, data.path, NULL, -1);
    if (s == CUZK_OK &&
        (s = replica_open(&old, g->shape->sector, invocation_value(g->in, "sealed"),
                          invocation_value(g->in, "cache"), &g->in->ctx->work, err)) == CUZK_OK) {
        s = update(g, &old, &data, err);
        replica_close(&old);
    }
    file_map_close(&data);
    return s;
}

static cuzk_status make_up(gen *g, cuzk_error *err)
{
    update_vanilla v;
    cuzk_status s;

    TRY(update_fabricate(&v, &g->s, g->shape, err));
    s = check_and_write(&v, g, err);
    update_vanilla_free(&v);
    return s;
}

static cuzk_status run_gen_snap(invocation *in, cuzk_error *err)
{
    static const char *const files[] = { "sealed", "cache", "data", NULL };
    const char *proof = invocation_value(in, "registered-proof");
    bool synthetic = invocation_value(in, "synthetic") != NULL;
    gen g = { .in = in };
    uint64_t number;

    TRY(gen_vanilla_sources(in, files, err));
    if (synthetic && (invocation_value(in, "updated") || invocation_value(in, "updated-cache")))
        return usage_error(err, "--synthetic makes no replica that could be kept");
    TRY(value_integer(&number, "registered-proof", proof ? proof : "3", 0, SECTOR_SHAPES - 1, err));
    g.shape = &update_shapes[number];
    TRY(invocation_context(in, err));
    return synthetic ? make_up(&g, err) : from_files(&g, err);
}

const command cmd_gen_snap = {
    .name = "gen-vanilla snap-prove",
    .schema = "cuzk.gen-vanilla.v1",
    .options = options,
    .letters = "o output",
    .summary = "update a sector, and make the vanilla proofs of that",
    .description =
        "Encodes new data over a sealed sector, builds the trees of both, opens the challenged "
        "nodes, checks them, and writes a JSON array with a proof in base64 for each partition. "
        "Sectors of 512 MiB and below are read; with --synthetic none is, and an update of any "
        "size is made up, for measuring: the new data is all zero, the replica stays as it was.",
    .exit_no = "The replica is not that of its p_aux.",
    .examples = "cuzk-bench gen-vanilla snap-prove --registered-proof 0 --sealed sealed \\\n"
                "    --cache cache --data new-data --output snap.json\n"
                "cuzk-bench gen-vanilla snap-prove --synthetic --output snap-32g.json",
    .run = run_gen_snap,
};
