/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/commands.h"

#include <stdlib.h>
#include <string.h>

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
    &cmd_daemon,
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
        "lists parameters; it verifies proofs; it says what a file is; and it serves proofs as a "
        "daemon. A proof is verified "
        "before it is given out, parameters are checked before they are used.",
    .commands = commands,
};

/* Called as cuzk-daemon, by units written for the original, it is the daemon. */
static bool is_daemon(const char *called)
{
    const char *slash = called ? strrchr(called, '/') : NULL;

    return called && strcmp(slash ? slash + 1 : called, "cuzk-daemon") == 0;
}

static int daemon_main(int argc, char **argv)
{
    static char verb[] = "daemon";
    char **words = calloc((size_t)argc + 2, sizeof *words);
    int status;

    if (!words)
        return CUZK_NO_RESOURCES;
    words[0] = argv[0];
    words[1] = verb;
    memcpy(words + 2, argv + 1, (size_t)(argc - 1) * sizeof *words);
    status = program_main(&cuzk_program, argc + 1, words);
    free(words);
    return status;
}

int main(int argc, char **argv)
{
    const bool version = argc == 2 && strcmp(argv[1], "--version") == 0;

    if (is_daemon(argv[0]) && !version)
        return daemon_main(argc, argv);
    return program_main(&cuzk_program, argc, argv);
}
