/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One change at a time in a JSON document, at a path as errors write it: "a.b[0][1].c". */
#ifndef CUZK_TESTS_FILECOIN_MUTATE_H
#define CUZK_TESTS_FILECOIN_MUTATE_H

#include <jansson.h>

typedef enum mutation {
    MUTATE_REPLACE,  /* the value by `raw`, put in as it stands */
    MUTATE_REMOVE,   /* the field or element */
    MUTATE_DOUBLE,   /* the field stands twice */
    MUTATE_RENAME,   /* the field is called "misplaced" */
    MUTATE_LENGTHEN, /* the array ends with its last element twice */
} mutation;

/* The text of the changed document, compact; the caller frees. doc stays as it was. */
char *mutate(const json_t *doc, const char *path, mutation how, const char *raw);

/* The text must be refused as a C1 output, at this section with this code (NULL: any). */
void expect_refused(const void *text, size_t len, const char *section, const char *code);
void expect_mutant_refused(const json_t *doc, const char *path, mutation how, const char *raw,
                           const char *section, const char *code);

#endif
