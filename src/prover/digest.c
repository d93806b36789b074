/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "r1cs/digest.h"

#include "base/bytes.h"
#include "base/timing.h"
#include "prover/context.h"
#include "prover/subject.h"
#include "r1cs/circuit_run.h"
#include <cuzk/inspect.h>

#include <string.h>

static void fill_density(cuzk_density *out, const bitmap *b)
{
    uint8_t sha[SHA256_LEN];

    out->count = bitmap_count(b);
    out->len = b->n;
    digest_bitmap(sha, b);
    hex_encode(out->sha256, sha, sizeof sha);
}

static void fill(cuzk_digest *out, const circuit_digest *d, bool witnessed)
{
    memset(out, 0, sizeof *out);
    out->inputs = d->counts.n_inputs;
    out->aux = d->counts.n_aux;
    out->constraints = d->counts.n_rows;
    out->circuit_constraints = d->n_circuit_rows;
    out->domain_size = digest_domain_size(d->counts.n_rows);
    hex_encode(out->circuit_sha256, d->circuit_sha256, SHA256_LEN);
    hex_encode(out->sha256, d->sha256, SHA256_LEN);
    fill_density(&out->a_aux_density, &d->density.a_aux);
    fill_density(&out->b_input_density, &d->density.b_input);
    fill_density(&out->b_aux_density, &d->density.b_aux);
    if (witnessed) {
        hex_encode(out->aux_assignment_sha256, d->aux_sha256, SHA256_LEN);
        hex_encode(out->input_assignment_sha256, d->input_sha256, SHA256_LEN);
    }
}

static cuzk_status digest_circuit(cuzk_digest *out, work *w, const subject_circuit *of,
                                  bool witnessed, cuzk_error *err)
{
    uint64_t start = time_wall_ns();
    const circuit_run run = { &of->circuit, w };
    const circuit c = circuit_on(&run);
    circuit_digest d;
    cuzk_status s;

    work_phase_begin(w, "fingerprinting the circuit", of->counts.n_rows);
    s = digest_make(&d, &c, DIGEST_NO_CHECKPOINTS, err);
    work_phase_end(w);
    if (s != CUZK_OK)
        return s;
    fill(out, &d, witnessed);
    out->seconds = (double)(time_wall_ns() - start) * 1e-9;
    digest_free(&d);
    return CUZK_OK;
}

static cuzk_status digest_witness(cuzk_digest *out, work *w, const cuzk_digest_request *r,
                                  const sector_shape *shape, cuzk_error *err)
{
    const subject_source source = { r->kind, r->c1, r->vanilla, r->registered_proof };
    subject_circuit one;
    subject in;
    cuzk_status s;

    TRY(subject_read(&in, &source, err));
    if (shape && shape != in.shape) {
        err_set(err, CUZK_BAD_INPUT, "wrong-sector-size", "the input is of another sector size");
        err_at(err, r->vanilla ? r->vanilla->file[0].name : r->c1.name, NULL, -1);
        err_expected(err, "%s", shape->name);
        err_found(err, "%s", in.shape->name);
        s = CUZK_BAD_INPUT;
    } else {
        s = subject_circuit_init(&one, &in, r->partition, err);
        if (s == CUZK_OK)
            s = digest_circuit(out, w, &one, true, err);
    }
    subject_free(&in);
    return s;
}

cuzk_status cuzk_circuit_digest(cuzk_context *c, const cuzk_digest_request *request,
                                cuzk_digest *out, cuzk_error *err)
{
    const sector_shape *shape = NULL;
    cuzk_digest_request r;
    subject_circuit blank;
    proof_kind kind;

    TRY(request_copy(&r, sizeof r, request, "cuzk_digest_request", err));
    TRY(subject_kind(&kind, r.kind, err));
    TRY(work_status(&c->work, err));
    const bool witnessed = r.c1.data || r.vanilla;
    if (r.sector_size || !witnessed)
        TRY(subject_shape(&shape, r.sector_size, err));
    if (witnessed)
        return digest_witness(out, &c->work, &r, shape, err);
    subject_circuit_blank(&blank, kind, shape);
    return digest_circuit(out, &c->work, &blank, false, err);
}
