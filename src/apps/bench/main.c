/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/remote.h"

#include <stdlib.h>
#include <string.h>

static const command *const commands[] = {
    &cmd_field,      &cmd_ntt,         &cmd_msm,        &cmd_pairing,  &cmd_prove,
    &cmd_gen_c1,     &cmd_gen_winning, &cmd_gen_window, &cmd_gen_snap, &cmd_densities,
    &cmd_synth_only, &cmd_single,      &cmd_batch,      &cmd_stress,   &cmd_status,
    &cmd_preload,    &cmd_metrics,     &cmd_help,       &cmd_version,  NULL,
};

static const program bench_program = {
    .name = "cuzk-bench",
    .summary = "measure the parts of cuzk",
    .description = "cuzk-bench times the steps a proof is made of, each apart, and checks their "
                   "results while it does; and it measures a daemon from outside.",
    .commands = commands,
};

/* The options that may stand before the command, as in "cuzk-bench -a ADDRESS status": how many
 * words there are of them. */
static int leading_words(int argc, char **argv)
{
    static const char *const leading[] = { "-a", "--addr", "--log-level" };
    int n = 0;

    for (size_t i = 0; i < sizeof leading / sizeof *leading;) {
        const size_t len = strlen(leading[i]);
        if (n + 1 < argc && strcmp(argv[n], leading[i]) == 0) {
            n += 2;
            i = 0;
        } else if (n < argc && len > 2 && strncmp(argv[n], leading[i], len) == 0 &&
                   argv[n][len] == '=') {
            n++;
            i = 0;
        } else {
            i++;
        }
    }
    return n;
}

/* They go behind all others. */
int main(int argc, char **argv)
{
    const int n = argc > 0 ? leading_words(argc - 1, argv + 1) : 0;
    char **words = calloc((size_t)argc + 1, sizeof *words);

    if (!words)
        return CUZK_NO_RESOURCES;
    for (int i = 0; i < argc; i++)
        words[i == 0 ? 0 : i <= n ? argc - 1 - n + i : i - n] = argv[i];
    int status = program_main(&bench_program, argc, words);
    free(words);
    return status;
}
