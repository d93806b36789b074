/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/cli/program.h"
#include "apps/cli/value.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const option common_options[] = {
    { "json", NULL, false, "Print one JSON object instead of text." },
    { "threads", "N", false, "Use N threads. Default: one per available CPU." },
    { "memory", "SIZE", false,
      "Let the heavy steps hold at most SIZE bytes at once (512MiB, 2GiB, ...). Default: no "
      "limit." },
    { "quiet", NULL, false, "No progress, no remarks: results and errors only." },
    { "help", NULL, false, "Show the command's page." },
    { NULL, NULL, false, NULL },
};

static const option no_options[] = { { NULL, NULL, false, NULL } };

static const option *own_options(const command *c)
{
    return c->options ? c->options : no_options;
}

/* Levenshtein distance, given up (as a large number) for words too long to be typing errors. */
static size_t edit_distance(const char *a, const char *b)
{
    enum { LONGEST = 48 };
    size_t row[LONGEST + 1], la = strlen(a), lb = strlen(b);

    if (la > LONGEST || lb > LONGEST)
        return LONGEST;
    for (size_t j = 0; j <= lb; j++)
        row[j] = j;
    for (size_t i = 1; i <= la; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= lb; j++) {
            size_t best = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[lb];
}

const char *parse_nearest(const char *word, const char *const *candidates, size_t n)
{
    const char *best = NULL;
    size_t best_distance = strlen(word) / 2 + 1; /* further away is another word, not a slip */

    for (size_t i = 0; i < n; i++) {
        size_t d = edit_distance(word, candidates[i]);
        if (d < best_distance) {
            best = candidates[i];
            best_distance = d;
        }
    }
    return best;
}

/* The row of an option in the command's table followed by the common one; -1 if there is none. */
static int find_option(const command *c, const char *name, size_t len, const option **row)
{
    const option *tables[] = { own_options(c), common_options };
    int at = 0;

    for (size_t t = 0; t < 2; t++) {
        for (const option *o = tables[t]; o->name; o++, at++) {
            if (strlen(o->name) == len && memcmp(o->name, name, len) == 0) {
                *row = o;
                return at;
            }
        }
    }
    return -1;
}

static cuzk_status unknown_option(const command *c, const char *name, cuzk_error *err)
{
    const char *known[MAX_OPTIONS], *near;
    size_t n = 0;

    for (const option *o = own_options(c); o->name; o++)
        known[n++] = o->name;
    for (const option *o = common_options; o->name; o++)
        known[n++] = o->name;
    near = parse_nearest(name, known, n);
    if (near)
        return usage_error(err, "unknown option --%.60s; did you mean --%s?", name, near);
    return usage_error(err, "unknown option --%.60s", name);
}

/* The long name behind "-i", which is not terminated; NULL if there is no such letter. */
static const char *long_name(const command *c, const char *word)
{
    const char *p = c->letters;

    while (p && *p && word[1] && !word[2]) {
        if (*p == word[1])
            return p + 2;
        p += 2 + strcspn(p + 2, " ");
        p += *p == ' ';
    }
    return NULL;
}

/* Is it one of the words of a list? */
static bool in_words(const char *list, const char *word)
{
    size_t len = strlen(word);

    for (const char *p = list; p && *p; p += *p == ' ') {
        size_t n = strcspn(p, " ");
        if (n == len && memcmp(p, word, len) == 0)
            return true;
        p += n;
    }
    return false;
}

/* One option at argv[*i]; *i is moved behind it and its argument. */
static cuzk_status parse_option(invocation *in, int argc, char **argv, int *i, cuzk_error *err)
{
    char letter[64] = { 0 };
    const char *name = argv[*i] + 2, *equals;
    if (argv[*i][1] != '-') {
        name = long_name(in->cmd, argv[*i]);
        name = memcpy(letter, name, strcspn(name, " "));
    }
    equals = strchr(name, '=');
    size_t len = equals ? (size_t)(equals - name) : strlen(name);
    const option *row = NULL;
    char word[64] = { 0 };
    int at = find_option(in->cmd, name, len, &row);

    memcpy(word, name, len < sizeof word ? len : sizeof word - 1);
    (*i)++;
    if (at < 0)
        return unknown_option(in->cmd, word, err);
    if (in->value[at] && !in_words(in->cmd->many, row->name))
        return usage_error(err, "--%s is given twice", row->name);
    if (!row->arg) {
        if (equals)
            return usage_error(err, "--%s takes no argument", row->name);
        in->value[at] = "";
        return CUZK_OK;
    }
    if (!equals && *i >= argc)
        return usage_error(err, "--%s needs an argument: %s", row->name, row->arg);
    const char *value = equals ? equals + 1 : argv[(*i)++];
    if (!value[0])
        return usage_error(err, "--%s: the argument is empty", row->name);
    if (in->value[at])
        in->repeated[in->n_repeated++] = (struct repeated) { at, value };
    else
        in->value[at] = value;
    return CUZK_OK;
}

static cuzk_status parse_arguments(invocation *in, int argc, char **argv, cuzk_error *err)
{
    bool only_operands = false;

    in->operand = calloc((size_t)argc + 1, sizeof *in->operand);
    in->repeated = calloc((size_t)argc + 1, sizeof *in->repeated);
    if (!in->operand || !in->repeated)
        return memory_error(err);
    for (int i = 0; i < argc;) {
        if (!only_operands && strcmp(argv[i], "--") == 0) {
            only_operands = true;
            i++;
        } else if (!only_operands && strcmp(argv[i], "-h") == 0) {
            in->help = true;
            i++;
        } else if (!only_operands && (strncmp(argv[i], "--", 2) == 0 ||
                                      (argv[i][0] == '-' && long_name(in->cmd, argv[i])))) {
            cuzk_status s = parse_option(in, argc, argv, &i, err);
            if (s != CUZK_OK)
                return s;
        } else if (!only_operands && argv[i][0] == '-' && argv[i][1]) {
            return usage_error(err, "unknown option %.60s; options begin with two dashes", argv[i]);
        } else {
            in->operand[in->n_operands++] = argv[i++];
        }
    }
    return CUZK_OK;
}

static cuzk_status check_complete(const invocation *in, cuzk_error *err)
{
    const command *c = in->cmd;

    for (const option *o = own_options(c); o->name; o++) {
        if (o->required && !invocation_value(in, o->name))
            return usage_error(err, "--%s %s is needed", o->name, o->arg);
    }
    if (in->n_operands > c->max_operands)
        return usage_error(err, "unexpected argument \"%.60s\"", in->operand[c->max_operands]);
    if (in->n_operands < c->min_operands)
        return usage_error(err, "%s is needed", c->operands);
    return CUZK_OK;
}

/* Does the command's name match the words at argv? How many of them it takes, or 0. */
static int match_words(const char *name, int argc, char **argv)
{
    int n = 0;

    while (*name) {
        size_t len = strcspn(name, " ");
        if (n >= argc || strlen(argv[n]) != len || memcmp(argv[n], name, len) != 0)
            return 0;
        n++;
        name += len + (name[len] == ' ');
    }
    return n;
}

/* "verify what? porep, winning, window, update or raw" */
static cuzk_status which_of(const program *p, const char *first, const char *const *known, size_t n,
                            cuzk_error *err)
{
    char list[128] = "";
    size_t len = 0;

    for (size_t i = 0; i < n && len < sizeof list; i++) {
        const char *between = i == 0 ? "" : i + 1 < n ? ", " : " or ";
        len += (size_t)snprintf(list + len, sizeof list - len, "%s%s", between, known[i]);
    }
    return usage_error(err, "%s what? %s: see %s help", first, list, p->name);
}

static cuzk_status unknown_command(const program *p, int argc, char **argv, cuzk_error *err)
{
    const char *known[64], *near;
    char words[64];
    size_t n = 0, first = strlen(argv[0]);

    /* The first word of a pair alone, or with a wrong second word. */
    for (const command *const *c = p->commands; *c; c++) {
        if (strncmp((*c)->name, argv[0], first) == 0 && (*c)->name[first] == ' ')
            known[n++] = (*c)->name + first + 1;
    }
    if (n > 0)
        return which_of(p, argv[0], known, n, err);
    for (const command *const *c = p->commands; *c; c++)
        known[n++] = (*c)->name;
    near = parse_nearest(argv[0], known, n);
    if (!near && argc > 1 && strlen(argv[0]) + strlen(argv[1]) + 2 <= sizeof words) {
        strcpy(words, argv[0]);
        strcat(strcat(words, " "), argv[1]);
        near = parse_nearest(words, known, n);
    }
    if (near)
        return usage_error(err, "unknown command \"%.60s\"; did you mean \"%s\"?", argv[0], near);
    return usage_error(err, "unknown command \"%.60s\"; see %s help", argv[0], p->name);
}

/* What other programs take in place of a command. */
static void accept_usual_spelling(char **word)
{
    static struct {
        const char *usual;
        char ours[8];
    } same[] = { { "--help", "help" }, { "-h", "help" }, { "--version", "version" } };

    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        if (strcmp(*word, same[i].usual) == 0)
            *word = same[i].ours;
    }
}

