/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The configuration as a file, the example, and the page of the documentation. */
#include "apps/daemon/config.h"

#include <stdlib.h>
#include <string.h>

/* Words of text, wrapped, each line behind the prefix. */
static void wrap(FILE *to, const char *text, const char *prefix)
{
    const int width = 96;
    int column = 0;

    while (*text) {
        int len = (int)strcspn(text, " ");
        if (column > 0 && column + 1 + len > width) {
            fputc('\n', to);
            column = 0;
        }
        column +=
            column ? fprintf(to, " %.*s", len, text) : fprintf(to, "%s%.*s", prefix, len, text);
        text += len + (text[len] == ' ');
    }
    fputc('\n', to);
}

static bool section_begins(size_t i)
{
    return i == 0 || strcmp(config_keys[i].section, config_keys[i - 1].section) != 0;
}

/* Does any key of the section that begins at row i count? */
static bool section_is_used(size_t i)
{
    for (size_t j = i; j < n_config_keys; j++) {
        if (strcmp(config_keys[j].section, config_keys[i].section) == 0 &&
            config_keys[j].standing == CONFIG_USED)
            return true;
    }
    return false;
}

void config_print(FILE *to, const config *c)
{
    char value[CONFIG_SHOW_MAX];

    for (size_t i = 0; i < n_config_keys; i++) {
        if (section_begins(i) && section_is_used(i))
            fprintf(to, "%s[%s]\n", i ? "\n" : "", config_keys[i].section);
        if (config_show(value, c, &config_keys[i]))
            fprintf(to, "%s = %s\n", config_keys[i].name, value);
    }
}

static void load_defaults(config *c)
{
    const config_source nothing = { 0 };
    cuzk_error err;

    if (config_read(c, "", 0, "", &nothing, &err) != CUZK_OK)
        abort(); /* nothing can be wrong with an empty file */
}

static void print_choices(FILE *to, const config_key *key, const char *before, const char *between)
{
    for (size_t i = 0; key->choices && key->choices[i]; i++)
        fprintf(to, "%s%s", i ? between : before, key->choices[i]);
}

void config_print_example(FILE *to)
{
    char value[CONFIG_SHOW_MAX];
    config c;

    load_defaults(&c);
    fprintf(to,
            "# SPDX-License-Identifier: MIT OR Apache-2.0\n"
            "# The configuration of cuzk daemon: every key with its default. All may be left out.\n"
            "# Written by `cuzk daemon --print-example`; docs/configuration.md says more.\n");
    for (size_t i = 0; i < n_config_keys; i++) {
        const config_key *k = &config_keys[i];
        if (section_begins(i) && section_is_used(i))
            fprintf(to, "\n[%s]\n", k->section);
        if (!config_show(value, &c, k))
            continue;
        wrap(to, k->help, "# ");
        if (k->choices) {
            print_choices(to, k, "# One of ", ", ");
            fprintf(to, ".\n");
        }
        fprintf(to, "#%s = %s\n", k->name, value);
    }
}

static const char page_head[] =
    "# Configuration of the daemon\n"
    "\n"
    "`cuzk daemon` reads the file that `--config` names, or `" CONFIG_FILE
    "` if it is there. Every\n"
    "key may be left out. An environment variable named after a key goes before the file, an "
    "option of\n"
    "the command line before both. `cuzk daemon --check-config` says what is wrong with a file,\n"
    "`--print-config` what is in effect, `--print-example` writes [the "
    "example](cuzk.example.toml).\n"
    "\n"
    "An unknown key is an error that names the nearest one; `--ignore-unknown-keys` makes it a "
    "warning.\n"
    "\n"
    "| type | what it looks like |\n"
    "|---|---|\n"
    "| size | `\"50GiB\"` (also KiB, MiB, TiB: powers of 1024), `\"50GB\"` (kB, MB, TB: of 1000), "
    "or a number of bytes |\n"
    "| duration | `\"1h\"`, `\"5m\"`, `\"30s\"`, or a number of seconds |\n"
    "| mode | octal digits in a string: `\"0660\"` |\n"
    "| list | `[\"a\", \"b\"]`; in a variable `a,b` |\n";

static const char *const type_names[CONFIG_TYPES] = {
    [CONFIG_TEXT] = "string",   [CONFIG_FLAG] = "boolean",   [CONFIG_INTEGER] = "integer",
    [CONFIG_SIZE] = "size",     [CONFIG_SIZE_AUTO] = "size", [CONFIG_DURATION] = "duration",
    [CONFIG_MODE] = "mode",     [CONFIG_CHOICE] = "string",  [CONFIG_TEXTS] = "list",
    [CONFIG_INTEGERS] = "list",
};

static void print_section(FILE *to, const config *c, size_t begin)
{
    char value[CONFIG_SHOW_MAX], variable[64];

    fprintf(to, "\n## %s\n\n| key | type | default | variable | |\n|---|---|---|---|---|\n",
            config_keys[begin].section);
    for (size_t i = begin; i < n_config_keys && (i == begin || !section_begins(i)); i++) {
        const config_key *k = &config_keys[i];
        if (!config_show(value, c, k))
            continue;
        config_variable(variable, k);
        fprintf(to, "| `%s` | %s | `%s` | `%s` | %s", k->name, type_names[k->type], value, variable,
                k->help);
        print_choices(to, k, " One of ", ", ");
        fprintf(to, "%s |\n", k->choices ? "." : "");
    }
}

static void print_others(FILE *to, config_standing standing)
{
    for (size_t i = 0; i < n_config_keys; i++) {
        const config_key *k = &config_keys[i];
        if (k->standing == standing)
            fprintf(to, "| `%s.%s` | %s |\n", k->section, k->name, k->help);
    }
}

void config_print_page(FILE *to)
{
    config c;

    load_defaults(&c);
    fprintf(to, "<!-- Written by `cuzk daemon --print-config-docs`. -->\n%s", page_head);
    for (size_t i = 0; i < n_config_keys; i++) {
        if (section_begins(i) && section_is_used(i))
            print_section(to, &c, i);
    }
    fprintf(
        to,
        "\n## Keys of the original without an effect\n\n"
        "They are accepted, so that its files can be used as they are; the log notes that one is "
        "set.\n\n| key | |\n|---|---|\n");
    print_others(to, CONFIG_ACCEPTED);
    fprintf(to, "\n## Deprecated keys of the original\n\n"
                "Ignored there as here, with a warning.\n\n| key | |\n|---|---|\n");
    print_others(to, CONFIG_DEPRECATED);
}
