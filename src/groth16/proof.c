/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "groth16/proof.h"
#include "groth16/checked_point.h"
#include <stdlib.h>

#define PROOF_B_AT G1_COMPRESSED_LEN
#define PROOF_C_AT (G1_COMPRESSED_LEN + G2_COMPRESSED_LEN)

cuzk_status groth16_proof_parse(groth16_proof *p, const uint8_t in[GROTH16_PROOF_LEN],
                                cuzk_error *err)
{
    groth16_proof t;
    point_status a = g1_require(g1_from_compressed(&t.a, in), &t.a);
    TRY(point_to_status(a, NULL, "proof.a", -1, err));
    point_status b = g2_require(g2_from_compressed(&t.b, in + PROOF_B_AT), &t.b);
    TRY(point_to_status(b, NULL, "proof.b", -1, err));
    point_status c = g1_require(g1_from_compressed(&t.c, in + PROOF_C_AT), &t.c);
    TRY(point_to_status(c, NULL, "proof.c", -1, err));
    *p = t;
    return CUZK_OK;
}

void groth16_proof_write(uint8_t out[GROTH16_PROOF_LEN], const groth16_proof *p)
{
    g1_to_compressed(out, &p->a);
    g2_to_compressed(out + PROOF_B_AT, &p->b);
    g1_to_compressed(out + PROOF_C_AT, &p->c);
}

cuzk_status groth16_proofs_parse(groth16_proof **proofs, size_t *n, const uint8_t *in, size_t len,
                                 cuzk_error *err)
{
    *proofs = NULL;
    *n = 0;
    if (len == 0 || len % GROTH16_PROOF_LEN != 0) {
        err_set(err, CUZK_BAD_INPUT, "bad-length", "not a whole number of proofs");
        err_at(err, NULL, "proof", -1);
        err_expected(err, "a multiple of %d bytes", GROTH16_PROOF_LEN);
        err_found(err, "%zu bytes", len);
        return CUZK_BAD_INPUT;
    }
    size_t count = len / GROTH16_PROOF_LEN;
    groth16_proof *p = malloc(count * sizeof *p);
    if (!p)
        return err_no_memory(err, "proofs", count * sizeof *p);
    for (size_t i = 0; i < count; i++) {
        cuzk_status status = groth16_proof_parse(&p[i], in + GROTH16_PROOF_LEN * i, err);
        if (status != CUZK_OK) {
            err_at(err, NULL, NULL, (int64_t)i);
            free(p);
            return status;
        }
    }
    *proofs = p;
    *n = count;
    return CUZK_OK;
}
