/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The commands every program has. */
#include "apps/cli/output.h"
#include "apps/cli/program.h"
#include "apps/cli/value.h"

#include <string.h>

static const option options[] = {
    { "man", NULL, false, "Print the whole manual page, for man(1)." },
    { NULL, NULL, false, NULL },
};

static cuzk_status run_help(invocation *in, cuzk_error *err)
{
    char name[64] = "";

    if (in->json)
        return usage_error(err, "help is text for people: --json does not apply");
    if (invocation_value(in, "man")) {
        help_man(in->prog);
        return CUZK_OK;
    }
    if (in->n_operands == 0) {
        help_program(in->prog);
        return CUZK_OK;
    }
    for (unsigned i = 0; i < in->n_operands; i++) {
        if (strlen(name) + strlen(in->operand[i]) + 2 > sizeof name)
            return usage_error(err, "no such command");
        strcat(strcat(name, i ? " " : ""), in->operand[i]);
    }
    for (const command *const *c = in->prog->commands; *c; c++) {
        if (strcmp((*c)->name, name) == 0) {
            help_command(in->prog, *c);
            return CUZK_OK;
        }
    }
    return usage_error(err, "no command \"%s\"; %s help lists them", name, in->prog->name);
}

const command cmd_help = {
    .name = "help",
    .schema = "cuzk.help.v1",
    .operands = "COMMAND",
    .max_operands = 2,
    .options = options,
    .summary = "show what a command does",
    .description = "Shows the page of a command, as COMMAND --help does, or without one the list "
                   "of all commands.",
    .examples = "cuzk help doctor\ncuzk help --man | man -l -",
    .run = run_help,
};

static cuzk_status run_version(invocation *in, cuzk_error *err)
{
    (void)err;
    out_text(in->out, "version", cuzk_version_string());
    say(in, "%s %s", in->prog->name, cuzk_version_string());
    return CUZK_OK;
}

const command cmd_version = {
    .name = "version",
    .schema = "cuzk.version.v1",
    .summary = "show the version",
    .description = "Shows the version of the program and its library.",
    .examples = "cuzk version",
    .run = run_version,
};
