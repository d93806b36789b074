/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/cli/output.h"
#include "apps/cli/value.h"
#include "apps/commands.h"
#include "apps/limits.h"
#include "apps/vanilla_args.h"

static const option options[] = {
    { "kind", "KIND", true, "The kind of proof: porep, winning, window or update." },
    { "sector-size", "SIZE", false,
      "2KiB, 8MiB, 512MiB, 32GiB or 64GiB. Needed without --c1 and --vanilla." },
    { "c1", "FILE", false, "porep: digest the witness of this C1 too." },
    VANILLA_FILE_OPTION,
    VANILLA_COMMITMENT_OPTIONS,
    { "registered-proof", "P", false, "What a bare C1 or a vanilla proof is read as." },
    { "partition", "K", false, "The partition of the witness. Default: 0." },
    { NULL, NULL, false, NULL },
};

static void show_density(const invocation *in, const char *name, const cuzk_density *d)
{
    json_t *o = out_object(in->out, name);

    out_integer(o, "count", d->count);
    out_integer(o, "len", d->len);
    out_text(o, "sha256", d->sha256);
    say(in, "%-24s %llu of %llu  %s", name, (unsigned long long)d->count,
        (unsigned long long)d->len, d->sha256);
}

static void show_count(const invocation *in, const char *name, uint64_t n)
{
    out_integer(in->out, name, n);
    say(in, "%-24s %llu", name, (unsigned long long)n);
}

static void show_sha256(const invocation *in, const char *name, const char *hex)
{
    if (!hex[0])
        return;
    out_text(in->out, name, hex);
    say(in, "%-24s %s", name, hex);
}

static void show(const invocation *in, const cuzk_digest *d)
{
    show_count(in, "inputs", d->inputs);
    show_count(in, "aux", d->aux);
    show_count(in, "constraints", d->constraints);
    show_count(in, "circuit_constraints", d->circuit_constraints);
    show_count(in, "domain_size", d->domain_size);
    show_sha256(in, "circuit_sha256", d->circuit_sha256);
    show_sha256(in, "sha256", d->sha256);
    show_density(in, "a_aux_density", &d->a_aux_density);
    show_density(in, "b_input_density", &d->b_input_density);
    show_density(in, "b_aux_density", &d->b_aux_density);
    show_sha256(in, "aux_assignment_sha256", d->aux_assignment_sha256);
    show_sha256(in, "input_assignment_sha256", d->input_assignment_sha256);
    out_real(in->out, "seconds", d->seconds);
}

static cuzk_status run_digest(invocation *in, cuzk_error *err)
{
    cuzk_digest_request r = { .size = sizeof r };
    const char *c1 = invocation_value(in, "c1"), *partition = invocation_value(in, "partition");
    vanilla_args vanilla = { 0 };
    uint64_t k = 0;
    cuzk_digest d;
    cuzk_status s;

    r.sector_size = invocation_value(in, "sector-size");
    r.registered_proof = invocation_value(in, "registered-proof");
    const bool witness = c1 || invocation_value(in, "vanilla");
    if (!witness && (partition || r.registered_proof))
        return usage_error(err, "--partition and --registered-proof go with --c1 or --vanilla");
    if (!witness && !r.sector_size)
        return usage_error(err, "--sector-size is needed, or --c1 or --vanilla");
    if (partition && (s = value_integer(&k, "partition", partition, 0, 65535, err)) != CUZK_OK)
        return s;
    r.partition = (uint32_t)k;
    if ((s = cuzk_kind_find(&r.kind, invocation_value(in, "kind"), err)) != CUZK_OK ||
        (s = vanilla_args_read(&vanilla, in, r.kind, err)) != CUZK_OK ||
        (c1 && (s = cuzk_file_read(&r.c1, c1, MAX_C1_LEN, err)) != CUZK_OK) ||
        (s = invocation_context(in, err)) != CUZK_OK)
        goto out;
    if (c1 && r.kind != CUZK_KIND_POREP) {
        s = usage_error(err, "--c1 does not go with --kind %s", cuzk_kind_name(r.kind));
        goto out;
    }
    if (vanilla.vanilla.n_files)
        r.vanilla = &vanilla.vanilla;
    s = cuzk_circuit_digest(in->ctx, &r, &d, err);
    if (s == CUZK_OK)
        show(in, &d);
out:
    cuzk_file_free(&r.c1);
    vanilla_args_free(&vanilla);
    return s;
}

const command cmd_digest = {
    .name = "digest",
    .schema = "cuzk.digest.v1",
    .options = options,
    .summary = "fingerprint a circuit, and a witness of it",
    .description =
        "Runs a circuit without storing it and prints its identity: the counts, the SHA-256 of "
        "all rows (circuit_sha256 without the rows that are appended for the inputs, sha256 with "
        "them) and the densities; with a C1 or vanilla proofs, the SHA-256 of the auxiliary and of "
        "the public "
        "assignment too. Two implementations with equal digests have the same circuit, and the "
        "same parameters fit both. docs/formats.md says what exactly is hashed.",
    .examples = "cuzk digest --kind porep --sector-size 2KiB\n"
                "cuzk digest --kind porep --c1 c1.json --json\n"
                "cuzk digest --kind window --vanilla vanilla.json",
    .run = run_digest,
};
