/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "prover/context.h"
#include "prover/update_claim.h"
#include "prover/verify.h"
#include <cuzk/verify.h>

cuzk_status cuzk_update_verify(cuzk_context *c, const cuzk_update_claim *claim,
                               const cuzk_bytes *vk, const cuzk_bytes *proof, cuzk_error *err)
{
    fr inputs[UPDATE_MAX_PARTITIONS][UPDATE_PUBLIC_INPUTS];
    const sector_shape *shape;
    update_statement statement;
    cuzk_update_claim own;
    groth16_vk key = { 0 };

    TRY(request_copy(&own, sizeof own, claim, "cuzk_update_claim", err));
    if (!own.registered_proof)
        return err_set(err, CUZK_BAD_INPUT, "bad-request", "no registered proof is given");
    TRY(update_find(&shape, own.registered_proof, err));
    TRY(update_statement_of(&statement, shape, own.comm_r_old, own.comm_r_new, own.comm_d_new,
                            err));
    const unsigned partitions = statement.shape->partitions;
    for (unsigned k = 0; k < partitions; k++)
        if (!update_public_inputs(inputs[k], &statement, k))
            return err_set(err, CUZK_FAULT, "not-canonical", "a checked commitment is refused");
    TRY(groth16_vk_parse(&key, vk->data, vk->len, NULL, vk->name, err));
    cuzk_status s = verify_bytes(&c->work, &key, vk->name, inputs[0], UPDATE_PUBLIC_INPUTS,
                                 partitions, proof, err);
    groth16_vk_free(&key);
    return s;
}
