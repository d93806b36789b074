/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/cli/output.h"
#include "apps/cli/value.h"
#include "apps/commands.h"
#include "apps/inputs_json.h"
#include "apps/limits.h"
#include "apps/verify_report.h"

#include <stdlib.h>
#include <string.h>

static const option raw_options[] = {
    { "vk", "FILE", true, "The verifying key, as the .vk files of the Filecoin parameters." },
    { "inputs", "FILE", true,
      "The public inputs: a JSON array of strings, each 32 bytes little-endian in hexadecimal, the "
      "leading one left out. For several proofs an array of such arrays, or the values of all of "
      "them "
      "one behind another." },
    { "proof", "FILE", true, "The proof: 192 bytes, or as many times 192 as there are proofs." },
    { NULL, NULL, false, NULL },
};

/* One long row for several proofs is as many rows. */
static void split_row(inputs_table *t, size_t n_proofs)
{
    if (t->flat && n_proofs > 1 && t->columns % n_proofs == 0) {
        t->rows = n_proofs;
        t->columns /= n_proofs;
    }
}

static cuzk_status run_verify_raw(invocation *in, cuzk_error *err)
{
    cuzk_bytes vk = { 0 }, json = { 0 }, proof = { 0 };
    inputs_table inputs = { 0 };
    cuzk_status s;

    if ((s = cuzk_file_read(&vk, invocation_value(in, "vk"), MAX_VK_LEN, err)) != CUZK_OK ||
        (s = cuzk_file_read(&json, invocation_value(in, "inputs"), MAX_INPUTS_LEN, err)) !=
            CUZK_OK ||
        (s = cuzk_file_read(&proof, invocation_value(in, "proof"), MAX_PROOF_LEN, err)) !=
            CUZK_OK ||
        (s = inputs_json_parse(&inputs, &json, err)) != CUZK_OK ||
        (s = invocation_context(in, err)) != CUZK_OK)
        goto out;
    split_row(&inputs, proof.len / CUZK_PROOF_LEN);
    s = cuzk_raw_verify(in->ctx, &vk, inputs.values, inputs.columns, inputs.rows, &proof, err);
    verify_report(in, s, inputs.rows, err);
out:
    free(inputs.values);
    cuzk_file_free(&proof);
    cuzk_file_free(&json);
    cuzk_file_free(&vk);
    return s;
}

const command cmd_verify_raw = {
    .name = "verify raw",
    .schema = "cuzk.verify.v1",
    .options = raw_options,
    .summary = "verify Groth16 proofs against a key and public inputs",
    .description =
        "Verifies any Groth16 proof over BLS12-381: whatever it proves, the verifying key and the "
        "public inputs say what is claimed. Every point is checked to be canonical, on the curve "
        "and in the subgroup. Several proofs under one key are verified at once, and all must "
        "hold.",
    .exit_no = "The proof does not verify.",
    .examples = "cuzk verify raw --vk circuit.vk --inputs inputs.json --proof a.proof",
    .run = run_verify_raw,
};

static const option porep_options[] = {
    { "proof", "FILE", true, "The proof: 192 bytes a partition." },
    { "vk", "FILE", true, "The verifying key of the sector size." },
    { "c1", "FILE", false,
      "The seal commit phase 1 output the proof was made from; takes the place of the identity "
      "options." },
    { "registered-proof", "P", false,
      "The registered proof, by name or number: StackedDrg32GiBV1_1, 8. With --c1, what a bare C1 "
      "is read as." },
    { "miner", "N", false, "The miner's actor number." },
    { "prover-id", "HEX", false, "The 32 bytes that stand for the miner, instead of --miner." },
    { "sector", "N", false, "The sector's number." },
    { "ticket", "HEX", false, "The sealing ticket, 32 bytes." },
    { "seed", "HEX", false, "The interactive seed, 32 bytes." },
    { "comm-d", "HEX", false, "The commitment to the data, 32 bytes." },
    { "comm-r", "HEX", false, "The commitment to the replica, 32 bytes." },
    { NULL, NULL, false, NULL },
};

