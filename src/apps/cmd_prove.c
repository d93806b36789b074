/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/cli/output.h"
#include "apps/cli/value.h"
#include "apps/commands.h"
#include "apps/limits.h"
#include "apps/show_proof.h"
#include "apps/vanilla_args.h"

#include <stdlib.h>
#include <string.h>

static const option options[] = {
    { "kind", "KIND", false, "What is proved: porep, winning, window or update. Default: porep." },
    { "c1", "FILE", false,
      "porep: the output of seal commit phase 1: bare, as the proofs API writes it, or Curio's "
      "wrapper. "
      "- is standard input. May be given again, with an --out for each: sectors of one size are "
      "proved together." },
    VANILLA_FILE_OPTION,
    VANILLA_RANDOMNESS_OPTION,
    VANILLA_COMMITMENT_OPTIONS,
    { "params", "DIR", true, "The directory of the parameters; files have their official names." },
    { "out", "FILE", true,
      "Where the proof goes: 192 bytes a partition. - is standard output, and words go to "
      "stderr." },
    { "registered-proof", "P", false,
      "What a bare C1 or a vanilla proof is read as, by name or number. Default: what is in use "
      "for "
      "the sector size its paths imply: V1_1, of window proofs V1_2." },
    { "partition", "K", false, "Prove this partition only. Default: all." },
    { "circuits-per-batch", "N", false,
      "Let up to N circuits (partitions) share a pass over the parameters, 1 to 32, or fewer where "
      "the memory limit needs it. Default: auto, chosen to fit the memory." },
    { "insecure-randomness", "R,S", false,
      "Use these instead of random values, R+k and S+k for partition k; decimal or 0x. For tests: "
      "such a proof gives its witness away." },
    { "no-vanilla-check", NULL, false,
      "Do not check the openings of the input first; a wrong one then shows as a row that does not "
      "hold." },
    { NULL, NULL, false, NULL },
};

#define MAX_SECTORS 64

typedef struct prove_args {
    cuzk_prove_request request; /* what all have in common */
    uint32_t partition;
    char *randomness; /* owns what request points to */
    vanilla_args vanilla;
    const char *c1[MAX_SECTORS], *out[MAX_SECTORS];
    size_t n;
} prove_args;

/* A kind that has no C1: one proof of all that is given. */
static cuzk_status one_proof(prove_args *a, size_t n_out, cuzk_error *err)
{
    const char *kind = cuzk_kind_name(a->request.kind);

    if (a->n)
        return usage_error(err, "--c1 does not go with --kind %s: it has a --vanilla", kind);
    if (n_out != 1)
        return usage_error(err, "one --out is needed");
    if (!a->vanilla.vanilla.n_files)
        return usage_error(err, "--vanilla is needed");
    a->request.vanilla = &a->vanilla.vanilla;
    a->n = 1;
    return CUZK_OK;
}

static cuzk_status read_sectors(prove_args *a, const invocation *in, cuzk_error *err)
{
    cuzk_status s = invocation_all(in, "c1", a->c1, MAX_SECTORS, &a->n, err);
    size_t n = 0;

    if (s == CUZK_OK)
        s = invocation_all(in, "out", a->out, MAX_SECTORS, &n, err);
    if (s == CUZK_OK && a->request.kind != CUZK_KIND_POREP)
        return one_proof(a, n, err);
    if (s == CUZK_OK && a->n == 0)
        return usage_error(err, "--c1 is needed");
    if (s == CUZK_OK && n != a->n)
        s = usage_error(err, "every --c1 has an --out: %zu and %zu are given", a->n, n);
    for (size_t i = 0; i < n && s == CUZK_OK && n > 1; i++) {
        if (strcmp(a->c1[i], "-") == 0 || strcmp(a->out[i], "-") == 0)
            s = usage_error(err, "- is for one sector only");
        for (size_t k = 0; k < i && s == CUZK_OK; k++)
            if (strcmp(a->out[i], a->out[k]) == 0)
                s = usage_error(err, "--out %.80s is given twice", a->out[i]);
    }
    return s;
}

static cuzk_status read_batch(uint32_t *out, const char *text, cuzk_error *err)
{
    uint64_t n = 0;
    cuzk_status s = CUZK_OK;

    if (text && strcmp(text, "auto") != 0)
        s = value_integer(&n, "circuits-per-batch", text, 1, 32, err);
    *out = (uint32_t)n;
    return s;
}

