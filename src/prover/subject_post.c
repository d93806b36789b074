/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* WinningPoSt and WindowPoSt. A request's sectors are cut into partitions of as many as a circuit
 * has slots for. */
#include "prover/post_claim.h"
#include "prover/subject_kind.h"

#include <stdlib.h>
#include <string.h>

static cuzk_status read_claims(subject *s, cuzk_error *err)
{
    const post_vanilla *v = &s->of.post.vanilla;
    post_sector_claim *claims = calloc(v->n_sectors, sizeof *claims);
    cuzk_status status;

    s->of.post.claims = claims;
    if (!claims)
        return err_no_memory(err, "the sectors", v->n_sectors * sizeof *claims);
    for (size_t i = 0; i < v->n_sectors; i++)
        claims[i] = (post_sector_claim) { v->sectors[i].id, v->sectors[i].comm_r };
    status = post_partitions(&s->partitions, s->of.post.post, v->n_sectors, err);
    if (status == CUZK_OK)
        status = post_check_sectors(claims, v->n_sectors, err);
    if (status != CUZK_OK) /* of several files the last: it has what is too many */
        err_at(err, v->items[err && err->index >= 0 ? (size_t)err->index : v->n_sectors - 1].file,
               NULL, -1);
    return status;
}

static cuzk_status post_read(subject *s, const subject_source *source, cuzk_error *err)
{
    const registered_post *post = NULL;

    if (source->registered_proof)
        TRY(post_find(&post, s->kind, source->registered_proof, err));
    TRY(subject_read_items(&s->of.post.items, source, err));
    TRY(post_vanilla_read(&s->of.post.vanilla, &s->of.post.items, s->kind,
                          post ? post->shape : NULL, err));
    s->shape = s->of.post.vanilla.shape;
    s->of.post.post = post ? post : registered_post_default(s->kind, s->shape);
    s->registered_proof = s->of.post.post->name;
    TRY(read_claims(s, err));
    s->of.post.has_randomness = source->vanilla->randomness != NULL;
    if (!s->of.post.has_randomness)
        return CUZK_OK;
    memcpy(s->of.post.randomness, source->vanilla->randomness, 32);
    return post_check_randomness(s->of.post.randomness, err);
}

static void post_free(subject *s)
{
    free(s->of.post.claims);
    post_vanilla_free(&s->of.post.vanilla);
    vanilla_items_free(&s->of.post.items);
}

static post_statement statement_of(const subject *s, unsigned partition)
{
    return post_statement_of(s->of.post.post, s->of.post.randomness, s->of.post.claims,
                             s->of.post.vanilla.n_sectors, partition);
}

static cuzk_status require_randomness(const subject *s, cuzk_error *err)
{
    if (s->of.post.has_randomness)
        return CUZK_OK;
    return err_set(err, CUZK_BAD_INPUT, "bad-request",
                   "the randomness of the challenges is needed");
}

static cuzk_status post_check(const subject *s, work *w, cuzk_error *err)
{
    TRY(require_randomness(s, err));
    for (unsigned k = 0; k < s->partitions; k++) {
        const post_statement statement = statement_of(s, k);
        TRY(post_vanilla_verify(&s->of.post.vanilla, statement.first_index, &statement, w, err));
    }
    return CUZK_OK;
}

static cuzk_status post_circuit_make(kind_circuit *out, const subject *s, unsigned partition,
                                     cuzk_error *err)
{
    const post_statement statement = statement_of(s, partition);

    return post_circuit_init(&out->of.post, s->of.post.post,
                             s->of.post.vanilla.sectors + statement.first_index,
                             statement.n_sectors, err);
}

static size_t post_inputs_n(const subject *s)
{
    return post_public_inputs_n(s->of.post.post);
}

static bool post_inputs(fr *out, const subject *s, unsigned partition)
{
    const post_statement statement = statement_of(s, partition);
    return post_public_inputs(out, &statement);
}

const subject_kind_ops subject_post = {
    .read = post_read,
    .free = post_free,
    .check = post_check,
    .circuit = post_circuit_make,
    .inputs_n = post_inputs_n,
    .inputs = post_inputs,
};
