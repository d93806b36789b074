/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A daemon's life: it listens, serves, and stops when a signal says so. */
#ifndef CUZK_APPS_DAEMON_DAEMON_H
#define CUZK_APPS_DAEMON_DAEMON_H

#include "apps/daemon/config.h"

struct backend;

/* SIGTERM, SIGINT and SIGHUP are for daemon_run's thread alone: called before any other thread is
 * made. SIGPIPE is ignored. */
void daemon_take_signals(void);

/* Serves until SIGTERM or SIGINT, then takes no new jobs and waits for those there are, at most
 * config.drain_timeout. CUZK_OK when all were finished; CUZK_INTERRUPTED when the time was up, or
 * a second signal came, and jobs were cancelled. The prover is borrowed; start_ns: of
 * time_wall_ns, when the program began. */
cuzk_status daemon_run(const config *c, struct backend *prover, uint64_t start_ns, cuzk_error *err);

#endif
