/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Sector updates. */
#include "prover/subject_kind.h"
#include "prover/update_claim.h"

static cuzk_status update_read(subject *s, const subject_source *source, cuzk_error *err)
{
    const cuzk_vanilla *v = source->vanilla;
    const sector_shape *shape = NULL;

    if (source->registered_proof)
        TRY(update_find(&shape, source->registered_proof, err));
    TRY(subject_read_items(&s->of.update.items, source, err));
    TRY(update_vanilla_read(&s->of.update.vanilla, &s->of.update.items, shape, err));
    s->shape = s->of.update.vanilla.shape->sector;
    s->partitions = s->of.update.vanilla.shape->partitions;
    s->registered_proof = update_name(s->shape);
    return update_statement_of(&s->of.update.statement, s->shape, v->comm_r_old, v->comm_r_new,
                               v->comm_d_new, err);
}

static void update_free(subject *s)
{
    update_vanilla_free(&s->of.update.vanilla);
    vanilla_items_free(&s->of.update.items);
}

static cuzk_status update_check(const subject *s, work *w, cuzk_error *err)
{
    return update_vanilla_verify(&s->of.update.vanilla, &s->of.update.statement, w, err);
}

static cuzk_status update_circuit_make(kind_circuit *out, const subject *s, unsigned partition,
                                       cuzk_error *err)
{
    return update_circuit_init(&out->of.update, &s->of.update.statement, partition,
                               &s->of.update.vanilla.partitions[partition], err);
}

static size_t update_inputs_n(const subject *s)
{
    (void)s;
    return UPDATE_PUBLIC_INPUTS;
}

static bool update_inputs(fr *out, const subject *s, unsigned partition)
{
    return update_public_inputs(out, &s->of.update.statement, partition);
}

const subject_kind_ops subject_update = {
    .read = update_read,
    .free = update_free,
    .check = update_check,
    .circuit = update_circuit_make,
    .inputs_n = update_inputs_n,
    .inputs = update_inputs,
};
