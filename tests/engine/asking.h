/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* An engine on a toy, and clients of it. */
#ifndef CUZK_TESTS_ENGINE_ASKING_H
#define CUZK_TESTS_ENGINE_ASKING_H

#include "toy.h"

typedef struct asking {
    toy toy;
    engine *e;
    cuzk_kind kind; /* of what is asked; 0: porep */
} asking;

/* One level of threads, one thread a runner; asserts. budget 0: none. */
void asking_begin(asking *a, unsigned partitions, unsigned chunks, unsigned chunk_us,
                  const engine_options *o);
/* Frees the engine; nothing of the toy may be alive then. */
void asking_end(asking *a);

/* tag distinguishes requests of one id. body_len is reserved first. */
cuzk_status ask(asking *a, const char *id, engine_priority p, unsigned tag, engine_ticket *out,
                cuzk_error *err);
cuzk_status ask_with_body(asking *a, const char *id, engine_priority p, unsigned tag,
                          size_t body_len, engine_ticket *out, cuzk_error *err);

/* Waits for the end. */
typedef struct answer {
    engine_state state;
    unsigned calls;
    uint8_t proof[8 * CUZK_PROOF_LEN];
    size_t proof_len;
    char code[32];
} answer;
answer await(asking *a, const char *id);

/* Until a counter of the toy's, or of anybody's, has come so far. */
void wait_until(atomic_uint *counter, unsigned at_least);

#endif
