/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the values of keys may look like, and how they are written. */
#include "apps/cli/value.h"
#include "apps/daemon/config.h"
#include "base/error.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

typedef struct unit {
    const char *suffix;
    uint64_t factor;
} unit;

/* The largest first: how a number is written. */
static const unit sizes[] = {
    { "TiB", UINT64_C(1) << 40 },
    { "GiB", UINT64_C(1) << 30 },
    { "MiB", UINT64_C(1) << 20 },
    { "KiB", UINT64_C(1) << 10 },
    { "TB", 1000000000000 },
    { "GB", 1000000000 },
    { "MB", 1000000 },
    { "kB", 1000 },
    { "B", 1 },
    { "", 1 },
    { NULL, 0 },
};
static const unit durations[] = { { "h", 3600 }, { "m", 60 }, { "s", 1 }, { "", 1 }, { NULL, 0 } };

static const unit plain[] = { { "", 1 }, { NULL, 0 } };

/* Digits, then one of the units, nothing else; false too when it does not fit. */
static bool parse_number(uint64_t *out, const char *text, unsigned base, const unit *units)
{
    uint64_t v = 0;

    if (!isdigit((unsigned char)*text))
        return false;
    for (; isdigit((unsigned char)*text); text++) {
        unsigned d = (unsigned)(*text - '0');
        if (d >= base || v > (UINT64_MAX - d) / base)
            return false;
        v = v * base + d;
    }
    for (; units->suffix; units++) {
        if (strcmp(text, units->suffix) == 0 && v <= UINT64_MAX / units->factor) {
            *out = v * units->factor;
            return true;
        }
    }
    return false;
}

/* How each type that is a number is read, and what a wrong one is told. */
static const struct {
    unsigned base;
    const unit *units;
    const char *expected;
} numbers[CONFIG_TYPES] = {
    [CONFIG_INTEGER] = { 10, plain, "a whole number" },
    [CONFIG_INTEGERS] = { 10, plain, "a list of whole numbers" },
    [CONFIG_SIZE] = { 10, sizes, "a size such as \"50GiB\", \"50GB\" or a number of bytes" },
    [CONFIG_SIZE_AUTO] = { 10, sizes, "\"auto\", a size such as \"50GiB\", or a number of bytes" },
    [CONFIG_DURATION] = { 10, durations, "a duration such as \"30s\", \"5m\", or seconds" },
    [CONFIG_MODE] = { 8, plain, "octal digits such as \"0660\"" },
};

static cuzk_status bad_value(const config_key *key, const char *text, const char *expected,
                             cuzk_error *err)
{
    return usage_error(err, "%s.%s: \"%.60s\" is not %s", key->section, key->name, text, expected);
}

static void show_number(char out[40], uint64_t v, const config_key *key)
{
    const unit *u = numbers[key->type].units;

    if (key->type == CONFIG_MODE) {
        snprintf(out, 40, "%04" PRIo64, v);
        return;
    }
    while (u->suffix[0] && (v == 0 || v % u->factor != 0))
        u++;
    snprintf(out, 40, "%" PRIu64 "%s", v / u->factor, u->factor == 1 ? "" : u->suffix);
}

static cuzk_status set_number(uint64_t *out, const config_key *key, const char *text,
                              cuzk_error *err)
{
    char min[40], max[40];
    uint64_t v;

    if (key->type == CONFIG_SIZE_AUTO && strcmp(text, "auto") == 0) {
        *out = 0;
        return CUZK_OK;
    }
    if (!parse_number(&v, text, numbers[key->type].base, numbers[key->type].units))
        return bad_value(key, text, numbers[key->type].expected, err);
    if (v < key->min || v > key->max) {
        show_number(min, key->min, key);
        show_number(max, key->max, key);
        return usage_error(err, "%s.%s: %.40s is not between %s and %s", key->section, key->name,
                           text, min, max);
    }
    *out = v;
    return CUZK_OK;
}

static cuzk_status set_choice(uint64_t *out, const config_key *key, const char *text,
                              cuzk_error *err)
{
    char names[128] = "";

    for (uint64_t i = 0; key->choices[i]; i++) {
        if (strcmp(text, key->choices[i]) == 0) {
            *out = i;
            return CUZK_OK;
        }
        strcat(strcat(names, i ? ", " : "one of "), key->choices[i]);
    }
    return bad_value(key, text, names, err);
}

