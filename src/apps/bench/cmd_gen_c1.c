/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/bench.h"
#include "apps/cli/output.h"
#include "apps/cli/value.h"
#include "base/bytes.h"
#include "base/file.h"
#include "filecoin/c1_fabricate.h"
#include "filecoin/c1_write.h"
#include "filecoin/vanilla_verify.h"
#include "hash/sha256.h"
#include "prover/context.h"

#include <string.h>

static const option options[] = {
    { "sector-size", "SIZE", true, "2KiB, 8MiB, 512MiB, 32GiB or 64GiB." },
    { "seed", "S", true, "A number; other numbers give other challenges." },
    { "out", "FILE", true, "Where the C1 goes." },
    { "partitions", "N", false,
      "Only the first N partitions. cuzk-bench reads such a file, nothing else does. Default: "
      "all." },
    { NULL, NULL, false, NULL },
};

#define MINER 1000

/* What challenges are drawn from. */
static void seed_of(uint8_t seed[32], uint64_t number)
{
    uint8_t message[24] = "cuzk-bench gen-c1";

    store_le64(message + 16, number);
    sha256(seed, message, sizeof message);
}

static cuzk_status write_piece(void *ctx, const void *data, size_t len)
{
    return file_out_write(ctx, data, len, NULL);
}

/* Nothing is written that the check every prover makes would refuse. */
static cuzk_status write_checked(const c1 *c, file_out *out, work *w, cuzk_error *err)
{
    cuzk_status s = porep_vanilla_verify(c, w, err);
    if (s == CUZK_NO)
        s = CUZK_FAULT;
    if (s != CUZK_OK)
        return s;
    if (c1_write(c, C1_CURIO, write_piece, out) != CUZK_OK)
        return err_set(err, CUZK_NO_RESOURCES, "write", "cannot write %.200s", out->path);
    return file_out_commit(out, err);
}

static cuzk_status run_gen_c1(invocation *in, cuzk_error *err)
{
    const char *size = invocation_value(in, "sector-size"), *path = invocation_value(in, "out");
    const char *partitions = invocation_value(in, "partitions");
    const sector_shape *shape = sector_shape_find(size);
    uint64_t number, n = 0;
    uint8_t seed[32];
    file_out out = { .fd = -1 };
    c1 c = { 0 };

    if (!shape)
        return usage_error(err, "there are no sectors of \"%.40s\"", size);
    const registered_seal *seal = registered_seal_default(shape);
    TRY(value_integer(&number, "seed", invocation_value(in, "seed"), 0, UINT64_MAX, err));
    if (partitions)
        TRY(value_integer(&n, "partitions", partitions, 1, registered_seal_partitions(seal), err));
    TRY(invocation_context(in, err));
    TRY(file_out_open(&out, path, 0, 0644, err));
    seed_of(seed, number);
    cuzk_status s = c1_fabricate(&c, seal, (unsigned)n, MINER, 1 + number % UINT32_MAX,
                                 c1_synthetic_ticket, seed, err);
    if (s == CUZK_OK)
        s = write_checked(&c, &out, &in->ctx->work, err);
    if (s == CUZK_OK) {
        out_boolean(in->out, "synthetic", true);
        out_text(in->out, "out", path);
        out_text(in->out, "registered_proof", seal->name);
        out_integer(in->out, "miner", MINER);
        out_integer(in->out, "sector", c.sector_number);
        out_integer(in->out, "partitions", c.partitions);
        say(in,
            "%s: a SYNTHETIC C1 of %u partition%s of %s: it verifies, but of no sector anybody "
            "stores. For measuring only.",
            path, c.partitions, c.partitions == 1 ? "" : "s", seal->name);
    }
    c1_free(&c);
    file_out_abort(&out);
    return s;
}

const command cmd_gen_c1 = {
    .name = "gen-c1",
    .schema = "cuzk.gen-c1.v1",
    .options = options,
    .summary = "make a synthetic C1 of any size",
    .description =
        "Makes the C1 of a sector that was never sealed, in moments, whatever its size: data all "
        "zero, challenges derived as usual, true labels for the challenged nodes, made-up labels "
        "for all others, and Merkle trees over just what is opened. It passes vanilla verification "
        "and satisfies the circuit. Its ticket spells \"SYNTHETIC C1\". Never send a proof of it "
        "anywhere: it proves that nothing is stored.",
    .examples = "cuzk-bench gen-c1 --sector-size 32GiB --seed 1 --out c1-32g.json\n"
                "cuzk-bench gen-c1 --sector-size 32GiB --partitions 1 --seed 1 --out c1.json",
    .run = run_gen_c1,
};
