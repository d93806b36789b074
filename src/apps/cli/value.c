/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/cli/value.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* What is said again steers no terminal. */
static void make_plain(char *text)
{
    for (; *text; text++) {
        if (iscntrl((unsigned char)*text))
            *text = '?';
    }
}

cuzk_status usage_error(cuzk_error *err, const char *fmt, ...)
{
    va_list ap;

    memset(err, 0, sizeof *err);
    err->status = CUZK_BAD_INPUT;
    err->index = -1;
    strcpy(err->code, "usage");
    va_start(ap, fmt);
    vsnprintf(err->message, sizeof err->message, fmt, ap);
    va_end(ap);
    make_plain(err->message);
    return CUZK_BAD_INPUT;
}

cuzk_status memory_error(cuzk_error *err)
{
    usage_error(err, "out of memory");
    strcpy(err->code, "out-of-memory");
    return err->status = CUZK_NO_RESOURCES;
}

/* Digits from *s on; false when there are none or the number does not fit. */
static bool read_digits(uint64_t *out, const char **s)
{
    uint64_t v = 0;

    if (!isdigit((unsigned char)**s))
        return false;
    for (; isdigit((unsigned char)**s); (*s)++) {
        unsigned d = (unsigned)(**s - '0');
        if (v > (UINT64_MAX - d) / 10)
            return false;
        v = v * 10 + d;
    }
    *out = v;
    return true;
}

cuzk_status value_integer(uint64_t *out, const char *option, const char *text, uint64_t min,
                          uint64_t max, cuzk_error *err)
{
    const char *s = text;
    uint64_t v;

    if (!read_digits(&v, &s) || *s)
        return usage_error(err, "--%s: \"%.40s\" is not a whole number", option, text);
    if (v < min || v > max)
        return usage_error(err, "--%s: %.40s is not between %llu and %llu", option, text,
                           (unsigned long long)min, (unsigned long long)max);
    *out = v;
    return CUZK_OK;
}

static const struct {
    const char *suffix;
    uint64_t factor;
} size_units[] = {
    { "", 1 },
    { "B", 1 },
    { "KiB", UINT64_C(1) << 10 },
    { "MiB", UINT64_C(1) << 20 },
    { "GiB", UINT64_C(1) << 30 },
    { "TiB", UINT64_C(1) << 40 },
    { "kB", UINT64_C(1000) },
    { "MB", UINT64_C(1000000) },
    { "GB", UINT64_C(1000000000) },
    { "TB", UINT64_C(1000000000000) },
};

cuzk_status value_size(uint64_t *out, const char *option, const char *text, cuzk_error *err)
{
    const char *s = text;
    uint64_t v;

    if (read_digits(&v, &s)) {
        for (size_t i = 0; i < sizeof size_units / sizeof *size_units; i++) {
            if (strcmp(s, size_units[i].suffix) != 0 || v > UINT64_MAX / size_units[i].factor)
                continue;
            *out = v * size_units[i].factor;
            return CUZK_OK;
        }
    }
    return usage_error(err, "--%s: \"%.40s\" is not a size such as 1500000, 512MiB or 2GiB", option,
                       text);
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

cuzk_status value_hex(uint8_t *out, size_t len, const char *option, const char *text,
                      cuzk_error *err)
{
    const char *s = strncmp(text, "0x", 2) == 0 ? text + 2 : text;

    if (strlen(s) != 2 * len)
        return usage_error(err, "--%s: %zu hexadecimal digits expected, %zu found", option, 2 * len,
                           strlen(s));
    for (size_t i = 0; i < len; i++) {
        int hi = hex_digit(s[2 * i]), lo = hex_digit(s[2 * i + 1]);
        if (hi < 0 || lo < 0)
            return usage_error(err, "--%s: not hexadecimal at digit %zu", option, 2 * i);
        out[i] = (uint8_t)(hi << 4 | lo);
    }
    return CUZK_OK;
}

cuzk_status value_list(char **parts, size_t n, const char *option, char *text, cuzk_error *err)
{
    size_t found = 1;

    for (const char *s = text; *s; s++)
        found += *s == ',';
    if (found != n)
        return usage_error(err, "--%s: %zu values expected, separated by commas; %zu found", option,
                           n, found);
    for (size_t i = 0; i < n; i++) {
        parts[i] = text;
        text += strcspn(text, ",");
        if (i + 1 < n)
            *text++ = '\0';
        if (!*parts[i])
            return usage_error(err, "--%s: value %zu is empty", option, i + 1);
    }
    return CUZK_OK;
}
