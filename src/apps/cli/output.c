/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/cli/output.h"
#include "apps/cli/progress.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void out_value(json_t *o, const char *key, json_t *value)
{
    if (json_object_set_new(o, key, value) != 0) {
        fputs("out of memory\n", stderr);
        exit(CUZK_NO_RESOURCES);
    }
}

/* Paths and what is found in files need not be UTF-8. */
static json_t *text_of(const char *value)
{
    json_t *text = value ? json_string(value) : json_null();
    char *ascii;

    if (!text && value && (ascii = strdup(value))) {
        for (char *c = ascii; *c; c++)
            *c = *c & 0x80 ? '?' : *c;
        text = json_string(ascii);
        free(ascii);
    }
    return text;
}

void out_text(json_t *o, const char *key, const char *value)
{
    out_value(o, key, text_of(value));
}

void out_item(json_t *o, const char *key, const char *value)
{
    json_t *list = json_object_get(o, key);

    json_array_append_new(list ? list : out_array(o, key), text_of(value));
}

void out_integer(json_t *o, const char *key, uint64_t value)
{
    out_value(o, key, json_integer((json_int_t)value));
}

void out_real(json_t *o, const char *key, double value)
{
    out_value(o, key, json_real(value));
}

void out_boolean(json_t *o, const char *key, bool value)
{
    out_value(o, key, json_boolean(value));
}

void out_hex(json_t *o, const char *key, const uint8_t *bytes, size_t len)
{
    char *hex = malloc(2 * len + 1);

    if (hex) {
        for (size_t i = 0; i < len; i++)
            sprintf(hex + 2 * i, "%02x", bytes[i]);
        hex[2 * len] = '\0';
        out_text(o, key, hex);
        free(hex);
    }
}

json_t *out_object(json_t *o, const char *key)
{
    json_t *v = json_object();

    out_value(o, key, v);
    return v;
}

json_t *out_array(json_t *o, const char *key)
{
    json_t *v = json_array();

    out_value(o, key, v);
    return v;
}

static void print_words(const invocation *in, const char *fmt, va_list ap)
{
    char *text = NULL;

    if (vasprintf(&text, fmt, ap) < 0)
        return;
    /* Names of files and what is found in them steer no terminal. */
    for (char *c = text; *c; c++) {
        if (iscntrl((unsigned char)*c) && *c != '\n')
            *c = '?';
    }
    progress_end();
    fprintf(in->stdout_taken ? stderr : stdout, "%s\n", text);
    free(text);
}

void say(const invocation *in, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    if (!in->json)
        print_words(in, fmt, ap);
    va_end(ap);
}

void remark(const invocation *in, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    if (!in->json && !in->quiet)
        print_words(in, fmt, ap);
    va_end(ap);
}

const char *show_bytes(char buf[32], uint64_t n)
{
    static const char *const unit[] = { "bytes", "KiB", "MiB", "GiB", "TiB" };
    double v = (double)n;
    size_t u = 0;

    for (; v >= 1024 && u < 4; u++)
        v /= 1024;
    snprintf(buf, 32, u ? "%.2f %s" : "%.0f %s", v, unit[u]);
    return buf;
}

json_t *out_error(const cuzk_error *err)
{
    json_t *o = json_object();

    out_text(o, "status", cuzk_status_name(err->status));
    out_integer(o, "exit_code", (uint64_t)err->status);
    out_text(o, "code", err->code);
    out_text(o, "message", err->message);
    out_text(o, "file", err->file[0] ? err->file : NULL);
    out_text(o, "section", err->section[0] ? err->section : NULL);
    if (err->index >= 0)
        out_integer(o, "index", (uint64_t)err->index);
    else
        out_text(o, "index", NULL);
    out_text(o, "expected", err->expected[0] ? err->expected : NULL);
    out_text(o, "found", err->found[0] ? err->found : NULL);
    return o;
}

void print_object(const invocation *in, cuzk_status status, const cuzk_error *err)
{
    json_t *o = json_object();

    out_text(o, "schema", in->cmd ? in->cmd->schema : "cuzk.error.v1");
    json_object_update(o, in->out);
    if (status != CUZK_OK)
        out_value(o, "error", out_error(err));
    if (json_dumpf(o, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(15)) != 0)
        fputs("cannot write the JSON\n", stderr);
    putchar('\n');
    json_decref(o);
}

void print_error(const invocation *in, const cuzk_error *err)
{
    char line[CUZK_ERROR_LINE_MAX];

    cuzk_error_line(line, err);
    fprintf(stderr, "%s: %s\n", in->prog->name, line);
}
