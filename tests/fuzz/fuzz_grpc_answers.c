/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a server may send: every call ends, once, and a message that is taken as one is read as what
 * was asked for or refused. */
#include "fuzz.h"
#include "rpc/proving_client.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#define CALLS 3

unsigned long fuzz_accepted;

static void call_done(void *ctx, rpc_reply *reply)
{
    unsigned *ended = ctx;
    ProtobufCMessage *message;
    cuzk_error err = { 0 };

    ++*ended;
    CHECK(reply->status < GRPC_STATUSES);
    CHECK(memchr(reply->message, 0, sizeof reply->message));
    if (reply->status != GRPC_OK) {
        CHECK(!reply->data);
        return;
    }
    CHECK(reply->len <= RPC_MAX_RESPONSE);
    if (proving_unpack(&message, &cuzk__v1__get_status_response__descriptor, reply, &err) ==
        CUZK_OK) {
        protobuf_c_message_free_unpacked(message, NULL);
        fuzz_accepted++;
    } else {
        CHECK(err.message[0]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    const rpc_piece piece = { "request", 7 };
    const rpc_request q = { .path = "/x", .piece = &piece, .n_pieces = 1 };
    unsigned ended = 0;
    rpc_client *c;
    int fd[2];

    if (len > 100000) /* what a socket takes at once */
        return 0;
    CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fd) == 0);
    CHECK(rpc_client_open_fd(&c, fd[0], "fuzz", NULL) == CUZK_OK);
    for (int i = 0; i < CALLS; i++)
        CHECK(rpc_client_start(c, &q, call_done, &ended, NULL, NULL) == CUZK_OK);
    CHECK(send(fd[1], data, len, 0) == (ssize_t)len);
    shutdown(fd[1], SHUT_WR);
    while (rpc_client_step(c, -1, NULL) == CUZK_OK)
        ;
    CHECK(ended == CALLS && rpc_client_in_flight(c) == 0);
    rpc_client_close(c);
    close(fd[1]);
    return 0;
}
