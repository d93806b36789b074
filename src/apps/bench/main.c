/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/bench.h"

static const command *const commands[] = {
    &cmd_field,      &cmd_ntt,         &cmd_msm,        &cmd_pairing,  &cmd_prove,
    &cmd_gen_c1,     &cmd_gen_winning, &cmd_gen_window, &cmd_gen_snap, &cmd_densities,
    &cmd_synth_only, &cmd_help,        &cmd_version,    NULL,
};

static const program bench_program = {
    .name = "cuzk-bench",
    .summary = "measure the parts of cuzk",
    .description = "cuzk-bench times the steps a proof is made of, each apart, and checks their "
                   "results while it does.",
    .commands = commands,
};

int main(int argc, char **argv)
{
    return program_main(&bench_program, argc, argv);
}
