/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/commands.h"

#include <stdlib.h>
#include <string.h>

/* clang-format off */
static const command *const commands[] = {
    &cmd_demo,
    &cmd_daemon,
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

/* Units that start cuzk-daemon keep working: the word daemon is put in for them. */
static int run_as_daemon(int argc, char **argv)
{
    char **all = calloc((size_t)argc + 2, sizeof *all);
    static char word[] = "daemon";
    int status;

    if (!all)
        return CUZK_NO_RESOURCES;
    all[0] = argv[0];
    all[1] = word;
    for (int i = 1; i < argc; i++)
        all[i + 1] = argv[i];
    status = program_main(&cuzk_program, argc + 1, all);
    free(all);
    return status;
}

int main(int argc, char **argv)
{
    const char *slash = argc ? strrchr(argv[0], '/') : NULL;

    if (argc && strcmp(slash ? slash + 1 : argv[0], "cuzk-daemon") == 0)
        return run_as_daemon(argc, argv);
    return program_main(&cuzk_program, argc, argv);
}
