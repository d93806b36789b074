/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/cli/facts.h"
#include "apps/cli/output.h"

#include <stdio.h>
#include <string.h>

/* "comm_d" as "comm d". */
static const char *label(char out[48], const char *name)
{
    snprintf(out, 48, "%s", name);
    for (char *c = out; *c; c++)
        *c = *c == '_' ? ' ' : *c;
    return out;
}

static void show_integer(const invocation *in, const cuzk_fact *f, const char *name)
{
    size_t len = strlen(f->name);
    char buf[32];

    if (len >= 5 && strcmp(f->name + len - 5, "bytes") == 0 && f->integer >= 1024)
        say(in, "%-30s %lld (%s)", name, (long long)f->integer,
            show_bytes(buf, (uint64_t)f->integer));
    else
        say(in, "%-30s %lld", name, (long long)f->integer);
}

void show_facts(const invocation *in, const cuzk_facts *facts)
{
    char name[48];

    for (size_t i = 0; facts && i < facts->n; i++) {
        const cuzk_fact *f = &facts->fact[i];
        label(name, f->name);
        switch (f->type) {
        case CUZK_FACT_TEXT:
            out_text(in->out, f->name, f->text);
            say(in, "%-30s %s", name, f->text);
            break;
        case CUZK_FACT_ITEM:
            out_item(in->out, f->name, f->text);
            say(in, "%-30s %s", name, f->text);
            break;
        case CUZK_FACT_INTEGER:
            out_integer(in->out, f->name, (uint64_t)f->integer);
            show_integer(in, f, name);
            break;
        case CUZK_FACT_BOOLEAN:
            out_boolean(in->out, f->name, f->integer != 0);
            say(in, "%-30s %s", name, f->integer ? "yes" : "no");
            break;
        }
    }
}
