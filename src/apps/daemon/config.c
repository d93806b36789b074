/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/daemon/config.h"

#include "apps/cli/program.h"
#include "apps/cli/value.h"
#include "base/file.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* What a key may be in the file. */
static const unsigned may_be[CONFIG_TYPES] = {
    [CONFIG_TEXT] = TOML_TEXT,
    [CONFIG_FLAG] = TOML_FLAG,
    [CONFIG_INTEGER] = TOML_INTEGER,
    [CONFIG_SIZE] = TOML_INTEGER | TOML_TEXT,
    [CONFIG_SIZE_AUTO] = TOML_INTEGER | TOML_TEXT,
    [CONFIG_DURATION] = TOML_INTEGER | TOML_TEXT,
    [CONFIG_MODE] = TOML_TEXT,
    [CONFIG_CHOICE] = TOML_TEXT,
    [CONFIG_TEXTS] = TOML_TEXT | TOML_TEXTS | TOML_EMPTY,
    [CONFIG_INTEGERS] = TOML_INTEGERS | TOML_EMPTY,
};
static const char *const must_be[CONFIG_TYPES] = {
    [CONFIG_TEXT] = "a string",
    [CONFIG_FLAG] = "true or false",
    [CONFIG_INTEGER] = "an integer",
    [CONFIG_SIZE] = "a string such as \"50GiB\", or an integer",
    [CONFIG_SIZE_AUTO] = "a string such as \"50GiB\" or \"auto\", or an integer",
    [CONFIG_DURATION] = "a string such as \"5m\", or an integer",
    [CONFIG_MODE] = "a string such as \"0660\"",
    [CONFIG_CHOICE] = "a string",
    [CONFIG_TEXTS] = "a string, or an array of strings",
    [CONFIG_INTEGERS] = "an array of integers",
};

typedef struct reader {
    config *c;
    const config_source *from;
    const char *file;
    cuzk_error *err; /* the first */
    cuzk_status status;
} reader;

static void note(reader *r, config_gravity gravity, const char *where, const char *text)
{
    if (r->from->note)
        r->from->note(r->from->ctx, gravity, where, text);
}

/* Takes note of an error and goes on: the first is what config_load answers with. */
static void fail(reader *r, const char *where, const cuzk_error *e, unsigned line)
{
    note(r, CONFIG_ERROR, where, e->message);
    if (r->status != CUZK_OK)
        return;
    r->status = e->status;
    *r->err = *e;
    if (line > 0) {
        char section[32];
        snprintf(section, sizeof section, "line %u", line);
        err_at(r->err, r->file, section, -1);
    } else {
        err_at(r->err, NULL, where, -1);
    }
}

void config_variable(char out[64], const config_key *key)
{
    snprintf(out, 64, "CUZK_%s_%s", key->section, key->name);
    for (char *c = out; *c; c++)
        *c = (char)toupper((unsigned char)*c);
}

const config_key *config_find(const char *section, const char *name)
{
    for (size_t i = 0; i < n_config_keys; i++) {
        if (strcmp(config_keys[i].section, section) == 0 && strcmp(config_keys[i].name, name) == 0)
            return &config_keys[i];
    }
    return NULL;
}

static bool section_exists(const char *section)
{
    for (size_t i = 0; i < n_config_keys; i++) {
        if (strcmp(config_keys[i].section, section) == 0)
            return true;
    }
    return false;
}

/* The same name in another section, or the nearest name in full. */
static cuzk_status unknown_key(const char *given, const char *name, bool variable, cuzk_error *err)
{
    enum { MAX_KEYS = 64 };
    static char names[MAX_KEYS][64];
    const char *known[MAX_KEYS], *near = NULL;

    for (size_t i = 0; i < n_config_keys; i++) {
        const config_key *k = &config_keys[i];
        if (variable)
            config_variable(names[i], k);
        else
            snprintf(names[i], sizeof names[i], "%s.%s", k->section, k->name);
        known[i] = names[i];
        if (name && strcmp(k->name, name) == 0)
            near = names[i];
    }
    if (!near)
        near = parse_nearest(given, known, n_config_keys);
    if (near)
        return usage_error(err, "unknown key %.80s; did you mean %s?", given, near);
    return usage_error(err, "unknown key %.80s; cuzk daemon --print-example lists them", given);
}

/* What there is to say of a key that is set without an effect. */
static void remark_standing(reader *r, const char *where, const config_key *key)
{
    char text[256];

    if (key->standing == CONFIG_ACCEPTED) {
        snprintf(text, sizeof text, "%s.%s has no effect. %s", key->section, key->name, key->help);
        note(r, CONFIG_NOTICE, where, text);
    } else if (key->standing == CONFIG_DEPRECATED) {
        snprintf(text, sizeof text, "%s.%s is deprecated and has no effect. %s", key->section,
                 key->name, key->help);
        note(r, CONFIG_WARNING, where, text);
    }
}

static void unknown(reader *r, const char *where, const cuzk_error *e, unsigned line)
{
    if (r->from->ignore_unknown_keys)
        note(r, CONFIG_WARNING, where, e->message);
    else
        fail(r, where, e, line);
}

