/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* TOML 1.0 as a list of its leaves; toml++ is behind it. */
#ifndef CUZK_APPS_DAEMON_TOML_H
#define CUZK_APPS_DAEMON_TOML_H

#include <cuzk/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bits, so that a key can take several. */
typedef enum toml_type {
    TOML_TEXT = 1,
    TOML_INTEGER = 2,
    TOML_FLAG = 4,
    TOML_TEXTS = 8,     /* an array of strings */
    TOML_INTEGERS = 16, /* an array of integers */
    TOML_EMPTY = 32,    /* an array of nothing */
    TOML_OTHER = 64,    /* reals, dates, mixed arrays, arrays of tables */
} toml_type;

typedef struct toml_leaf {
    const char *section; /* "daemon", "a.b"; "" at the top; with an empty table, its name */
    const char *key;     /* NULL: a table without anything in it */
    toml_type type;
    /* As in the file, quotes and escapes undone; true or false; the elements of an array. */
    const char *const *text;
    size_t n_text; /* 1 but for arrays; 0 for TOML_OTHER */
    unsigned line;
} toml_leaf;

/* Calls fn for each leaf, by section and key in alphabetical order; another answer of fn's than
 * CUZK_OK ends it. file is for errors only. CUZK_BAD_INPUT, "toml", naming the line. A text with a
 * NUL in it is refused. */
typedef cuzk_status (*toml_leaf_fn)(void *ctx, const toml_leaf *leaf, cuzk_error *err);
cuzk_status toml_read(const char *text, size_t len, const char *file, toml_leaf_fn fn, void *ctx,
                      cuzk_error *err);

#ifdef __cplusplus
}
#endif
#endif
