/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/cli/program.h"

#include <stdio.h>
#include <string.h>

#define WIDTH 80

/* Words of text, wrapped, each line indented; \n in the text begins a new paragraph line. */
static void wrap(const char *text, int indent)
{
    int column = 0;

    while (*text) {
        int len = (int)strcspn(text, " \n");
        if (column > 0 && column + 1 + len > WIDTH) {
            putchar('\n');
            column = 0;
        }
        column += column ? printf(" %.*s", len, text) : printf("%*s%.*s", indent, "", len, text);
        text += len;
        if (*text == '\n') {
            putchar('\n');
            column = 0;
        }
        text += *text != '\0';
    }
    putchar('\n');
}

/* Lines as they stand, indented. */
static void verbatim(const char *lines, int indent)
{
    while (*lines) {
        int len = (int)strcspn(lines, "\n");
        printf("%*s%.*s\n", indent, "", len, lines);
        lines += len + (lines[len] == '\n');
    }
}

static void synopsis(const program *p, const command *c, char *out, size_t size)
{
    size_t at = (size_t)snprintf(out, size, "%s %s", p->name, c->name);

    for (int optional = 0; optional < 2; optional++) {
        for (const option *o = c->options; o && o->name; o++) {
            if (o->required == !optional)
                at += (size_t)snprintf(out + at, size - at, optional ? " [--%s%s%s]" : " --%s%s%s",
                                       o->name, o->arg ? " " : "", o->arg ? o->arg : "");
        }
    }
    at += (size_t)snprintf(out + at, size - at, " [COMMON OPTIONS]");
    if (c->operands)
        snprintf(out + at, size - at, c->min_operands ? " %s" : " [%s]", c->operands);
}

static void show_options(const option *o)
{
    for (; o && o->name; o++) {
        printf("    --%s%s%s\n", o->name, o->arg ? " " : "", o->arg ? o->arg : "");
        wrap(o->help, 8);
    }
}

static const struct {
    int status;
    const char *meaning;
} exit_statuses[] = {
    { 0, "Done; the answer is yes." },
    { 1, NULL }, /* the command's own */
    { 2, "Bad use, or malformed or missing input." },
    { 3, "A fault of the program's own, or a failed self-check." },
    { 4, "Out of memory or disk space." },
    { 130, "Interrupted; nothing is left half-written." },
};

#define N_EXIT_STATUSES (sizeof exit_statuses / sizeof *exit_statuses)

static const char *exit_meaning(size_t i, const command *c)
{
    return exit_statuses[i].meaning ? exit_statuses[i].meaning : c->exit_no;
}

void help_program(const program *p)
{
    printf("NAME\n    %s - %s\n\nSYNOPSIS\n    %s COMMAND [OPTIONS] ...\n\nDESCRIPTION\n", p->name,
           p->summary, p->name);
    wrap(p->description, 4);
    printf("\nCOMMANDS\n");
    for (const command *const *c = p->commands; *c; c++)
        printf("    %-14s %s\n", (*c)->name, (*c)->summary);
    printf("\nCOMMON OPTIONS\n");
    show_options(common_options);
    printf("\nSEE ALSO\n    %s COMMAND --help\n", p->name);
}

void help_command(const program *p, const command *c)
{
    char line[2048];

    printf("NAME\n    %s %s - %s\n\nSYNOPSIS\n", p->name, c->name, c->summary);
    synopsis(p, c, line, sizeof line);
    wrap(line, 4);
    printf("\nDESCRIPTION\n");
    wrap(c->description, 4);
    if (c->options) {
        printf("\nOPTIONS\n");
        show_options(c->options);
    }
    printf("\nCOMMON OPTIONS\n");
    show_options(common_options);
    printf("\nEXIT STATUS\n");
    for (size_t i = 0; i < N_EXIT_STATUSES; i++) {
        if (exit_meaning(i, c))
            printf("    %-5d%s\n", exit_statuses[i].status, exit_meaning(i, c));
    }
    if (c->notes) {
        printf("\n%s\n", c->notes_title);
        verbatim(c->notes(), 4);
    }
    printf("\nEXAMPLES\n");
    verbatim(c->examples, 4);
}

/* Text for roff: backslashes doubled, dashes literal, no line beginning with a control character.
 */
static void roff(const char *text)
{
    bool line_start = true;

    for (; *text; text++) {
        if (line_start && (*text == '.' || *text == '\''))
            fputs("\\&", stdout);
        if (*text == '\\')
            fputs("\\e", stdout);
        else if (*text == '-')
            fputs("\\-", stdout);
        else
            putchar(*text);
        line_start = *text == '\n';
    }
    if (!line_start)
        putchar('\n');
}

static void roff_options(const option *o)
{
    for (; o && o->name; o++) {
        printf(".TP\n\\fB\\-\\-");
        for (const char *s = o->name; *s; s++)
            printf(*s == '-' ? "\\-" : "%c", *s);
        printf("\\fR%s\\fI%s\\fR\n", o->arg ? " " : "", o->arg ? o->arg : "");
        roff(o->help);
    }
}

void help_man(const program *p)
{
    char line[2048];

    printf(".TH %s 1 \"\" \"cuzk %s\" \"User Commands\"\n.SH NAME\n%s \\- %s\n", p->name,
           cuzk_version_string(), p->name, p->summary);
    printf(".SH SYNOPSIS\n.B %s\nCOMMAND [OPTIONS] ...\n.SH DESCRIPTION\n", p->name);
    roff(p->description);
    printf(".SH COMMANDS\n");
    for (const command *const *c = p->commands; *c; c++) {
        synopsis(p, *c, line, sizeof line);
        printf(".SS ");
        roff(line);
        roff((*c)->description);
        roff_options((*c)->options);
        if ((*c)->notes) {
            printf(".PP\n%s:\n.PP\n.nf\n.RS\n", (*c)->notes_title);
            roff((*c)->notes());
            printf(".RE\n.fi\n");
        }
        if ((*c)->exit_no)
            printf(".PP\nExit status 1: %s\n", (*c)->exit_no);
        printf(".PP\nFor example:\n.PP\n.nf\n.RS\n");
        roff((*c)->examples);
        printf(".RE\n.fi\n");
    }
    printf(".SH COMMON OPTIONS\n");
    roff_options(common_options);
    printf(".SH EXIT STATUS\n");
    for (size_t i = 0; i < N_EXIT_STATUSES; i++) {
        const char *m = exit_statuses[i].meaning;
        printf(".TP\n%d\n%s\n", exit_statuses[i].status,
               m ? m : "A well-formed question answered no: see the command.");
    }
}
