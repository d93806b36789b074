/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/cli/output.h"
#include "apps/cli/value.h"
#include "apps/commands.h"

#include <stdlib.h>
#include <string.h>

static const option options[] = {
    { "kind", "KIND", true, "The kind of proof: porep, winning, window or update." },
    { "sector-size", "SIZE", true, "2KiB, 8MiB, 512MiB, 32GiB or 64GiB." },
    { "out", "DIR", true, "The directory the files go to; made if missing." },
    { "insecure-toxic", "ALPHA,BETA,GAMMA,DELTA,TAU", false,
      "Use these instead of random values; decimal or 0x. For tests: whoever knows them can forge "
      "proofs." },
    { NULL, NULL, false, NULL },
};

static void show(const invocation *in, const cuzk_setup_result *r)
{
    char size[32];

    out_text(in->out, "params", r->params_path);
    out_text(in->out, "vk", r->vk_path);
    out_text(in->out, "meta", r->meta_path);
    out_text(in->out, "sidecar", r->sidecar_path);
    out_integer(in->out, "params_bytes", r->params_bytes);
    out_integer(in->out, "vk_bytes", r->vk_bytes);
    out_text(in->out, "params_sha256", r->params_sha256);
    out_text(in->out, "vk_sha256", r->vk_sha256);
    out_text(in->out, "circuit_sha256", r->circuit_sha256);
    out_integer(in->out, "constraints", r->constraints);
    out_integer(in->out, "inputs", r->inputs);
    out_integer(in->out, "aux", r->aux);
    out_text(in->out, "verdict", cuzk_verdict_name(CUZK_VERDICT_DEVELOPMENT));
    out_real(in->out, "seconds", r->seconds);
    say(in, "%s\n%s\n%s\n%s", r->params_path, r->vk_path, r->meta_path, r->sidecar_path);
    say(in, "development parameters for %llu rows, %s, made and checked in %.1f s",
        (unsigned long long)r->constraints, show_bytes(size, r->params_bytes), r->seconds);
    remark(in, "They are for tests: whoever makes parameters can forge proofs.");
}

static cuzk_status run_setup(invocation *in, cuzk_error *err)
{
    cuzk_setup_request r = { .size = sizeof r };
    const char *toxic = invocation_value(in, "insecure-toxic");
    char *values = NULL, *parts[CUZK_TOXIC_VALUES];
    cuzk_setup_result *result = NULL;
    cuzk_status s;

    r.sector_size = invocation_value(in, "sector-size");
    r.out_dir = invocation_value(in, "out");
    if (toxic) {
        if (!(values = strdup(toxic)))
            return memory_error(err);
        if ((s = value_list(parts, CUZK_TOXIC_VALUES, "insecure-toxic", values, err)) != CUZK_OK)
            goto out;
        r.insecure_toxic = (const char *const *)parts;
    }
    if ((s = cuzk_kind_find(&r.kind, invocation_value(in, "kind"), err)) != CUZK_OK ||
        (s = invocation_context(in, err)) != CUZK_OK)
        goto out;
    cuzk_process_protect();
    s = cuzk_params_make(in->ctx, &r, &result, err);
    if (s == CUZK_OK)
        show(in, result);
out:
    cuzk_setup_result_free(result);
    free(values);
    return s;
}

const command cmd_setup = {
    .name = "setup",
    .schema = "cuzk.setup.v1",
    .options = options,
    .summary = "make development parameters of a circuit",
    .description =
        "Makes Groth16 parameters under their official file names, for tests and development: the "
        ".params, .vk and .meta files, and a .dev.json that marks them as development parameters "
        "with the digests of the circuit and of every section. They are checked as params check "
        "does before they appear; development parameters that were there are replaced, any other "
        "file is not. Proofs made with them verify with their own key only, not on "
        "any network: the official files come out of a ceremony, and cannot be made here. The "
        "secret values are drawn from the kernel and wiped.",
    .examples = "cuzk setup --kind porep --sector-size 2KiB --out dev-params\n"
                "cuzk setup --kind window --sector-size 2KiB --out dev-params",
    .run = run_setup,
};
