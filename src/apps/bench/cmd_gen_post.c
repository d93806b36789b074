/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* cuzk-bench gen-vanilla winning-post and window-post. */
#include "apps/bench/bench.h"
#include "apps/bench/gen_vanilla.h"
#include "apps/cli/output.h"
#include "apps/cli/value.h"
#include "filecoin/post_make.h"
#include "filecoin/vanilla_fabricate.h"
#include "prover/context.h"

#include <stdlib.h>

#define SECTOR_OPTIONS                                                                             \
    { "sector-number", "N", false, "The sector, or with --synthetic the first. Default: 1." },     \
        { "miner-id", "N", false,                                                                  \
          "Taken for the sake of scripts: a vanilla proof does not depend on the miner." },        \
        { "randomness", "HEX", false, "32 bytes, below the modulus. Default: zeros." },            \
        { "comm-r", "HEX", false, "What the sector's comm_r must be." },                           \
        { "sealed", "FILE", false, "The sealed sector." },                                         \
        { "cache", "DIR", false, "Its cache directory: p_aux, and tree R if it is there." },       \
    {                                                                                              \
        "synthetic", NULL, false, "Make sectors up instead."                                       \
    }

static const option winning_options[] = {
    { "registered-proof", "P", false,
      "StackedDrgWinning32GiBV1 and so on, by name or number. Default: 3." },
    SECTOR_OPTIONS,
    { "output", "FILE", false, "Where they go. Default: winning-vanilla.json." },
    { NULL, NULL, false, NULL },
};

static const option window_options[] = {
    { "registered-proof", "P", false,
      "StackedDrgWindow32GiBV1_2 and so on, by name or number. Default: 13." },
    SECTOR_OPTIONS,
    { "sectors", "N", false, "With --synthetic, how many. Default: as many as a partition has." },
    { "output", "FILE", false, "Where they go. Default: wpost-vanilla.json." },
    { NULL, NULL, false, NULL },
};

typedef struct gen {
    invocation *in;
    post_statement s;
    uint64_t first_id, n;
    post_sector_claim *claims;
} gen;

static const char *value_or(const invocation *in, const char *name, const char *otherwise)
{
    const char *value = invocation_value(in, name);

    return value ? value : otherwise;
}

static cuzk_status read_proof(gen *g, proof_kind kind, cuzk_error *err)
{
    const char *name = value_or(g->in, "registered-proof", kind == KIND_WINNING ? "3" : "13");

    g->s.post = registered_post_find(name);
    if (!g->s.post || g->s.post->kind != kind)
        return usage_error(err, "--registered-proof: \"%.40s\" is no %s proof", name,
                           proof_kind_name(kind));
    return CUZK_OK;
}

static cuzk_status read_args(gen *g, proof_kind kind, cuzk_error *err)
{
    static const char *const files[] = { "sealed", "cache", NULL };
    const char *randomness = invocation_value(g->in, "randomness");
    const char *sectors = kind == KIND_WINDOW ? invocation_value(g->in, "sectors") : NULL;
    uint64_t most;
    fr canonical;

    TRY(gen_vanilla_sources(g->in, files, err));
    TRY(read_proof(g, kind, err));
    TRY(value_integer(&g->first_id, "sector-number", value_or(g->in, "sector-number", "1"), 0,
                      UINT64_MAX - POST_MAX_SLOTS, err));
    if (randomness)
        TRY(value_hex(g->s.randomness, 32, "randomness", randomness, err));
    if (!fr_from_bytes_le(&canonical, g->s.randomness))
        return usage_error(err, "--randomness is above the modulus: clear the two highest bits of "
                                "its last byte, as the chain's tools do");
    most = registered_post_sectors(g->s.post);
    g->n = invocation_value(g->in, "synthetic") ? most : 1;
    if (sectors && !invocation_value(g->in, "synthetic"))
        return usage_error(err, "--sectors goes with --synthetic");
    return sectors ? value_integer(&g->n, "sectors", sectors, 1, most, err) : CUZK_OK;
}

/* From the files: what the replica's comm_r is may be given, to be held against it. */
static cuzk_status open_sector(post_vanilla *out, gen *g, cuzk_error *err)
{
    const char *comm_r = invocation_value(g->in, "comm-r");
    const replica *replicas[1];
    cuzk_status s;
    replica r;

    TRY(replica_open(&r, g->s.post->shape, invocation_value(g->in, "sealed"),
                     invocation_value(g->in, "cache"), &g->in->ctx->work, err));
    replicas[0] = &r;
    g->claims[0] = (post_sector_claim) { g->first_id, r.comm_r };
    s = comm_r ? value_hex(g->claims[0].comm_r.b, 32, "comm-r", comm_r, err) : CUZK_OK;
    if (s == CUZK_OK)
        s = post_make(out, &g->s, replicas, err);
    replica_close(&r);
    return s;
}

