/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/cli/output.h"
#include "apps/cli/value.h"
#include "apps/commands.h"
#include "apps/limits.h"

#include <string.h>
#include <sys/stat.h>

static const option options[] = {
    { "sector-size", "SIZE", true, "2KiB, 8MiB or 512MiB." },
    { "data", "FILE", true,
      "What is sealed: at most 127 bytes for 128 of the sector; zeros follow shorter data. - is "
      "standard input." },
    { "miner", "N", true, "The miner's actor number: 1000 for t01000." },
    { "sector", "N", true, "The sector's number." },
    { "ticket", "HEX", true, "32 bytes of randomness from the chain that the replica depends on." },
    { "seed", "HEX", true,
      "32 bytes of randomness from the chain, drawn after the sector was committed to, that the "
      "challenges depend on. Not zero." },
    { "out", "FILE", true,
      "Where the C1 goes, in Curio's layout. - is standard output, and words go to stderr." },
    { "replica", "FILE", false, "Where the sealed sector goes. Default: it is not kept." },
    { "cache", "DIR", false,
      "Where the labels, the trees and the roots go, under their usual names; made if missing. "
      "Default: they are not kept." },
    { "challenges", "KIND", false,
      "interactive; synthetic, drawn from candidates that are fixed when the sector is sealed; or "
      "ni, for a proof that needs no seed from the chain. Default: interactive." },
    { NULL, NULL, false, NULL },
};

/* A regular file is left to the library, which maps it; anything else is read here, before signals
 * are caught: waiting for a pipe can be given up. */
static cuzk_status read_data(cuzk_seal_request *q, const char *path, cuzk_error *err)
{
    struct stat st;

    if (strcmp(path, "-") != 0 && (stat(path, &st) != 0 || !S_ISFIFO(st.st_mode))) {
        q->data_path = path;
        return CUZK_OK;
    }
    return cuzk_file_read(&q->data, path, MAX_SEAL_DATA_LEN, err);
}

static cuzk_status read_args(cuzk_seal_request *q, const invocation *in, cuzk_error *err)
{
    const char *challenges = invocation_value(in, "challenges");
    cuzk_status s;

    *q = (cuzk_seal_request) { .size = sizeof *q };
    q->sector_size = invocation_value(in, "sector-size");
    q->c1_path = invocation_value(in, "out");
    q->replica_path = invocation_value(in, "replica");
    q->cache_dir = invocation_value(in, "cache");
    if (challenges && (s = cuzk_challenges_find(&q->challenges, challenges, err)) != CUZK_OK)
        return s;
    if ((s = value_integer(&q->miner, "miner", invocation_value(in, "miner"), 0, UINT64_MAX,
                           err)) != CUZK_OK ||
        (s = value_integer(&q->sector, "sector", invocation_value(in, "sector"), 0, UINT64_MAX,
                           err)) != CUZK_OK ||
        (s = value_hex(q->ticket, 32, "ticket", invocation_value(in, "ticket"), err)) != CUZK_OK ||
        (s = value_hex(q->seed, 32, "seed", invocation_value(in, "seed"), err)) != CUZK_OK)
        return s;
    return read_data(q, invocation_value(in, "data"), err);
}

static void show(const invocation *in, const cuzk_seal_request *q, const cuzk_sealed *r)
{
    char size[32];

    out_text(in->out, "out", q->c1_path);
    out_text(in->out, "replica", q->replica_path);
    out_text(in->out, "cache", q->cache_dir);
    out_text(in->out, "registered_proof", r->registered_proof);
    out_text(in->out, "sector_size", r->sector_size);
    out_integer(in->out, "miner", q->miner);
    out_integer(in->out, "sector", q->sector);
    out_integer(in->out, "data_bytes", r->data_bytes);
    out_hex(in->out, "prover_id", r->prover_id, 32);
    out_hex(in->out, "replica_id", r->replica_id, 32);
    out_hex(in->out, "comm_d", r->comm_d, 32);
    out_hex(in->out, "comm_c", r->comm_c, 32);
    out_hex(in->out, "comm_r_last", r->comm_r_last, 32);
    out_hex(in->out, "comm_r", r->comm_r, 32);
    out_integer(in->out, "partitions", r->partitions);
    out_integer(in->out, "challenges", r->challenges);
    out_integer(in->out, "c1_bytes", r->c1_bytes);
    out_integer(in->out, "peak_bytes", r->memory_peak);
    out_real(in->out, "seconds", r->seconds);
    say(in, "%s: sector %llu of miner %llu, %llu bytes of data", r->registered_proof,
        (unsigned long long)q->sector, (unsigned long long)q->miner,
        (unsigned long long)r->data_bytes);
    say(in, "  comm_d     %s", json_string_value(json_object_get(in->out, "comm_d")));
    say(in, "  comm_r     %s", json_string_value(json_object_get(in->out, "comm_r")));
    say(in, "  memory     %s", show_bytes(size, r->memory_peak));
    say(in, "sealed and checked in %.1f s: %u partition%s of %u challenges", r->seconds,
        r->partitions, r->partitions == 1 ? "" : "s", r->challenges);
}

static cuzk_status run_seal(invocation *in, cuzk_error *err)
{
    cuzk_seal_request q = { .size = sizeof q };
    cuzk_sealed result;
    cuzk_status s;

    in->stdout_taken = strcmp(invocation_value(in, "out"), "-") == 0;
    if (in->stdout_taken && in->json)
        return usage_error(err, "--json and --out - both want standard output");
    if (invocation_value(in, "replica") &&
        strcmp(invocation_value(in, "out"), invocation_value(in, "replica")) == 0)
        return usage_error(err, "--out and --replica are the same file");
    if ((s = read_args(&q, in, err)) == CUZK_OK && (s = invocation_context(in, err)) == CUZK_OK &&
        (s = cuzk_seal(in->ctx, &q, &result, err)) == CUZK_OK)
        show(in, &q, &result);
    cuzk_file_free(&q.data);
    return s;
}

const command cmd_seal = {
    .name = "seal",
    .schema = "cuzk.seal.v1",
    .options = options,
    .summary = "seal a small sector: data in, C1 and replica out",
    .description =
        "Does what a storage provider's sealing machine does, for sectors small enough: pads the "
        "data, labels the layers of the graph one node after another, encodes the replica, builds "
        "the Merkle trees over data, columns and replica, and opens the challenged nodes. The "
        "result, the output of seal commit phase 1, is what prove takes. All files are those the "
        "official programs make, byte for byte. An 8 MiB sector takes seconds, one of 512 MiB "
        "minutes and 1.6 GiB of memory; larger ones cannot be sealed here.",
    .examples =
        "head -c 2032 /dev/urandom > data\n"
        "random() { od -An -vtx1 -N32 /dev/urandom | tr -d ' \\n'; }\n"
        "cuzk seal --sector-size 2KiB --data data --miner 1000 --sector 1 \\\n"
        "    --ticket $(random) --seed $(random) --out c1.json --replica sealed --cache cache\n"
        "cuzk setup --kind porep --sector-size 2KiB --out params\n"
        "cuzk prove --c1 c1.json --params params --out sector.proof\n"
        "cuzk-bench gen-vanilla winning-post --registered-proof 0 --sealed sealed --cache cache",
    .run = run_seal,
};
