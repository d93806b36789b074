/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Circuits a caller writes, on the constraint system of our own. */
#include "prover/context.h"
#include "prover/make_keys.h"
#include "prover/params_judge.h"
#include "prover/prove_batch.h"
#include "r1cs/cs.h"
#include <cuzk/circuit.h>

#include <stdlib.h>
#include <string.h>

/* -- scalars -- */

cuzk_scalar cuzk_scalar_from_int(int64_t v)
{
    cuzk_scalar out;
    fr f = fr_from_u64(v < 0 ? -(uint64_t)v : (uint64_t)v);

    if (v < 0)
        fr_neg(&f, &f);
    fr_to_bytes_le(out.le, &f);
    return out;
}

cuzk_status cuzk_scalar_parse(cuzk_scalar *out, const char *text, cuzk_error *err)
{
    fr f;

    if (!fr_from_string(&f, text))
        return err_set(err, CUZK_BAD_INPUT, "bad-number",
                       "\"%.80s\" is not a decimal or 0x-prefixed number below the field's order",
                       text);
    fr_to_bytes_le(out->le, &f);
    return CUZK_OK;
}

static cuzk_scalar combine(cuzk_scalar a, cuzk_scalar b,
                           void (*op)(fr *o, const fr *a, const fr *b))
{
    cuzk_scalar out = { { 0 } };
    fr x, y;

    if (fr_from_bytes_le(&x, a.le) && fr_from_bytes_le(&y, b.le)) {
        op(&x, &x, &y);
        fr_to_bytes_le(out.le, &x);
    }
    return out;
}

static void add(fr *o, const fr *a, const fr *b)
{
    fr_add(o, a, b);
}
static void mul(fr *o, const fr *a, const fr *b)
{
    fr_mul(o, a, b);
}

cuzk_scalar cuzk_scalar_add(cuzk_scalar a, cuzk_scalar b)
{
    return combine(a, b, add);
}
cuzk_scalar cuzk_scalar_mul(cuzk_scalar a, cuzk_scalar b)
{
    return combine(a, b, mul);
}

/* -- rows -- */

struct cuzk_builder {
    cs *cs;
};

static bool read_scalar(cs *s, fr *out, cuzk_scalar v)
{
    if (fr_from_bytes_le(out, v.le))
        return true;
    *out = FR_ZERO;
    cs_fail(s, CUZK_BAD_INPUT, "not-canonical",
            "a scalar of the circuit is not below the order of the field");
    return false;
}

cuzk_variable cuzk_builder_alloc(cuzk_builder *b, cuzk_scalar value)
{
    fr v;
    read_scalar(b->cs, &v, value);
    return cs_alloc(b->cs, &v);
}

cuzk_variable cuzk_builder_input(cuzk_builder *b, cuzk_scalar value)
{
    fr v;
    read_scalar(b->cs, &v, value);
    return cs_alloc_input(b->cs, &v);
}

static void add_terms(cs *s, lc *l, const cuzk_term *t, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        cs_var v = t[i].variable;
        fr k;
        if (cs_var_index(v) >= (cs_var_is_aux(v) ? s->n_aux : s->n_inputs)) {
            cs_fail(s, CUZK_BAD_INPUT, "unknown-variable",
                    "a row of the circuit uses a variable that was never allocated");
            return;
        }
        if (!read_scalar(s, &k, t[i].coefficient))
            return;
        lc_add(l, &k, v);
    }
}

void cuzk_builder_enforce(cuzk_builder *b, const cuzk_term *a, size_t n_a, const cuzk_term *bt,
                          size_t n_b, const cuzk_term *ct, size_t n_c)
{
    cs_row r = cs_row_begin(b->cs);

    add_terms(b->cs, r.a, a, n_a);
    add_terms(b->cs, r.b, bt, n_b);
    add_terms(b->cs, r.c, ct, n_c);
    cs_row_end(b->cs);
}

/* -- keys and proofs -- */

typedef struct user {
    cuzk_circuit circuit;
    void *ctx;
} user;

static void synthesize(const void *ctx, cs *s)
{
    const user *u = ctx;
    cuzk_builder b = { s };

    u->circuit.synthesize(u->ctx, &b);
}

static cuzk_status user_init(user *u, circuit *out, const cuzk_circuit *c, void *ctx,
                             cuzk_error *err)
{
    TRY(request_copy(&u->circuit, sizeof u->circuit, c, "cuzk_circuit", err));
    if (!u->circuit.synthesize)
        return err_set(err, CUZK_BAD_INPUT, "bad-request", "the circuit has no synthesize");
    u->ctx = ctx;
    *out = (circuit) { "user", synthesize, u };
    return CUZK_OK;
}

cuzk_status cuzk_circuit_setup(cuzk_context *c, const cuzk_circuit *circ, void *ctx,
                               const char *params_path, const char *vk_path, cuzk_error *err)
{
    const keys_target target = { .params = params_path, .vk = vk_path };
    circuit inner;
    sidecar made;
    user u;

    TRY(user_init(&u, &inner, circ, ctx, err));
    return make_keys(&made, c, &inner, NULL, &target, err);
}

cuzk_status cuzk_circuit_prove(cuzk_context *c, const cuzk_circuit *circ, void *ctx,
                               const char *params_path, uint8_t proof[192], cuzk_error *err)
{
    prove_report report = { 0 };
    groth16_params params = { 0 };
    circuit inner;
    judgement j;
    cuzk_status s;
    user u;

    TRY(user_init(&u, &inner, circ, ctx, err));
    if (!params_path)
        return err_set(err, CUZK_BAD_INPUT, "bad-request", "the parameters' path is needed");
    s = groth16_params_open(&params, params_path, false, err);
    if (s == CUZK_OK)
        s = params_judge(&j, c, &params, NULL, false, err);
    const prove_job job = { .circuit = &inner, .proof = proof };
    const prove_setting setting = { .params = &params, .switches = &c->switches };
    if (s == CUZK_OK)
        s = prove_jobs(&c->work, &setting, &job, 1, &report, err);
    groth16_params_close(&params);
    return s;
}
