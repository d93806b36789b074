/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/cli/output.h"
#include "apps/cli/value.h"
#include "apps/commands.h"
#include "apps/daemon/daemon.h"
#include "apps/daemon/notes.h"
#include "base/timing.h"
#include "engine/backend_prover.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const option options[] = {
    { "config", "FILE", false,
      "Read the configuration from FILE. Default: " CONFIG_FILE ", if it is there." },
    { "listen", "ADDRESS", false,
      "Serve gRPC at unix:///path or host:port, whatever the configuration says." },
    { "status-listen", "ADDRESS", false, "Serve /status, /metrics and /healthz at host:port." },
    { "log-level", "LEVEL", false,
      "Say what is at least so important: error, warn, info, debug or trace." },
    { "ignore-unknown-keys", NULL, false, "Warn of keys that do not exist instead of refusing." },
    { "check-config", NULL, false,
      "Say what is wrong with the configuration, or that nothing is, and do nothing else." },
    { "print-config", NULL, false, "Print the configuration in effect as TOML." },
    { "print-example", NULL, false, "Print an example that has every key with its default." },
    { "print-config-docs", NULL, false,
      "Print the page of the documentation that lists the keys." },
    { NULL, NULL, false, NULL },
};

/* -- the configuration -- */

/* RUST_LOG of the original's units: the level that stands alone in "info,cuzk=debug". */
static void apply_rust_log(config *c)
{
    const char *rest = getenv("RUST_LOG");
    char word[16];
    log_level level;

    while (rest && *rest) {
        size_t len = strcspn(rest, ",");
        snprintf(word, sizeof word, "%.*s", (int)len, rest);
        if (len < sizeof word && log_level_parse(&level, word))
            c->log_level = level;
        rest += len + (rest[len] == ',');
    }
}

/* Options go before everything. */
static cuzk_status apply_options(const invocation *in, config *c, cuzk_error *err)
{
    static const struct {
        const char *option, *section, *name;
    } same[] = {
        { "listen", "daemon", "listen" },       { "status-listen", "daemon", "status_listen" },
        { "log-level", "logging", "level" },    { "threads", "prover", "threads" },
        { "memory", "memory", "total_budget" },
    };

    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        const char *value = invocation_value(in, same[i].option);
        const config_key *key = config_find(same[i].section, same[i].name);
        if (value && config_set(c, key, &value, 1, err) != CUZK_OK)
            return err->status;
    }
    return CUZK_OK;
}

static cuzk_status load(const invocation *in, config *c, notes *said, cuzk_error *err)
{
    const config_source from = {
        .path = invocation_value(in, "config"),
        .environment = (const char *const *)environ,
        .ignore_unknown_keys = invocation_value(in, "ignore-unknown-keys") != NULL,
        .note = notes_take,
        .ctx = said,
    };

    TRY(config_load(c, &from, err));
    apply_rust_log(c);
    return apply_options(in, c, err);
}

/* -- running -- */

static void start_log(const config *c, log_fd *to)
{
    log_format format = (log_format)c->log_format;

    if (c->log_format == CONFIG_FORMAT_AUTO)
        format = log_is_journal(STDERR_FILENO) ? LOG_JOURNAL : LOG_PLAIN;
    log_fd_init(to, STDERR_FILENO, format);
    log_set(&to->sink, (log_level)c->log_level);
    log_timeline_enable(c->timeline);
}

static cuzk_status serve(const config *c, const notes *said, uint64_t start_ns, cuzk_error *err)
{
    const params_store_options o = { .params_dir = c->param_cache,
                                     .allow_development = c->allow_development,
                                     .threads = (unsigned)c->threads };
    static log_fd log; /* threads may speak to the last */
    backend *prover;
    cuzk_status s;

    daemon_take_signals();
    start_log(c, &log);
    LOG(LEVEL_INFO, "starting", F("version", cuzk_version_string()), F("pid", (int)getpid()),
        F("params", c->param_cache));
    notes_log(said);
    s = backend_prover_new(&prover, &o, err);
    if (s == CUZK_OK) {
        s = daemon_run(c, prover, start_ns, err);
        backend_prover_free(prover);
    }
    if (s != CUZK_OK)
        LOG(LEVEL_ERROR, "ended", F_ERROR(err), F("file", err->file));
    return s;
}

/* Whether that was all, with what there is to say said to a person. */
static bool is_only_looked_at(invocation *in, const config *c, const notes *said)
{
    const bool print = invocation_value(in, "print-config") != NULL;

    if (!print && !invocation_value(in, "check-config"))
        return false;
    if (!in->json)
        notes_print(said);
    if (print)
        config_print(stdout, c);
    else
        say(in, "The configuration is good.");
    return true;
}

static cuzk_status run_daemon(invocation *in, cuzk_error *err)
{
    const uint64_t start_ns = time_wall_ns();
    notes said;
    config c;

    if (invocation_value(in, "print-example")) {
        config_print_example(stdout);
        return CUZK_OK;
    }
    if (invocation_value(in, "print-config-docs")) {
        config_print_page(stdout);
        return CUZK_OK;
    }
    notes_init(&said);
    cuzk_status s = load(in, &c, &said, err);
    if (s != CUZK_OK && !in->json)
        notes_print(&said);
    if (s == CUZK_OK && !is_only_looked_at(in, &c, &said))
        s = serve(&c, &said, start_ns, err);
    notes_free(&said);
    return s;
}

const command cmd_daemon = {
    .name = "daemon",
    .schema = "cuzk.daemon.v1",
    .options = options,
    .letters = "c config l listen",
    .summary = "serve proofs over gRPC, as Curio asks for them",
    .description =
        "Serves cuzk.v1.ProvingEngine on a unix socket or a TCP address until SIGTERM or SIGINT, "
        "keeps parameters loaded, and proves many jobs in order of their priority within one "
        "memory budget. Every proof is verified before it is given out.\n"
        "The first signal ends it gracefully: no new jobs are taken, those that were are finished "
        "for as long as daemon.drain_timeout says. A second one cancels them.\n"
        "Called as cuzk-daemon, the program takes these options without the word daemon.",
    .examples = "cuzk daemon --config /etc/cuzk.toml\n"
                "cuzk daemon -l 127.0.0.1:9820 --status-listen 127.0.0.1:9821\n"
                "cuzk daemon --check-config --config /etc/cuzk.toml",
    .run = run_daemon,
};
