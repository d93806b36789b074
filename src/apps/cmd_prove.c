/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/cli/output.h"
#include "apps/cli/value.h"
#include "apps/commands.h"
#include "apps/limits.h"
#include "apps/show_proof.h"

#include <stdlib.h>
#include <string.h>

static const option options[] = {
    { "c1", "FILE", true,
      "The output of seal commit phase 1: bare, as the proofs API writes it, or Curio's wrapper. "
      "- is standard input." },
    { "params", "DIR", true, "The directory of the parameters; files have their official names." },
    { "out", "FILE", true,
      "Where the proof goes: 192 bytes a partition. - is standard output, and words go to "
      "stderr." },
    { "registered-proof", "P", false,
      "What a bare C1 is read as, by name or number. Default: the V1_1 proof of the sector size "
      "its paths imply." },
    { "partition", "K", false, "Prove this partition only. Default: all." },
    { "insecure-randomness", "R,S", false,
      "Use these instead of random values, R+k and S+k for partition k; decimal or 0x. For tests: "
      "such a proof gives its witness away." },
    { "no-vanilla-check", NULL, false,
      "Do not check the openings of the C1 first; a wrong one then shows as a row that does not "
      "hold." },
    { NULL, NULL, false, NULL },
};

typedef struct prove_args {
    cuzk_prove_request request;
    uint32_t partition;
    char *randomness; /* owns what request points to */
} prove_args;

static cuzk_status read_args(prove_args *a, const invocation *in, cuzk_error *err)
{
    const char *partition = invocation_value(in, "partition");
    const char *randomness = invocation_value(in, "insecure-randomness");
    char *parts[2];
    uint64_t k;
    cuzk_status s;

    a->request = (cuzk_prove_request) { .size = sizeof a->request, .kind = CUZK_KIND_POREP };
    a->request.params_dir = invocation_value(in, "params");
    a->request.registered_proof = invocation_value(in, "registered-proof");
    a->request.skip_vanilla_check = invocation_value(in, "no-vanilla-check") != NULL;
    if (partition) {
        if ((s = value_integer(&k, "partition", partition, 0, 65535, err)) != CUZK_OK)
            return s;
        a->partition = (uint32_t)k;
        a->request.partition = &a->partition;
    }
    if (randomness) {
        if (!(a->randomness = strdup(randomness)))
            return memory_error(err);
        if ((s = value_list(parts, 2, "insecure-randomness", a->randomness, err)) != CUZK_OK)
            return s;
        a->request.insecure_r = parts[0];
        a->request.insecure_s = parts[1];
    }
    return CUZK_OK;
}

static cuzk_status run_prove(invocation *in, cuzk_error *err)
{
    const char *out = invocation_value(in, "out");
    prove_args a = { .randomness = NULL };
    cuzk_proof *proof = NULL;
    cuzk_status s;

    in->stdout_taken = strcmp(out, "-") == 0;
    if (in->stdout_taken && in->json)
        return usage_error(err, "--json and --out - both want standard output");
    /* Standard input is read before signals are caught: waiting for it can be given up. */
    if ((s = read_args(&a, in, err)) != CUZK_OK ||
        (s = cuzk_file_read(&a.request.c1, invocation_value(in, "c1"), MAX_C1_LEN, err)) !=
            CUZK_OK ||
        (s = invocation_context(in, err)) != CUZK_OK ||
        (s = cuzk_file_check_writable(out, err)) != CUZK_OK ||
        (s = cuzk_proof_make(in->ctx, &a.request, &proof, err)) != CUZK_OK ||
        (s = cuzk_file_write(out, proof->data, proof->len, err)) != CUZK_OK)
        goto out;
    out_text(in->out, "out", out);
    show_proof(in, proof);
out:
    cuzk_proof_free(proof);
    cuzk_file_free(&a.request.c1);
    free(a.randomness);
    return s;
}

const command cmd_prove = {
    .name = "prove",
    .schema = "cuzk.prove.v1",
    .options = options,
    .summary = "make the PoRep proof of a sector from its C1",
    .description =
        "Reads the output of seal commit phase 1, checks that it holds (paths, parents, labels, "
        "columns, encoding, commitments), finds the parameters of the sector size in DIR, checks "
        "them or remembers that they were checked, and proves every partition. Each proof is "
        "verified before it is given out. The output file appears whole or not at all. Parameters "
        "are never made silently: see setup.",
    .exit_no = "The C1 does not hold, or the parameters are damaged; what is wrong is named.",
    .examples = "cuzk prove --c1 c1.json --params /var/tmp/filecoin-proof-parameters \\\n"
                "    --out sector.proof",
    .run = run_prove,
};
