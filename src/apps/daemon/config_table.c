/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The keys. Those of the original are docs/daemon.md's; their defaults are what it has. */
#include "apps/daemon/config.h"

#include <stddef.h>

#define TO(member) offsetof(config, member)
#define UNUSED     0
#define USED       CONFIG_USED, NULL
#define ACCEPTED   CONFIG_ACCEPTED, NULL
#define DEPRECATED CONFIG_DEPRECATED, NULL

static const char *const levels[] = { "off", "error", "warn", "info", "debug", "trace", NULL };
/* In the order of log_format, then CONFIG_FORMAT_AUTO. */
static const char *const formats[] = { "text", "journal", "json", "auto", NULL };

#define MIB (UINT64_C(1) << 20)
#define GIB (UINT64_C(1) << 30)
#define TIB (UINT64_C(1) << 40)

#define WEEK 604800

/* clang-format off */
const config_key config_keys[] = {
    { "daemon", "listen", CONFIG_TEXTS, "unix:///run/curio/cuzk.sock", TO(listen), 0, 0,
      "Where gRPC is served: unix:///path, 127.0.0.1:9820, [::1]:9820, or a list of such.", USED },
    { "daemon", "status_listen", CONFIG_TEXT, "", TO(status_listen), 0, 0,
      "Where /status, /metrics and /healthz are served over HTTP: 127.0.0.1:9821. Empty: nowhere.",
      USED },
    { "daemon", "insecure_listen", CONFIG_FLAG, "false", TO(insecure_listen), 0, 0,
      "Allow addresses that other machines reach. Nothing is encrypted and nobody is asked who "
      "they are.", USED },
    { "daemon", "socket_mode", CONFIG_MODE, "0660", TO(socket_mode), 0, 0777,
      "The permissions of the unix socket, octal.", USED },
    { "daemon", "max_message_size", CONFIG_SIZE, "257MiB", TO(max_message_size), MIB, 4 * GIB - 1,
      "The longest request that is read. Curio sends up to 256 MiB.", USED },
    { "daemon", "max_connections", CONFIG_INTEGER, "1024", TO(max_connections), 1, 65536,
      "gRPC connections at once.", USED },
    { "daemon", "drain_timeout", CONFIG_DURATION, "5m", TO(drain_timeout), 0, WEEK,
      "How long SIGTERM waits for jobs that were accepted before it cancels them.", USED },
    { "memory", "total_budget", CONFIG_SIZE_AUTO, "auto", TO(total_budget), 64 << 20, 1024 * TIB,
      "Memory for everything: requests, witnesses, proofs, loaded parameters. auto: what the "
      "control group or the machine has, whichever is less, minus safety_margin, and at least half "
      "of it.", USED },
    { "memory", "safety_margin", CONFIG_SIZE, "5GiB", TO(safety_margin), 0, 1024 * TIB,
      "What auto leaves to others.", USED },
    { "memory", "critical_reserve", CONFIG_SIZE, "512MiB", TO(critical_reserve), 0, 1024 * TIB,
      "Of the budget, kept free for CRITICAL jobs (winning PoSt); at most an eighth of it.", USED },
    { "memory", "eviction_min_idle", CONFIG_DURATION, "5m", TO(eviction_min_idle), 0, WEEK,
      "Parameters that no job has used for so long are unloaded when memory is needed.", USED },
    { "memory", "pinned_budget", CONFIG_SIZE, "0", UNUSED, 0, UINT64_MAX,
      "Write memory.total_budget: one budget holds everything.", DEPRECATED },
    { "memory", "working_memory_budget", CONFIG_SIZE, "0", UNUSED, 0, UINT64_MAX,
      "Write memory.total_budget: one budget holds everything.", DEPRECATED },
    { "scheduler", "max_batch_size", CONFIG_INTEGER, "1", TO(max_batch_size), 1, 64,
      "Jobs of one circuit that are proved together; 1: each alone.", USED },
    { "scheduler", "max_batch_wait_ms", CONFIG_INTEGER, "10000", TO(max_batch_wait_ms), 0, 3600000,
      "How long a batch is collected, in milliseconds.", USED },
    { "scheduler", "sort_by_type", CONFIG_FLAG, "true", UNUSED, 0, 0,
      "Jobs run in order of priority, then of arrival, as in the original, where it changes "
      "nothing either.", ACCEPTED },
    { "scheduler", "max_queued", CONFIG_INTEGER, "1000", TO(max_queued), 1, 1000000,
      "Jobs that may wait; further ones are refused with RESOURCE_EXHAUSTED.", USED },
    { "scheduler", "keep_results", CONFIG_INTEGER, "1000", TO(keep_results), 1, 1000000,
      "Finished jobs whose result AwaitProof still finds, at most.", USED },
    { "scheduler", "keep_results_for", CONFIG_DURATION, "1h", TO(keep_results_for), 1, WEEK,
      "And for how long.", USED },
    { "scheduler", "cancel_abandoned", CONFIG_FLAG, "false", TO(cancel_abandoned), 0, 0,
      "Cancel a job when the last Prove call that waits for it is gone. Without it the job goes "
      "on, and the same request sent again finds it.", USED },
    { "pipeline", "synthesis_lookahead", CONFIG_INTEGER, "1", TO(synthesis_lookahead), 1, 1024,
      "Synthesised partitions that may wait for the prover.", USED },
    { "pipeline", "enabled", CONFIG_FLAG, "true", UNUSED, 0, 0,
      "Every job goes through the pipeline.", ACCEPTED },
    { "pipeline", "synthesis_concurrency", CONFIG_INTEGER, "1", UNUSED, 0, UINT32_MAX,
      "The memory budget and synthesis_lookahead bound what is synthesised.", ACCEPTED },
    { "pipeline", "max_parallel_synthesis", CONFIG_INTEGER, "18", UNUSED, 0, UINT32_MAX,
      "The memory budget and synthesis_lookahead bound what is synthesised.", ACCEPTED },
    { "pipeline", "slot_size", CONFIG_INTEGER, "0", UNUSED, 0, UINT32_MAX,
      "There is one pipeline, by partitions.", ACCEPTED },
    { "pipeline", "max_gpu_queue_depth", CONFIG_INTEGER, "0", UNUSED, 0, UINT32_MAX,
      "Write pipeline.synthesis_lookahead.", ACCEPTED },
    { "prover", "threads", CONFIG_INTEGER, "0", TO(threads), 0, 1024,
      "Threads that compute; 0: one per available CPU.", USED },
    { "synthesis", "threads", CONFIG_INTEGER, "0", UNUSED, 0, UINT32_MAX,
      "Write prover.threads: the same threads synthesise and prove.", ACCEPTED },
    { "synthesis", "partition_workers", CONFIG_INTEGER, "0", UNUSED, 0, UINT32_MAX,
      "Write prover.threads: the same threads synthesise and prove.", DEPRECATED },
    { "gpus", "devices", CONFIG_INTEGERS, "", UNUSED, 0, UINT32_MAX,
      "This version proves on the CPU.", ACCEPTED },
    { "gpus", "gpu_threads", CONFIG_INTEGER, "0", UNUSED, 0, UINT32_MAX,
      "This version proves on the CPU: write prover.threads.", ACCEPTED },
    { "gpus", "gpu_workers_per_device", CONFIG_INTEGER, "2", UNUSED, 0, UINT32_MAX,
      "This version proves on the CPU.", ACCEPTED },
    { "srs", "param_cache", CONFIG_TEXT, "/data/zk/params", TO(param_cache), 0, 0,
      "The directory of the parameters.", USED },
    { "srs", "preload_at_start", CONFIG_TEXTS, "", TO(preload), 0, 0,
      "Circuits whose parameters are loaded and locked, in the background, when the daemon starts: "
      "porep-32g, winning-32g, ...", USED },
    { "srs", "allow_development", CONFIG_FLAG, "false", TO(allow_development), 0, 0,
      "Prove with keys of cuzk setup too, whose proofs no network accepts.", USED },
    { "srs", "preload", CONFIG_TEXTS, "", UNUSED, 0, 0,
      "Write srs.preload_at_start, or nothing: parameters are loaded when a job needs them.",
      DEPRECATED },
    { "logging", "level", CONFIG_CHOICE, "info", TO(log_level), 0, 0,
      "The least that is said.", CONFIG_USED, levels },
    { "logging", "format", CONFIG_CHOICE, "auto", TO(log_format), 0, 0,
      "How: auto is journal under systemd and text elsewhere.", CONFIG_USED, formats },
    { "logging", "timeline", CONFIG_FLAG, "true", TO(timeline), 0, 0,
      "Write the TIMELINE lines that tools of the original read.", USED },
};
/* clang-format on */

const size_t n_config_keys = sizeof config_keys / sizeof *config_keys;