/* The identity options, all of them needed. */
static cuzk_status read_identity(const invocation *in, cuzk_porep_claim *claim, cuzk_error *err)
{
    const struct {
        const char *name;
        uint8_t *out;
    } hex[] = {
        { "ticket", claim->ticket }, { "seed", claim->seed },           { "comm-d", claim->comm_d },
        { "comm-r", claim->comm_r }, { "prover-id", claim->prover_id },
    };
    const char *miner = invocation_value(in, "miner"), *sector = invocation_value(in, "sector");
    const char *prover_id = invocation_value(in, "prover-id");
    uint64_t n;
    cuzk_status s;

    if (!claim->registered_proof)
        return usage_error(err, "--registered-proof is needed, or --c1");
    if (!miner == !prover_id)
        return usage_error(err, "one of --miner and --prover-id is needed");
    if (!sector)
        return usage_error(err, "--sector is needed");
    if ((s = value_integer(&claim->sector, "sector", sector, 0, UINT64_MAX, err)) != CUZK_OK)
        return s;
    if (miner) {
        if ((s = value_integer(&n, "miner", miner, 0, UINT64_MAX, err)) != CUZK_OK)
            return s;
        cuzk_prover_id_make(claim->prover_id, n);
    }
    for (size_t i = 0; i < sizeof hex / sizeof *hex - !prover_id; i++) {
        const char *text = invocation_value(in, hex[i].name);
        if (!text)
            return usage_error(err, "--%s is needed", hex[i].name);
        if ((s = value_hex(hex[i].out, 32, hex[i].name, text, err)) != CUZK_OK)
            return s;
    }
    return CUZK_OK;
}

static cuzk_status refuse_identity(const invocation *in, cuzk_error *err)
{
    static const char *const names[] = { "miner", "prover-id", "sector", "ticket",
                                         "seed",  "comm-d",    "comm-r" };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (invocation_value(in, names[i]))
            return usage_error(err, "--%s and --c1 exclude each other: the C1 says it", names[i]);
    }
    return CUZK_OK;
}

static cuzk_status run_verify_porep(invocation *in, cuzk_error *err)
{
    cuzk_porep_claim claim = { .size = sizeof claim };
    const char *c1 = invocation_value(in, "c1");
    cuzk_bytes vk = { 0 }, proof = { 0 };
    cuzk_status s;

    claim.registered_proof = invocation_value(in, "registered-proof");
    s = c1 ? refuse_identity(in, err) : read_identity(in, &claim, err);
    if (s != CUZK_OK)
        return s;
    if ((c1 && (s = cuzk_file_read(&claim.c1, c1, MAX_C1_LEN, err)) != CUZK_OK) ||
        (s = cuzk_file_read(&vk, invocation_value(in, "vk"), MAX_VK_LEN, err)) != CUZK_OK ||
        (s = cuzk_file_read(&proof, invocation_value(in, "proof"), MAX_PROOF_LEN, err)) !=
            CUZK_OK ||
        (s = invocation_context(in, err)) != CUZK_OK)
        goto out;
    s = cuzk_porep_verify(in->ctx, &claim, &vk, &proof, err);
    verify_report(in, s, proof.len / CUZK_PROOF_LEN, err);
out:
    cuzk_file_free(&proof);
    cuzk_file_free(&vk);
    cuzk_file_free(&claim.c1);
    return s;
}

const command cmd_verify_porep = {
    .name = "verify porep",
    .schema = "cuzk.verify.v1",
    .options = porep_options,
    .summary = "verify the PoRep proof of a sector",
    .description =
        "Verifies the proof of replication of a sector, all partitions at once. What it claims is "
        "either taken from the C1 it was made from, or given by the options that identify the "
        "sector; the challenges and the public inputs are worked out from that, as the network "
        "does. Proofs of non-interactive PoRep are aggregated and are refused.",
    .exit_no = "The proof does not verify.",
    .examples =
        "cuzk verify porep --proof sector.proof --vk v28-stacked-....vk --c1 c1.json\n"
        "cuzk verify porep --proof sector.proof --vk v28-stacked-....vk \\\n"
        "    --registered-proof StackedDrg32GiBV1_1 --miner 1000 --sector 42 --ticket 9d11... \\\n"
        "    --seed 9808... --comm-d 238e... --comm-r d3f6...",
    .run = run_verify_porep,
};
