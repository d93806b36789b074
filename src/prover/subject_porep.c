/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/vanilla_verify.h"
#include "prover/statement.h"
#include "prover/subject_kind.h"

#include <string.h>

void subject_of_c1(subject *out, const c1 *c)
{
    memset(out, 0, sizeof *out);
    out->kind = KIND_POREP;
    out->shape = c->shape;
    out->registered_proof = c->seal->name;
    out->partitions = c->partitions;
    out->of.porep = *c;
}

static cuzk_status porep_read(subject *s, const subject_source *source, cuzk_error *err)
{
    c1 c;

    if (!source->c1.data)
        return err_set(err, CUZK_BAD_INPUT, "bad-request", "a C1 is needed");
    TRY(statement_read_c1(&c, &source->c1, source->registered_proof, err));
    subject_of_c1(s, &c);
    return CUZK_OK;
}

static void porep_free(subject *s)
{
    c1_free(&s->of.porep);
}

static cuzk_status porep_check(const subject *s, work *w, cuzk_error *err)
{
    return porep_vanilla_verify(&s->of.porep, w, err);
}

static cuzk_status porep_circuit_make(kind_circuit *out, const subject *s, unsigned partition,
                                      cuzk_error *err)
{
    const c1 *c = &s->of.porep;

    return porep_circuit_init(&out->of.porep, c->shape, &c->replica_id, &c->comm_d, &c->comm_r,
                              c->proofs + (size_t)partition * c->challenges, c->challenges, err);
}

static size_t porep_inputs_n(const subject *s)
{
    return porep_public_inputs_n(s->shape);
}

static bool porep_inputs(fr *out, const subject *s, unsigned partition)
{
    porep_statement statement;

    porep_statement_from_c1(&statement, &s->of.porep);
    return porep_public_inputs(out, &statement, partition);
}

const subject_kind_ops subject_porep = {
    .read = porep_read,
    .free = porep_free,
    .check = porep_check,
    .circuit = porep_circuit_make,
    .inputs_n = porep_inputs_n,
    .inputs = porep_inputs,
};