static cuzk_status make(post_vanilla *out, gen *g, cuzk_error *err)
{
    if (!invocation_value(g->in, "synthetic"))
        return open_sector(out, g, err);
    return post_fabricate(out, g->claims, g->s.post, g->s.randomness, g->first_id, g->n, err);
}

/* Nothing is written that a prover would refuse. */
static cuzk_status check_and_write(const post_vanilla *v, const gen *g, const char *path,
                                   cuzk_error *err)
{
    size_t len = post_sector_len(v->kind, v->shape);
    uint8_t *items;
    cuzk_status s = post_vanilla_verify(v, 0, &g->s, &g->in->ctx->work, err);

    if (s != CUZK_OK)
        return s;
    items = malloc(g->n * len);
    if (!items)
        return err_no_memory(err, "vanilla proofs", g->n * len);
    for (size_t i = 0; i < g->n; i++)
        post_sector_write(items + i * len, v, i);
    s = gen_vanilla_write(path, items, g->n, len, err);
    free(items);
    return s;
}

static cuzk_status run(invocation *in, proof_kind kind, const char *default_path, cuzk_error *err)
{
    const char *path = value_or(in, "output", default_path);
    gen g = { .in = in };
    post_vanilla v = { 0 };
    cuzk_status s;

    TRY(read_args(&g, kind, err));
    TRY(invocation_context(in, err));
    g.claims = calloc(g.n, sizeof *g.claims);
    if (!g.claims)
        return err_no_memory(err, "sectors", g.n * sizeof *g.claims);
    g.s.n_sectors = g.n;
    g.s.sectors = g.claims;
    s = make(&v, &g, err);
    if (s == CUZK_OK)
        s = check_and_write(&v, &g, path, err);
    if (s == CUZK_OK) {
        out_text(in->out, "registered_proof", g.s.post->name);
        out_integer(in->out, "first_sector", g.first_id);
        gen_vanilla_show(in, path, g.n);
        gen_vanilla_show_hex(in, "randomness", g.s.randomness);
        gen_vanilla_show_hex(in, "comm_r", g.claims[0].comm_r.b);
    }
    post_vanilla_free(&v);
    free(g.claims);
    return s;
}

static cuzk_status run_winning(invocation *in, cuzk_error *err)
{
    return run(in, KIND_WINNING, "winning-vanilla.json", err);
}

static cuzk_status run_window(invocation *in, cuzk_error *err)
{
    return run(in, KIND_WINDOW, "wpost-vanilla.json", err);
}

const command cmd_gen_winning = {
    .name = "gen-vanilla winning-post",
    .schema = "cuzk.gen-vanilla.v1",
    .options = winning_options,
    .letters = "o output",
    .summary = "make the vanilla proof of a WinningPoSt",
    .description =
        "Opens the 66 leaves of a sealed sector that the randomness challenges, checks the paths, "
        "and writes them as a JSON array with one proof in base64. Sectors of 512 MiB and below "
        "are read; with --synthetic no sector is, and one of any size is made up, for measuring.",
    .exit_no = "The replica is not that of its p_aux, or of --comm-r.",
    .examples = "cuzk-bench gen-vanilla winning-post --registered-proof 0 --sealed sealed \\\n"
                "    --cache cache --sector-number 1 --output winning.json\n"
                "cuzk-bench gen-vanilla winning-post --synthetic --output winning-32g.json",
    .run = run_winning,
};

const command cmd_gen_window = {
    .name = "gen-vanilla window-post",
    .schema = "cuzk.gen-vanilla.v1",
    .options = window_options,
    .letters = "o output",
    .summary = "make the vanilla proofs of a WindowPoSt",
    .description =
        "Opens the 10 leaves of a sealed sector that the randomness challenges, checks the paths, "
        "and writes them as a JSON array with one proof in base64. Sectors of 512 MiB and below "
        "are read; with --synthetic none is, and a partition of any size is made up, for "
        "measuring.",
    .exit_no = "The replica is not that of its p_aux, or of --comm-r.",
    .examples = "cuzk-bench gen-vanilla window-post --registered-proof 10 --sealed sealed \\\n"
                "    --cache cache --sector-number 1 --output window.json\n"
                "cuzk-bench gen-vanilla window-post --synthetic --output window-32g.json",
    .run = run_window,
};
