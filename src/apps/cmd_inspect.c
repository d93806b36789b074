/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/cli/facts.h"
#include "apps/commands.h"

static cuzk_status run_inspect(invocation *in, cuzk_error *err)
{
    cuzk_facts *facts = NULL;
    cuzk_status s = invocation_context(in, err);

    if (s != CUZK_OK)
        return s;
    s = cuzk_file_inspect(in->ctx, in->operand[0], &facts, err);
    show_facts(in, facts);
    cuzk_facts_free(facts);
    return s;
}

const command cmd_inspect = {
    .name = "inspect",
    .schema = "cuzk.inspect.v1",
    .operands = "FILE",
    .min_operands = 1,
    .max_operands = 1,
    .summary = "say what a file is",
    .description =
        "Says what a file is and the main things in it: the output of seal commit phase 1 in any "
        "of its layouts, vanilla proofs of the other kinds (bincode, or a JSON array of base64), "
        "parameters, a verifying key, a proof, public inputs, the .meta and .dev.json files beside "
        "parameters. Files are known by their content, not by their name, and are read as strictly "
        "as where they are used; of parameters only the counts and the key are looked at. Whether "
        "vanilla proofs hold is not checked: prove does, which knows what they are to prove. What "
        "is shown of them are the facts to give to verify: the sectors with their comm_r, or the "
        "three commitments of an update.",
    .examples = "cuzk inspect c1.json\n"
                "cuzk inspect window-vanilla.json\n"
                "cuzk inspect sector.proof --json",
    .run = run_inspect,
};