static cuzk_status take_leaf(void *ctx, const toml_leaf *leaf, cuzk_error *unused)
{
    reader *r = ctx;
    cuzk_error e = { .index = -1 };
    char where[300], name[160];
    const config_key *key;

    (void)unused;
    snprintf(where, sizeof where, "%.256s: line %u", r->file, leaf->line);
    if (!leaf->key) {
        if (section_exists(leaf->section))
            return CUZK_OK;
        usage_error(&e, "unknown section [%.80s]", leaf->section);
        unknown(r, where, &e, leaf->line);
        return CUZK_OK;
    }
    key = config_find(leaf->section, leaf->key);
    if (!key) {
        snprintf(name, sizeof name, "%.75s%s%.75s", leaf->section, leaf->section[0] ? "." : "",
                 leaf->key);
        unknown_key(name, leaf->key, false, &e);
        unknown(r, where, &e, leaf->line);
        return CUZK_OK;
    }
    if (!(leaf->type & may_be[key->type])) {
        usage_error(&e, "%s.%s must be %s", key->section, key->name, must_be[key->type]);
        fail(r, where, &e, leaf->line);
    } else if (config_set(r->c, key, leaf->text, leaf->n_text, &e) != CUZK_OK) {
        fail(r, where, &e, leaf->line);
    } else {
        remark_standing(r, where, key);
    }
    return CUZK_OK;
}

/* Variables that begin like a key's, CUZK_MEMORY_..., are keys. */
static bool looks_like_key(const char *variable, size_t len)
{
    char name[64];

    for (size_t i = 0; i < n_config_keys; i++) {
        config_variable(name, &config_keys[i]);
        size_t prefix = strlen("CUZK_") + strlen(config_keys[i].section) + 1;
        if (len > prefix && strncmp(variable, name, prefix) == 0)
            return true;
    }
    return false;
}

/* A value as a variable, or the table, says it: the elements of a list have commas between them. */
static cuzk_status set_from_text(config *c, const config_key *key, const char *value,
                                 cuzk_error *err)
{
    enum { MAX_ELEMENTS = 64 };
    const bool list = key->type == CONFIG_TEXTS || key->type == CONFIG_INTEGERS;
    char text[CONFIG_TEXT_MAX];
    const char *element[MAX_ELEMENTS] = { value };
    size_t n = 1;

    if (!list)
        return config_set(c, key, element, 1, err);
    if (strlen(value) >= sizeof text)
        return usage_error(err, "%s.%s: longer than %zu characters", key->section, key->name,
                           sizeof text - 1);
    strcpy(text, value);
    element[0] = text;
    for (char *s = strchr(text, ','); s; s = strchr(element[n - 1], ',')) {
        if (n == MAX_ELEMENTS)
            return usage_error(err, "%s.%s: more than %d elements", key->section, key->name,
                               MAX_ELEMENTS);
        *s = '\0';
        element[n++] = s + 1;
    }
    return config_set(c, key, element, *value ? n : 0, err);
}

static void take_variable(reader *r, const char *entry)
{
    const size_t len = strcspn(entry, "=");
    const char *value = entry[len] ? entry + len + 1 : "";
    cuzk_error e = { .index = -1 };
    char name[64];

    if (len >= sizeof name || !looks_like_key(entry, len))
        return;
    snprintf(name, sizeof name, "%.*s", (int)len, entry);
    for (size_t i = 0; i < n_config_keys; i++) {
        char variable[64];
        config_variable(variable, &config_keys[i]);
        if (strcmp(variable, name) != 0)
            continue;
        if (set_from_text(r->c, &config_keys[i], value, &e) != CUZK_OK)
            fail(r, name, &e, 0);
        else
            remark_standing(r, name, &config_keys[i]);
        return;
    }
    unknown_key(name, NULL, true, &e);
    unknown(r, name, &e, 0);
}

static void set_defaults(config *c)
{
    cuzk_error err;

    memset(c, 0, sizeof *c);
    for (size_t i = 0; i < n_config_keys; i++) {
        if (set_from_text(c, &config_keys[i], config_keys[i].fallback, &err) != CUZK_OK)
            abort(); /* a fault in the table */
    }
}

cuzk_status config_read(config *out, const char *text, size_t len, const char *file,
                        const config_source *from, cuzk_error *err)
{
    reader r = { out, from, file, err, CUZK_OK };
    cuzk_error e = { .index = -1 };
    char where[300];

    set_defaults(out);
    if (toml_read(text, len, file, take_leaf, &r, &e) != CUZK_OK) {
        unsigned line = 0;
        sscanf(e.section, "line %u", &line);
        snprintf(where, sizeof where, line ? "%.256s: line %u" : "%.256s", file, line);
        fail(&r, where, &e, line);
    }
    for (const char *const *v = from->environment; v && *v; v++)
        take_variable(&r, *v);
    return r.status;
}

cuzk_status config_load(config *out, const config_source *from, cuzk_error *err)
{
    const char *path = from->path ? from->path : CONFIG_FILE;
    uint8_t *text = NULL;
    size_t len = 0;
    cuzk_status s = file_read(&text, &len, path, CONFIG_FILE_MAX, err);

    /* Only the file nobody named need not be there. */
    if (s != CUZK_OK && (from->path || strcmp(err->code, "no-such-file") != 0)) {
        if (from->note)
            from->note(from->ctx, CONFIG_ERROR, path, err->message);
        return s;
    }
    if (s != CUZK_OK)
        err_set(err, CUZK_OK, "", "%s", "");
    s = config_read(out, (const char *)text, len, path, from, err);
    free(text);
    return s;
}
