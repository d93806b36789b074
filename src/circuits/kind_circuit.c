/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "circuits/kind_circuit.h"

void kind_circuit_blank(kind_circuit *k, proof_kind kind, const sector_shape *shape)
{
    k->kind = kind;
    if (kind == KIND_POREP)
        porep_circuit_blank(&k->of.porep, shape);
    else if (kind == KIND_UPDATE)
        update_circuit_blank(&k->of.update, update_shape_of(shape));
    else
        post_circuit_blank(&k->of.post, registered_post_default(kind, shape));
}

circuit kind_circuit_of(const kind_circuit *k)
{
    return k->kind == KIND_POREP    ? porep_circuit_of(&k->of.porep)
           : k->kind == KIND_UPDATE ? update_circuit_of(&k->of.update)
                                    : post_circuit_of(&k->of.post);
}

circuit_parts kind_circuit_parts(const kind_circuit *k)
{
    return k->kind == KIND_POREP    ? porep_circuit_parts(&k->of.porep)
           : k->kind == KIND_UPDATE ? update_circuit_parts(&k->of.update)
                                    : post_circuit_parts(&k->of.post);
}

cs_counts kind_circuit_counts(const kind_circuit *k)
{
    return k->kind == KIND_POREP    ? porep_circuit_counts(k->of.porep.shape)
           : k->kind == KIND_UPDATE ? update_circuit_counts(k->of.update.shape)
                                    : post_circuit_counts(k->of.post.post);
}
