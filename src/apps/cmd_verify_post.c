/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* verify winning, verify window, verify update: proofs against what anyone can know. */
#include "apps/cli/output.h"
#include "apps/cli/value.h"
#include "apps/commands.h"
#include "apps/limits.h"
#include "apps/sector_list.h"
#include "apps/verify_report.h"

#define FILE_OPTIONS                                                                               \
    { "proof", "FILE", true, "The proof: 192 bytes a partition." },                                \
    {                                                                                              \
        "vk", "FILE", true, "The verifying key of the kind and the sector size."                   \
    }

static const option post_options[] = {
    FILE_OPTIONS,
    { "registered-proof", "P", true,
      "The registered proof, by name or number: StackedDrgWinning32GiBV1, 3; "
      "StackedDrgWindow32GiBV1_2, 13." },
    { "randomness", "HEX", true,
      "The 32 bytes the challenges come from; the two high bits of the last byte are clear." },
    { "sector", "N=HEX", false,
      "A sector's number and its comm_r. May be given again, in the order of the proof." },
    { "sectors", "FILE", false,
      "The sectors as a JSON array of {\"sector\": N, \"comm_r\": \"HEX\"}, instead of --sector." },
    { NULL, NULL, false, NULL },
};

static cuzk_status read_pair(cuzk_bytes *vk, cuzk_bytes *proof, const invocation *in,
                             cuzk_error *err)
{
    cuzk_status s = cuzk_file_read(vk, invocation_value(in, "vk"), MAX_VK_LEN, err);
    return s == CUZK_OK ? cuzk_file_read(proof, invocation_value(in, "proof"), MAX_PROOF_LEN, err)
                        : s;
}

static cuzk_status run_post(invocation *in, cuzk_kind kind, cuzk_error *err)
{
    cuzk_post_claim claim = { .size = sizeof claim, .kind = kind };
    cuzk_bytes vk = { 0 }, proof = { 0 };
    sector_list sectors = { 0 };
    cuzk_status s;

    claim.registered_proof = invocation_value(in, "registered-proof");
    if ((s = value_hex(claim.randomness, 32, "randomness", invocation_value(in, "randomness"),
                       err)) != CUZK_OK ||
        (s = sector_list_read(&sectors, in, err)) != CUZK_OK ||
        (s = read_pair(&vk, &proof, in, err)) != CUZK_OK || (s = invocation_context(in, err)))
        goto out;
    claim.sectors = sectors.sector;
    claim.n_sectors = sectors.n;
    s = cuzk_post_verify(in->ctx, &claim, &vk, &proof, err);
    verify_report(in, s, proof.len / CUZK_PROOF_LEN, err);
out:
    cuzk_file_free(&proof);
    cuzk_file_free(&vk);
    sector_list_free(&sectors);
    return s;
}

static cuzk_status run_winning(invocation *in, cuzk_error *err)
{
    return run_post(in, CUZK_KIND_WINNING, err);
}

static cuzk_status run_window(invocation *in, cuzk_error *err)
{
    return run_post(in, CUZK_KIND_WINDOW, err);
}

const command cmd_verify_winning = {
    .name = "verify winning",
    .schema = "cuzk.verify.v1",
    .options = post_options,
    .many = "sector",
    .summary = "verify a WinningPoSt proof",
    .description =
        "Verifies the proof that one sector was held when a block was won. The challenges "
        "follow from the randomness and the sector's number, as the network works them "
        "out.",
    .exit_no = "The proof does not verify.",
    .examples = "cuzk verify winning --proof won.proof --vk v28-proof-of-spacetime-....vk \\\n"
                "    --registered-proof StackedDrgWinning32GiBV1 --randomness 3b1f... \\\n"
                "    --sector 42=d3f6...",
    .run = run_winning,
};

const command cmd_verify_window = {
    .name = "verify window",
    .schema = "cuzk.verify.v1",
    .options = post_options,
    .many = "sector",
    .summary = "verify a WindowPoSt proof",
    .description = "Verifies the proof that the sectors of a deadline's partitions were held, all "
                   "partitions of the proof at once. Sectors are given in the order they were "
                   "proved in; so many as a circuit has room for are a partition, and the last one "
                   "stands for those that are missing.",
    .exit_no = "The proof does not verify.",
    .examples = "cuzk verify window --proof window.proof --vk v28-proof-of-spacetime-....vk \\\n"
                "    --registered-proof StackedDrgWindow32GiBV1_2 --randomness 3b1f... \\\n"
                "    --sectors sectors.json",
    .run = run_window,
};

static const option update_options[] = {
    FILE_OPTIONS,
    { "registered-proof", "P", true,
      "The registered proof, by name or number: StackedDrg32GiBV1, 3." },
    { "comm-r-old", "HEX", true, "The replica commitment before, 32 bytes." },
    { "comm-r-new", "HEX", true, "The replica commitment after, 32 bytes." },
    { "comm-d-new", "HEX", true, "The commitment to the new data, 32 bytes." },
    { NULL, NULL, false, NULL },
};

static cuzk_status run_update(invocation *in, cuzk_error *err)
{
    cuzk_update_claim claim = { .size = sizeof claim };
    const struct {
        const char *name;
        uint8_t *out;
    } hex[] = { { "comm-r-old", claim.comm_r_old },
                { "comm-r-new", claim.comm_r_new },
                { "comm-d-new", claim.comm_d_new } };
    cuzk_bytes vk = { 0 }, proof = { 0 };
    cuzk_status s = CUZK_OK;

    claim.registered_proof = invocation_value(in, "registered-proof");
    for (size_t i = 0; i < sizeof hex / sizeof *hex && s == CUZK_OK; i++)
        s = value_hex(hex[i].out, 32, hex[i].name, invocation_value(in, hex[i].name), err);
    if (s != CUZK_OK || (s = read_pair(&vk, &proof, in, err)) != CUZK_OK ||
        (s = invocation_context(in, err)) != CUZK_OK)
        goto out;
    s = cuzk_update_verify(in->ctx, &claim, &vk, &proof, err);
    verify_report(in, s, proof.len / CUZK_PROOF_LEN, err);
out:
    cuzk_file_free(&proof);
    cuzk_file_free(&vk);
    return s;
}

const command cmd_verify_update = {
    .name = "verify update",
    .schema = "cuzk.verify.v1",
    .options = update_options,
    .summary = "verify the proof of a sector update",
    .description = "Verifies the proof that a sealed sector was encoded anew with other data, all "
                   "partitions at once.",
    .exit_no = "The proof does not verify.",
    .examples = "cuzk verify update --proof update.proof --vk v28-empty-sector-update-....vk \\\n"
                "    --registered-proof StackedDrg32GiBV1 --comm-r-old d3f6... \\\n"
                "    --comm-r-new 87c9... --comm-d-new 5b99...",
    .run = run_update,
};
