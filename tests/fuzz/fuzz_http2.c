/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a client may send after HTTP/2's preface: the server answers or hangs up, and nothing of it
 * is left behind. The first byte says in how many pieces it comes. */
#include "fuzz.h"
#include "rpc_session.h"

#include <sys/socket.h>

#define PREFACE "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"

unsigned long fuzz_accepted;

/* So that the server is never kept from writing. */
static void read_all(int fd)
{
    uint8_t buffer[65536];
    while (recv(fd, buffer, sizeof buffer, 0) > 0)
        ;
}

static void say(rpc_session *s, const uint8_t *data, size_t len)
{
    while (len > 0) {
        ssize_t n = send(s->fd, data, len, MSG_NOSIGNAL);
        if (n < 0 && !s->t.connections)
            return; /* it has hung up */
        if (n > 0) {
            data += n;
            len -= (size_t)n;
        }
        rpc_session_run(s);
        read_all(s->fd);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    rpc_session s;

    if (len < 1)
        return 0;
    const size_t pieces = data[0] + (size_t)1, rest = len - 1;
    rpc_session_open(&s);
    say(&s, (const uint8_t *)PREFACE, sizeof PREFACE - 1);
    for (size_t i = 0; i < pieces; i++) {
        const size_t from = rest * i / pieces, to = rest * (i + 1) / pieces;
        say(&s, data + 1 + from, to - from);
    }
    rpc_session_wait(&s);
    read_all(s.fd);
    fuzz_accepted += s.handled;
    rpc_session_close(&s);
    return 0;
}
