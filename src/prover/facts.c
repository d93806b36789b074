/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "prover/facts.h"
#include "base/bytes.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void cuzk_facts_free(cuzk_facts *f)
{
    if (!f)
        return;
    for (size_t i = 0; i < f->n; i++) {
        free((char *)f->fact[i].name);
        free((char *)f->fact[i].text);
    }
    free(f->fact);
    free(f);
}

void facts_begin(facts *f)
{
    memset(f, 0, sizeof *f);
    f->list = calloc(1, sizeof *f->list);
    f->failed = !f->list;
}

/* Takes text over. */
static void add(facts *f, const char *name, cuzk_fact_type type, char *text, int64_t integer)
{
    char *own_name = f->failed ? NULL : strdup(name);

    if (own_name && f->list->n == f->cap) {
        size_t cap = f->cap ? 2 * f->cap : 16;
        cuzk_fact *grown = realloc(f->list->fact, cap * sizeof *grown);
        if (grown) {
            f->list->fact = grown;
            f->cap = cap;
        } else {
            free(own_name);
            own_name = NULL;
        }
    }
    if (!own_name || ((type == CUZK_FACT_TEXT || type == CUZK_FACT_ITEM) && !text)) {
        f->failed = true;
        free(own_name);
        free(text);
        return;
    }
    f->list->fact[f->list->n++] = (cuzk_fact) { own_name, type, text, integer };
}

static void add_format(facts *f, const char *name, cuzk_fact_type type, const char *fmt, va_list ap)
{
    char *text = NULL;

    if (vasprintf(&text, fmt, ap) < 0)
        text = NULL;
    add(f, name, type, text, 0);
}

void facts_text(facts *f, const char *name, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    add_format(f, name, CUZK_FACT_TEXT, fmt, ap);
    va_end(ap);
}

void facts_item(facts *f, const char *name, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    add_format(f, name, CUZK_FACT_ITEM, fmt, ap);
    va_end(ap);
}

void facts_integer(facts *f, const char *name, uint64_t v)
{
    add(f, name, CUZK_FACT_INTEGER, NULL, v > INT64_MAX ? INT64_MAX : (int64_t)v);
}

void facts_boolean(facts *f, const char *name, bool v)
{
    add(f, name, CUZK_FACT_BOOLEAN, NULL, v);
}

void facts_hex(facts *f, const char *name, const void *bytes, size_t len)
{
    char *text = malloc(2 * len + 1);

    if (text)
        hex_encode(text, bytes, len);
    add(f, name, CUZK_FACT_TEXT, text, 0);
}

cuzk_status facts_end(facts *f, cuzk_facts **out, cuzk_error *err)
{
    if (f->failed) {
        cuzk_facts_free(f->list);
        *out = NULL;
        return err_no_memory(err, "a list of facts", f->cap * sizeof(cuzk_fact));
    }
    *out = f->list;
    return CUZK_OK;
}