static cuzk_status read_args(prove_args *a, const invocation *in, cuzk_error *err)
{
    const char *kind = invocation_value(in, "kind");
    const char *partition = invocation_value(in, "partition");
    const char *randomness = invocation_value(in, "insecure-randomness");
    char *parts[2];
    uint64_t k;
    cuzk_status s;

    a->request = (cuzk_prove_request) { .size = sizeof a->request, .kind = CUZK_KIND_POREP };
    a->request.params_dir = invocation_value(in, "params");
    a->request.registered_proof = invocation_value(in, "registered-proof");
    a->request.skip_vanilla_check = invocation_value(in, "no-vanilla-check") != NULL;
    if ((kind && (s = cuzk_kind_find(&a->request.kind, kind, err)) != CUZK_OK) ||
        (s = vanilla_args_read(&a->vanilla, in, a->request.kind, err)) != CUZK_OK ||
        (s = read_sectors(a, in, err)) != CUZK_OK ||
        (s = read_batch(&a->request.circuits_per_batch, invocation_value(in, "circuits-per-batch"),
                        err)) != CUZK_OK)
        return s;
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

/* The proofs of all, and their files. */
typedef struct sectors {
    cuzk_prove_request request[MAX_SECTORS];
    const cuzk_prove_request *requests[MAX_SECTORS];
    cuzk_proof *proof[MAX_SECTORS];
} sectors;

static cuzk_status read_all(sectors *all, const prove_args *a, cuzk_error *err)
{
    for (size_t i = 0; i < a->n; i++) {
        all->request[i] = a->request;
        all->requests[i] = &all->request[i];
        cuzk_status s =
            a->c1[i] ? cuzk_file_read(&all->request[i].c1, a->c1[i], MAX_C1_LEN, err) : CUZK_OK;
        if (s != CUZK_OK)
            return s;
    }
    return CUZK_OK;
}

static cuzk_status prove_all(invocation *in, sectors *all, const prove_args *a, cuzk_error *err)
{
    cuzk_status s = invocation_context(in, err);

    for (size_t i = 0; i < a->n && s == CUZK_OK; i++)
        s = cuzk_file_check_writable(a->out[i], err);
    if (s == CUZK_OK)
        s = cuzk_proofs_make(in->ctx, all->requests, a->n, all->proof, err);
    for (size_t i = 0; i < a->n && s == CUZK_OK; i++)
        s = cuzk_file_write(a->out[i], all->proof[i]->data, all->proof[i]->len, err);
    return s;
}

static void show_all(const invocation *in, const sectors *all, const prove_args *a)
{
    json_t *list;

    if (a->n == 1) {
        out_text(in->out, "out", a->out[0]);
        show_proof(in, in->out, all->proof[0]);
        return;
    }
    list = out_array(in->out, "proofs");
    for (size_t i = 0; i < a->n; i++) {
        json_t *o = json_object();
        out_text(o, "c1", a->c1[i]);
        out_text(o, "out", a->out[i]);
        say(in, "%s:", a->out[i]);
        show_proof(in, o, all->proof[i]);
        json_array_append_new(list, o);
    }
}

static cuzk_status run_prove(invocation *in, cuzk_error *err)
{
    prove_args a = { 0 };
    sectors *all = calloc(1, sizeof *all);
    cuzk_status s;

    if (!all)
        return memory_error(err);
    in->stdout_taken = strcmp(invocation_value(in, "out"), "-") == 0;
    if (in->stdout_taken && in->json)
        s = usage_error(err, "--json and --out - both want standard output");
    else
        s = read_args(&a, in, err);
    /* Standard input is read before signals are caught: waiting for it can be given up. */
    if (s == CUZK_OK)
        s = read_all(all, &a, err);
    if (s == CUZK_OK)
        s = prove_all(in, all, &a, err);
    if (s == CUZK_OK)
        show_all(in, all, &a);
    for (size_t i = 0; i < a.n; i++) {
        cuzk_proof_free(all->proof[i]);
        cuzk_file_free(&all->request[i].c1);
    }
    free(all);
    free(a.randomness);
    vanilla_args_free(&a.vanilla);
    return s;
}

const command cmd_prove = {
    .name = "prove",
    .schema = "cuzk.prove.v1",
    .options = options,
    .many = "c1 out vanilla",
    .summary = "make a proof from a C1 or from vanilla proofs",
    .description =
        "Reads the output of seal commit phase 1, or the vanilla proofs of the other kinds, checks "
        "that it holds (paths, parents, labels, columns, encoding, commitments, challenges), finds "
        "the parameters of the kind and sector size in DIR, checks them or remembers that they "
        "were checked, and proves every partition. Vanilla proofs of small sectors are made by "
        "cuzk-bench gen-vanilla. Each proof is verified before it is given out. The output file "
        "appears whole or not at all. Parameters "
        "are never made silently: see setup. With --memory SIZE what is needed is known before the "
        "proof is begun: steps are made smaller to fit, and what cannot fit is refused.",
    .exit_no =
        "What was given does not hold, or the parameters are damaged; what is wrong is named.",
    .examples = "cuzk prove --c1 c1.json --params /var/tmp/filecoin-proof-parameters \\\n"
                "    --out sector.proof\n"
                "cuzk prove --c1 a.json --out a.proof --c1 b.json --out b.proof --params DIR \\\n"
                "    --memory 16GiB\n"
                "cuzk prove --kind window --vanilla vanilla.json --randomness 3b1f... \\\n"
                "    --params DIR --out window.proof\n"
                "cuzk prove --kind update --vanilla vanilla.json --comm-r-old d3f6... \\\n"
                "    --comm-r-new 87c9... --comm-d-new 5b99... --params DIR --out update.proof",
    .run = run_prove,
};
