/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The constraint-system interface gadgets are written against (docs/spec/constraint-system.md).
 *
 * A row is A * B = C over the variables. Two index spaces, each in allocation order: inputs
 * (input 0 is the constant one, made before the circuit runs) and aux. A back end decides what
 * happens to a row: recorded (shape), hashed (digest), checked (check), evaluated (witness).
 * The order of allocations and rows is the circuit's identity: it may not depend on values.
 *
 * Failures (out of memory, a value that cannot be) stick in cs->status; gadgets return void and go
 * on harmlessly (nothing more reaches the back end), the driver asks at the end. */
#ifndef CUZK_R1CS_CS_H
#define CUZK_R1CS_CS_H

#include "base/error.h"
#include "base/work.h"
#include "field/fr.h"
#include "r1cs/lc.h"
#include "r1cs/var.h"

typedef struct cs cs;

/* A back end. enforce may keep neither pointer. */
typedef struct cs_ops {
    const char *name;
    void (*alloc)(cs *s, bool input, const fr *value); /* the counters are already advanced */
    void (*enforce)(cs *s, const lc *a, const lc *b, const lc *c); /* row s->n_rows - 1 */
    /* Names, for back ends that show them; both NULL otherwise. */
    void (*push)(cs *s, const char *name, int64_t index);
    void (*pop)(cs *s);
} cs_ops;

struct cs {
    const cs_ops *ops;
    uint32_t n_inputs, n_aux;
    uint64_t n_rows;
    cuzk_status status;
    cuzk_error error;
    lc_memory row_memory;
    lc a, b, c;               /* scratch for the row being built: see cs_row */
    struct cs_values *values; /* r1cs/values.h: takes rows as values; NULL */
    work *work;               /* r1cs/circuit_run.h; NULL: this run is not watched */
};

/* How big a circuit is; rows with those of cs_finish. */
typedef struct cs_counts {
    uint64_t n_rows;
    uint32_t n_inputs, n_aux;
} cs_counts;

/* Called by back ends: allocates ONE. */
void cs_init(cs *s, const cs_ops *ops);
void cs_free(cs *s);
/* The rows input_i * 0 = 0 that prover and generator append after the circuit. */
void cs_finish(cs *s);

/* A new variable with this value (back ends without values ignore it). */
cs_var cs_alloc(cs *s, const fr *value);
cs_var cs_alloc_input(cs *s, const fr *value);

/* Build a row in place and enforce it:
 *     cs_row r = cs_row_begin(s);
 *     lc_add_var(r.a, x);  lc_add_var(r.b, y);  lc_add_var(r.c, z);   // x * y = z
 *     cs_row_end(s);                                                    */
typedef struct cs_row {
    lc *a, *b, *c; /* empty */
} cs_row;
cs_row cs_row_begin(cs *s);
void cs_row_end(cs *s);

/* Enforce linear combinations the caller owns. */
void cs_enforce(cs *s, const lc *a, const lc *b, const lc *c);

/* Namespaces: "name" or "name index" when index >= 0. They never change a row. The name is not
 * copied: it outlives the system (a literal). */
static inline void cs_push(cs *s, const char *name, int64_t index)
{
    if (s->ops->push)
        s->ops->push(s, name, index);
}
static inline void cs_pop(cs *s)
{
    if (s->ops->pop)
        s->ops->pop(s);
}

/* The first failure sticks. */
void cs_fail(cs *s, cuzk_status status, const char *code, const char *message);
/* The status; the error too when it is not CUZK_OK. */
cuzk_status cs_status(const cs *s, cuzk_error *err);

/* A statement: what is proved. synthesize writes its rows; it must be callable any number of
 * times, from several threads on different systems. */
typedef struct circuit {
    const char *id; /* "porep-2k", "gadget-num-ops" */
    void (*synthesize)(const void *ctx, cs *s);
    const void *ctx;
} circuit;

#endif
