/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The engine's figures in the text format of Prometheus (version 0.0.4): first the series of the
 * original, then ours. docs/daemon.md lists them. */
#ifndef CUZK_RPC_METRICS_H
#define CUZK_RPC_METRICS_H

struct engine_snapshot;

/* The caller frees it; NULL when out of memory. */
char *metrics_text(const struct engine_snapshot *s);

#endif
