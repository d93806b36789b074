/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "r1cs/circuit_run.h"

static void synthesize(const void *ctx, cs *s)
{
    const circuit_run *run = ctx;
    s->work = run->work;
    run->circuit->synthesize(run->circuit->ctx, s);
    s->work = NULL;
}

circuit circuit_on(const circuit_run *run)
{
    return (circuit) { .id = run->circuit->id, .synthesize = synthesize, .ctx = run };
}
