/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The daemon's configuration: one table of keys, from which the file is read, the environment is
 * applied, the example and the page of the documentation are written. */
#ifndef CUZK_APPS_DAEMON_CONFIG_H
#define CUZK_APPS_DAEMON_CONFIG_H

#include "apps/daemon/toml.h"
#include "base/log_text.h"

#include <cuzk/error.h>
#include <stdbool.h>
#include <stdio.h>

#define CONFIG_FILE     "/data/zk/cuzk.toml" /* where the original looks */
#define CONFIG_TEXT_MAX 512                  /* of one text or list, with its NUL */
#define CONFIG_SHOW_MAX (6 * CONFIG_TEXT_MAX + 8)
#define CONFIG_FILE_MAX ((size_t)1 << 20)

/* How logs are written: log_format, or what the descriptor asks for. */
#define CONFIG_FORMAT_AUTO ((uint64_t)LOG_JSON + 1)

/* Sizes in bytes, durations in seconds. Lists are texts with commas between their elements. */
typedef struct config {
    char listen[CONFIG_TEXT_MAX], status_listen[CONFIG_TEXT_MAX];
    uint64_t socket_mode, max_message_size, max_connections, drain_timeout;
    bool insecure_listen;
    uint64_t total_budget; /* 0: auto */
    uint64_t safety_margin, critical_reserve, eviction_min_idle;
    uint64_t max_batch_size, max_batch_wait_ms, max_queued, keep_results, keep_results_for;
    bool cancel_abandoned;
    uint64_t synthesis_lookahead;
    uint64_t threads; /* 0: one per available CPU */
    char param_cache[CONFIG_TEXT_MAX], preload[CONFIG_TEXT_MAX];
    bool allow_development;
    uint64_t log_level, log_format;
    bool timeline;
} config;

typedef enum config_type {
    CONFIG_TEXT,
    CONFIG_FLAG,
    CONFIG_INTEGER,
    CONFIG_SIZE,
    CONFIG_SIZE_AUTO, /* or "auto", which is 0 */
    CONFIG_DURATION,
    CONFIG_MODE, /* of a file, octal */
    CONFIG_CHOICE,
    CONFIG_TEXTS,
    CONFIG_INTEGERS,
    CONFIG_TYPES
} config_type;

typedef enum config_standing {
    CONFIG_USED,
    CONFIG_ACCEPTED,   /* of the original, without an effect here: a notice when it is set */
    CONFIG_DEPRECATED, /* of the original, ignored there too: a warning */
} config_standing;

typedef struct config_key {
    const char *section, *name;
    config_type type;
    const char *fallback; /* the default, as CUZK_SECTION_NAME would say it */
    size_t offset;        /* in config; of those that are used */
    uint64_t min, max;    /* of numbers */
    const char *help;     /* sentences; of others than those used, what to do instead */
    config_standing standing;
    const char *const *choices; /* of CONFIG_CHOICE: the index is the value; ends with NULL */
} config_key;

extern const config_key config_keys[];
extern const size_t n_config_keys;

/* NULL: there is none. */
const config_key *config_find(const char *section, const char *name);

typedef enum config_gravity { CONFIG_NOTICE, CONFIG_WARNING, CONFIG_ERROR } config_gravity;

/* where: "/data/zk/cuzk.toml: line 3", or "CUZK_DAEMON_LISTEN". */
typedef void (*config_note_fn)(void *ctx, config_gravity gravity, const char *where,
                               const char *text);

typedef struct config_source {
    const char *path;               /* NULL: CONFIG_FILE, if it is there */
    const char *const *environment; /* as environ; NULL: none */
    bool ignore_unknown_keys;       /* a warning each instead */
    config_note_fn note;            /* may be NULL: what there is to say, errors included */
    void *ctx;
} config_source;

/* The defaults, then the file, then the environment. The error is the first of those noted. */
cuzk_status config_load(config *out, const config_source *from, cuzk_error *err);

/* The same from a text in memory. */
cuzk_status config_read(config *out, const char *text, size_t len, const char *file,
                        const config_source *from, cuzk_error *err);

/* One value into *c as its key's type says. Text is the first of n; n may be 0 for lists. */
cuzk_status config_set(config *c, const config_key *key, const char *const *text, size_t n,
                       cuzk_error *err);

/* The TOML of one value of *c. False for keys that are not used. */
bool config_show(char out[CONFIG_SHOW_MAX], const config *c, const config_key *key);

void config_print(FILE *to, const config *c); /* a file that says the same */
void config_print_example(FILE *to);          /* docs/cuzk.example.toml */
void config_print_page(FILE *to);             /* docs/configuration.md */

/* "CUZK_DAEMON_LISTEN" */
void config_variable(char out[64], const config_key *key);

#endif