/* The elements of a list, commas between them. */
static cuzk_status set_texts(char out[CONFIG_TEXT_MAX], const config_key *key,
                             const char *const *text, size_t n, cuzk_error *err)
{
    size_t at = 0;

    out[0] = '\0';
    for (size_t i = 0; i < n; i++) {
        size_t len = strlen(text[i]);
        if (key->type == CONFIG_TEXTS && (strchr(text[i], ',') || (n > 1 && len == 0)))
            return usage_error(err, "%s.%s: element %zu is empty, or has a comma in it",
                               key->section, key->name, i);
        if (len + 2 > CONFIG_TEXT_MAX - at)
            return usage_error(err, "%s.%s: longer than %d characters", key->section, key->name,
                               CONFIG_TEXT_MAX - 2);
        at += (size_t)snprintf(out + at, CONFIG_TEXT_MAX - at, "%s%s", i ? "," : "", text[i]);
    }
    return CUZK_OK;
}

static cuzk_status check_integers(const config_key *key, const char *const *text, size_t n,
                                  cuzk_error *err)
{
    uint64_t v;

    for (size_t i = 0; i < n; i++)
        TRY(set_number(&v, key, text[i], err));
    return CUZK_OK;
}

cuzk_status config_set(config *c, const config_key *key, const char *const *text, size_t n,
                       cuzk_error *err)
{
    union {
        char text[CONFIG_TEXT_MAX];
        uint64_t number;
        bool flag;
    } v = { 0 };
    size_t size = sizeof v.number;

    switch (key->type) {
    case CONFIG_TEXT:
    case CONFIG_TEXTS:
        size = sizeof v.text;
        TRY(set_texts(v.text, key, text, n, err));
        break;
    case CONFIG_INTEGERS:
        TRY(check_integers(key, text, n, err));
        break;
    case CONFIG_FLAG:
        size = sizeof v.flag;
        v.flag = strcmp(text[0], "true") == 0;
        if (!v.flag && strcmp(text[0], "false") != 0)
            return bad_value(key, text[0], "true or false", err);
        break;
    case CONFIG_CHOICE:
        TRY(set_choice(&v.number, key, text[0], err));
        break;
    default:
        TRY(set_number(&v.number, key, text[0], err));
    }
    if (key->standing == CONFIG_USED)
        memcpy((char *)c + key->offset, &v, size);
    return CUZK_OK;
}

/* A basic string of TOML 1.0. */
static size_t quote(char *out, size_t size, const char *text, size_t len)
{
    size_t at = 0;

    out[at++] = '"';
    for (size_t i = 0; i < len && at + 8 < size; i++) {
        unsigned char ch = (unsigned char)text[i];
        if (ch == '"' || ch == '\\')
            at += (size_t)sprintf(out + at, "\\%c", ch);
        else if (ch < ' ' || ch == 0x7f)
            at += (size_t)sprintf(out + at, "\\u%04x", ch);
        else
            out[at++] = (char)ch;
    }
    out[at++] = '"';
    out[at] = '\0';
    return at;
}

static void show_texts(char out[CONFIG_SHOW_MAX], const char *text)
{
    size_t at = (size_t)sprintf(out, "[");

    while (*text) {
        size_t len = strcspn(text, ",");
        at += quote(out + at, CONFIG_SHOW_MAX - at, text, len);
        text += len + (text[len] == ',');
        if (*text)
            at += (size_t)sprintf(out + at, ", ");
    }
    sprintf(out + at, "]");
}

bool config_show(char out[CONFIG_SHOW_MAX], const config *c, const config_key *key)
{
    const void *at = (const char *)c + key->offset;
    const uint64_t *number = at;
    char text[40];

    if (key->standing != CONFIG_USED)
        return false;
    switch (key->type) {
    case CONFIG_TEXT:
        quote(out, CONFIG_SHOW_MAX, at, strlen(at));
        break;
    case CONFIG_TEXTS:
        show_texts(out, at);
        break;
    case CONFIG_FLAG:
        strcpy(out, *(const bool *)at ? "true" : "false");
        break;
    case CONFIG_CHOICE:
        quote(out, CONFIG_SHOW_MAX, key->choices[*number], strlen(key->choices[*number]));
        break;
    case CONFIG_INTEGER:
        sprintf(out, "%" PRIu64, *number);
        break;
    default:
        show_number(text, *number, key);
        if (key->type == CONFIG_SIZE_AUTO && *number == 0)
            strcpy(text, "auto");
        if (isdigit((unsigned char)text[strlen(text) - 1]) && key->type != CONFIG_MODE)
            strcpy(out, text);
        else
            sprintf(out, "\"%s\"", text);
    }
    return true;
}
