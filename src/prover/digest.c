/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "r1cs/digest.h"

#include "base/bytes.h"
#include "base/timing.h"
#include "prover/context.h"
#include "prover/porep.h"
#include "prover/statement.h"
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

static cuzk_status digest_porep(cuzk_digest *out, work *w, const porep_circuit *p, bool witnessed,
                                cuzk_error *err)
{
    uint64_t start = time_wall_ns();
    const circuit of = porep_circuit_of(p);
    const circuit_run run = { &of, w };
    const circuit c = circuit_on(&run);
    circuit_digest d;
    cuzk_status s;

    work_phase_begin(w, "fingerprinting the circuit", porep_circuit_counts(p->shape).n_rows);
    s = digest_make(&d, &c, DIGEST_NO_CHECKPOINTS, err);
    work_phase_end(w);
    if (s != CUZK_OK)
        return s;
    fill(out, &d, witnessed);
    out->seconds = (double)(time_wall_ns() - start) * 1e-9;
    digest_free(&d);
    return CUZK_OK;
}

cuzk_status cuzk_circuit_digest(cuzk_context *c, const cuzk_digest_request *request,
                                cuzk_digest *out, cuzk_error *err)
{
    cuzk_digest_request r;
    const sector_shape *shape = NULL;
    porep_circuit p;
    cuzk_status s;
    c1 in;

    TRY(request_copy(&r, sizeof r, request, "cuzk_digest_request", err));
    TRY(porep_require_kind(r.kind, err));
    TRY(work_status(&c->work, err));
    if (r.sector_size || !r.c1.data)
        TRY(porep_find_shape(&shape, r.sector_size, err));
    if (!r.c1.data) {
        porep_circuit_blank(&p, shape);
        return digest_porep(out, &c->work, &p, false, err);
    }
    TRY(statement_read_c1(&in, &r.c1, r.registered_proof, err));
    if (shape && shape != in.shape) {
        err_set(err, CUZK_BAD_INPUT, "wrong-sector-size", "the C1 is of another sector size");
        err_at(err, r.c1.name, NULL, -1);
        err_expected(err, "%s", shape->name);
        err_found(err, "%s", in.shape->name);
        s = CUZK_BAD_INPUT;
    } else {
        s = porep_of_c1(&p, &in, r.partition, err);
        if (s == CUZK_OK)
            s = digest_porep(out, &c->work, &p, true, err);
    }
    c1_free(&in);
    return s;
}
