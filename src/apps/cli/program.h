/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A program is a list of commands, a command a row of texts and a table of options: parsing,
 * --help, the man page and the errors all come from the tables. */
#ifndef CUZK_APPS_CLI_PROGRAM_H
#define CUZK_APPS_CLI_PROGRAM_H

#include <cuzk/cuzk.h>
#include <jansson.h>
#include <stdbool.h>

typedef struct option {
    const char *name; /* without the dashes */
    const char *arg;  /* what stands for its argument in the help; NULL: a switch */
    bool required;
    const char *help; /* sentences; wrapped when shown */
} option;

struct invocation;

typedef struct command {
    const char *name;     /* one or two words: "verify raw" */
    const char *schema;   /* of its JSON: "cuzk.verify.v1" */
    const char *operands; /* "DIR"; NULL: none */
    unsigned min_operands, max_operands;
    const option *options; /* ends with a NULL name; NULL: the common ones only */
    const char *letters;   /* short names: "i iterations j threads"; NULL: none */
    const char *many;      /* options that may be given again: "c1 out"; NULL: none */
    const char *summary;   /* one line, no full stop */
    const char *description;
    const char *exit_no;  /* when it exits with 1; NULL: never */
    const char *examples; /* lines */
    /* A section of the page that is made from a table: lines, in static memory; NULL: none. */
    const char *notes_title;
    const char *(*notes)(void);
    cuzk_status (*run)(struct invocation *in, cuzk_error *err);
} command;

typedef struct program {
    const char *name, *summary, *description;
    const command *const *commands; /* ends with NULL */
} program;

#define MAX_OPTIONS 32 /* of one command, the common ones included */

/* One run of a command: what the line said, and where its output goes. */
typedef struct invocation {
    const program *prog;
    const command *cmd;
    /* By row of the command's table, then of the common one: the first that is given. */
    const char *value[MAX_OPTIONS];
    struct repeated {
        int row;
        const char *value;
    } * repeated; /* those behind the first, in their order */
    unsigned n_repeated;
    char **operand;
    unsigned n_operands;
    bool help, json, quiet;
    bool stdout_taken; /* the command writes bytes there: words go to stderr */
    json_t *out;       /* the members of the JSON object */
    cuzk_context *ctx; /* see invocation_context */
} invocation;

extern const option common_options[]; /* --json --threads --memory --quiet --help */

/* common_commands.c: every program lists these. */
extern const command cmd_help;
extern const command cmd_version;

/* main of a program: parse, run, print, exit status. */
int program_main(const program *p, int argc, char **argv);

/* The argument of an option of this command, "" for a switch that is given; NULL if not given. */
const char *invocation_value(const invocation *in, const char *name);

/* Every argument of an option of the command's `many`, in order; out has room for max of them. More
 * are bad use. */
cuzk_status invocation_all(const invocation *in, const char *name, const char **out, size_t max,
                           size_t *n, cuzk_error *err);

/* The context with the common options, progress on a terminal, and SIGINT and SIGTERM cancelling
 * it; made on first use, freed by program_main. */
cuzk_status invocation_context(invocation *in, cuzk_error *err);

/* help.c: to standard output. */
void help_program(const program *p);
void help_command(const program *p, const command *c);
void help_man(const program *p); /* the whole program as one man page (roff) */

/* parse.c: fills the invocation; the command is found by the first words. */
cuzk_status parse_line(invocation *in, const program *p, int argc, char **argv, cuzk_error *err);
/* The candidate with the fewest edits from word, if it is near enough to be what was meant. */
const char *parse_nearest(const char *word, const char *const *candidates, size_t n);

#endif
