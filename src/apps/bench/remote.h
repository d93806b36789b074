/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A daemon that is measured from outside: the connection and the jobs it is given. */
#ifndef CUZK_APPS_BENCH_REMOTE_H
#define CUZK_APPS_BENCH_REMOTE_H

#include "apps/bench/proof_input.h"
#include "rpc/proving_client.h"

extern const command cmd_single, cmd_batch, cmd_stress, cmd_status, cmd_preload, cmd_metrics;

/* Rows and letters of an option table. */
#define REMOTE_OPTIONS                                                                             \
    { "addr", "ADDRESS", false,                                                                    \
      "Where the daemon listens: http://HOST:PORT or unix:///PATH. Default: " REMOTE_ADDRESS       \
      "." },                                                                                       \
    {                                                                                              \
        "log-level", "LEVEL", false,                                                               \
            "error, warn, info, debug or trace. Of what this program has to say below info, "      \
            "error "                                                                               \
            "and warn leave out all but results. Default: info."                                   \
    }
#define REMOTE_ADDRESS "http://127.0.0.1:9820"
#define REMOTE_LETTERS "a addr"

typedef struct remote {
    invocation *in;
    rpc_client *client;
    const atomic_bool *stop; /* set by a signal */
    char run_id[17];         /* begins the ids of the jobs of this run */
} remote;

/* Connects to --addr; the context of the invocation is made. */
cuzk_status remote_open(remote *r, invocation *in, cuzk_error *err);
void remote_close(remote *r);
/* A small call; *out is for protobuf_c_message_free_unpacked. */
cuzk_status remote_call(remote *r, const char *path, const ProtobufCMessage *q,
                        const ProtobufCMessageDescriptor *type, unsigned timeout_ms,
                        ProtobufCMessage **out, cuzk_error *err);
cuzk_status remote_status(remote *r, Cuzk__V1__GetStatusResponse **out, cuzk_error *err);

/* One proof that is asked for with Prove. */
typedef struct remote_job {
    remote *remote;
    char id[64];
    const proof_input *input;
    submit_pieces pieces;
    double began, wall_s; /* monotonic; from the call to its end */
    bool done;
    /* What came of it: completed, or not and why. */
    bool completed;
    char error[sizeof((cuzk_error *)0)->message];
    uint8_t *proof;
    size_t proof_len;
    uint64_t queue_ms, params_ms, synthesis_ms, prove_ms, total_ms;
    void (*on_done)(struct remote_job *job);
    void *ctx;
} remote_job;

/* Asks. The job stays where it is until it is done; on_done (may be NULL) is called from a step. */
cuzk_status remote_start(remote_job *job, remote *r, const proof_input *input, cuzk_error *err);
void remote_job_free(remote_job *job); /* what it owns, done or never started */

/* Lets things go on for at most so long. CUZK_INTERRUPTED when a signal asked to stop. */
cuzk_status remote_step(remote *r, int timeout_ms, cuzk_error *err);

double remote_now(void);

#endif
