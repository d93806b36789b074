/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A `cuzk daemon` of our own, with development parameters, on a socket and a port of its own. */
#ifndef CUZK_TESTS_DAEMON_DAEMON_H
#define CUZK_TESTS_DAEMON_DAEMON_H

#include "rpc/proving_client.h"
#include <sys/types.h>

typedef struct daemon_process {
    pid_t pid;
    char dir[64], socket[128], tcp[64], config[128], log[128];
    double start_s; /* from the start to the first answer */
    /* Set before the start. */
    bool refuse_development; /* as without our configuration */
    bool forgetful;          /* it has checked no parameters before */
} daemon_process;

/* extra: more TOML, "" for none; its sections come after [daemon] and [srs]. Waits until it
 * answers; fails the test if it does not. */
void daemon_start(daemon_process *d, const char *daemon_keys, const char *extra);
/* Starts a second one on the same configuration and waits for its end; its exit status. */
int daemon_start_again(const daemon_process *d);
void daemon_signal(const daemon_process *d, int sig);
/* Waits for its end; the exit status, 128 + n after a signal. Removes its directory. */
int daemon_wait(daemon_process *d);
/* SIGTERM, then as daemon_wait. */
int daemon_stop(daemon_process *d);

/* Of /proc: "RssAnon" in kB, "Threads"; open descriptors; CPU seconds. */
long daemon_figure(const daemon_process *d, const char *name);
/* VmHWM becomes VmRSS, which is returned. */
long daemon_forget_peak(const daemon_process *d);
size_t daemon_descriptors(const daemon_process *d);
double daemon_cpu(const daemon_process *d);

rpc_client *daemon_connect(const daemon_process *d);
double daemon_now(void);

/* -- calls; each fails the test when the call does -- */

/* A window job of the golden vanilla proofs; what it points to is static. */
Cuzk__V1__SubmitProofRequest window_request(const char *id);
Cuzk__V1__SubmitProofRequest winning_request(const char *id);
Cuzk__V1__SubmitProofRequest porep_request(const char *id);

/* A call with its status; *out is NULL unless it is GRPC_OK. */
grpc_status call_submit(rpc_client *c, const Cuzk__V1__SubmitProofRequest *q,
                        Cuzk__V1__SubmitProofResponse **out);
grpc_status call_await(rpc_client *c, const char *id, uint64_t timeout_ms,
                       Cuzk__V1__AwaitProofResponse **out);
bool call_cancel(rpc_client *c, const char *id); /* was_running */
Cuzk__V1__GetStatusResponse *call_status(rpc_client *c);
/* Awaits one that must have this status. */
void expect_result(rpc_client *c, const char *id, Cuzk__V1__AwaitProofResponse__Status status);
uint64_t completed_count(rpc_client *c);

#endif
