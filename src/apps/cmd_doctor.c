/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/cli/facts.h"
#include "apps/commands.h"

static cuzk_status run_doctor(invocation *in, cuzk_error *err)
{
    cuzk_facts *facts = NULL;
    cuzk_status s = invocation_context(in, err);

    if (s != CUZK_OK)
        return s;
    s = cuzk_machine_report(in->ctx, &facts, err);
    show_facts(in, facts);
    cuzk_facts_free(facts);
    return s;
}

const command cmd_doctor = {
    .name = "doctor",
    .schema = "cuzk.doctor.v1",
    .summary = "show what this machine offers, and test the arithmetic on it",
    .description =
        "Shows the processor, the memory and the kernels that will be used, and runs the self-test "
        "of every variant of the kernels this machine can run: known answers of the fields, the "
        "curve, the pairing and the hashes. Every program runs the tests of the variant in use "
        "when it starts; this command runs them all.",
    .examples = "cuzk doctor\nCUZK_CPU=portable cuzk doctor --json",
    .run = run_doctor,
};
