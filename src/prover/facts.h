/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Making a list of facts. A list that ran out of memory stays valid and says so at the end. */
#ifndef CUZK_PROVER_FACTS_H
#define CUZK_PROVER_FACTS_H

#include "base/error.h"
#include <cuzk/inspect.h>

typedef struct facts {
    cuzk_facts *list;
    size_t cap;
    bool failed;
} facts;

void facts_begin(facts *f);
void facts_text(facts *f, const char *name, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void facts_item(facts *f, const char *name, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void facts_integer(facts *f, const char *name, uint64_t v); /* above INT64_MAX: that */
void facts_boolean(facts *f, const char *name, bool v);
void facts_hex(facts *f, const char *name, const void *bytes, size_t len);
/* Hands the list over, or frees it. */
cuzk_status facts_end(facts *f, cuzk_facts **out, cuzk_error *err);

#endif