cuzk_status parse_line(invocation *in, const program *p, int argc, char **argv, cuzk_error *err)
{
    cuzk_status s;
    int words = 0;

    in->prog = p;
    for (int i = 0; i < argc; i++) /* errors in the line itself are JSON too */
        in->json |= strcmp(argv[i], "--json") == 0;
    if (argc == 0)
        return usage_error(err, "no command given; see %s help", p->name);
    accept_usual_spelling(&argv[0]);
    for (const command *const *c = p->commands; *c && !words; c++) {
        words = match_words((*c)->name, argc, argv);
        in->cmd = *c;
    }
    if (!words) {
        in->cmd = NULL;
        return unknown_command(p, argc, argv, err);
    }
    s = parse_arguments(in, argc - words, argv + words, err);
    if (s != CUZK_OK)
        return s;
    in->help |= invocation_value(in, "help") != NULL;
    in->json = invocation_value(in, "json") != NULL;
    in->quiet = invocation_value(in, "quiet") != NULL;
    return in->help ? CUZK_OK : check_complete(in, err);
}

const char *invocation_value(const invocation *in, const char *name)
{
    const option *row;
    int at = find_option(in->cmd, name, strlen(name), &row);

    if (at < 0)
        abort(); /* a command asked for an option it does not have: a fault in its table */
    return in->value[at];
}

cuzk_status invocation_all(const invocation *in, const char *name, const char **out, size_t max,
                           size_t *n, cuzk_error *err)
{
    const option *row;
    int at = find_option(in->cmd, name, strlen(name), &row);

    *n = 0;
    if (!invocation_value(in, name))
        return CUZK_OK;
    out[(*n)++] = in->value[at];
    for (unsigned i = 0; i < in->n_repeated; i++) {
        if (in->repeated[i].row != at)
            continue;
        if (*n == max)
            return usage_error(err, "--%s is given more than %zu times", name, max);
        out[(*n)++] = in->repeated[i].value;
    }
    return CUZK_OK;
}
