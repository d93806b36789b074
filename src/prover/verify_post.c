/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "prover/context.h"
#include "prover/post_claim.h"
#include "prover/subject.h"
#include "prover/verify.h"
#include <cuzk/verify.h>

#include <stdlib.h>
#include <string.h>

/* The public inputs of all partitions, a row each; freed by the caller. */
static cuzk_status inputs_of(fr **out, const registered_post *post, const cuzk_post_claim *claim,
                             unsigned partitions, cuzk_error *err)
{
    const size_t columns = post_public_inputs_n(post), n = claim->n_sectors;
    post_sector_claim *sectors = calloc(n, sizeof *sectors);
    cuzk_status status;

    *out = malloc(partitions * columns * sizeof **out);
    if (!sectors || !*out) {
        free(sectors);
        return err_no_memory(err, "the public inputs", partitions * columns * sizeof **out);
    }
    for (size_t i = 0; i < n; i++) {
        sectors[i].id = claim->sectors[i].sector;
        memcpy(sectors[i].comm_r.b, claim->sectors[i].comm_r, 32);
    }
    status = post_check_sectors(sectors, n, err);
    for (unsigned k = 0; k < partitions && status == CUZK_OK; k++) {
        const post_statement s = post_statement_of(post, claim->randomness, sectors, n, k);
        if (!post_public_inputs(*out + k * columns, &s))
            status = err_set(err, CUZK_FAULT, "not-canonical", "a checked statement is refused");
    }
    free(sectors);
    return status;
}

static cuzk_status verify(cuzk_context *c, const registered_post *post,
                          const cuzk_post_claim *claim, const cuzk_bytes *vk,
                          const cuzk_bytes *proof, cuzk_error *err)
{
    groth16_vk key = { 0 };
    fr *inputs = NULL;
    unsigned partitions;
    cuzk_status s;

    TRY(post_partitions(&partitions, post, claim->n_sectors, err));
    TRY(groth16_vk_parse(&key, vk->data, vk->len, NULL, vk->name, err));
    s = inputs_of(&inputs, post, claim, partitions, err);
    if (s == CUZK_OK)
        s = verify_bytes(&c->work, &key, vk->name, inputs, post_public_inputs_n(post), partitions,
                         proof, err);
    free(inputs);
    groth16_vk_free(&key);
    return s;
}

cuzk_status cuzk_post_verify(cuzk_context *c, const cuzk_post_claim *claim, const cuzk_bytes *vk,
                             const cuzk_bytes *proof, cuzk_error *err)
{
    const registered_post *post;
    cuzk_post_claim own;
    proof_kind kind;

    TRY(request_copy(&own, sizeof own, claim, "cuzk_post_claim", err));
    TRY(subject_kind(&kind, own.kind, err));
    if (kind != KIND_WINNING && kind != KIND_WINDOW)
        return err_set(err, CUZK_BAD_INPUT, "bad-request", "%s is no proof of spacetime",
                       proof_kind_name(kind));
    if (!own.registered_proof)
        return err_set(err, CUZK_BAD_INPUT, "bad-request", "no registered proof is given");
    TRY(post_find(&post, kind, own.registered_proof, err));
    TRY(post_check_randomness(own.randomness, err));
    return verify(c, post, &own, vk, proof, err);
}
