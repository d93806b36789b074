/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/commands.h"

/* clang-format off */
static const command *const commands[] = {
    &cmd_demo,
    &cmd_seal,
    &cmd_setup,
    &cmd_prove,
    &cmd_verify_porep,
    &cmd_verify_winning,
    &cmd_verify_window,
    &cmd_verify_update,
    &cmd_verify_raw,
    &cmd_params_check,
    &cmd_params_list,
    &cmd_inspect,
    &cmd_digest,
    &cmd_doctor,
    &cmd_help,
    &cmd_version,
    NULL,
};
/* clang-format on */

static const program cuzk_program = {
    .name = "cuzk",
    .summary = "Groth16 proofs for Filecoin",
    .description =
        "cuzk proves what a storage provider has to prove. It reads the output of seal commit "
        "phase 1, checks it, and turns it into the bytes the network accepts; it makes, checks and "
        "lists parameters; it verifies proofs; and it says what a file is. A proof is verified "
        "before it is given out, parameters are checked before they are used.",
    .commands = commands,
};

int main(int argc, char **argv)
{
    return program_main(&cuzk_program, argc, argv);
}
