/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/replica_id.h"
#include "prover/context.h"
#include "prover/statement.h"
#include "prover/verify.h"

#include <stdlib.h>

void cuzk_prover_id_make(uint8_t prover_id[32], uint64_t miner)
{
    prover_id_from_miner(prover_id, miner);
}

cuzk_status cuzk_porep_verify(cuzk_context *c, const cuzk_porep_claim *claim, const cuzk_bytes *vk,
                              const cuzk_bytes *proof, cuzk_error *err)
{
    cuzk_porep_claim own;
    porep_statement statement;
    groth16_vk key = { 0 };
    fr *inputs = NULL;
    cuzk_status s;

    TRY(request_copy(&own, sizeof own, claim, "cuzk_porep_claim", err));
    TRY(statement_of_claim(&statement, &own, err));
    const sector_shape *shape = statement.seal->shape;
    TRY(groth16_vk_parse(&key, vk->data, vk->len, NULL, vk->name, err));
    s = statement_inputs(&inputs, &statement, 0, shape->partitions, err);
    if (s == CUZK_OK)
        s = verify_bytes(&c->work, &key, vk->name, inputs, porep_public_inputs_n(shape),
                         shape->partitions, proof, err);
    free(inputs);
    groth16_vk_free(&key);
    return s;
}
