/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Proofs: what is accepted is written back as the same bytes. */
#include "fuzz.h"
#include "groth16/proof.h"

unsigned long fuzz_accepted;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    if (len < GROTH16_PROOF_LEN)
        return 0;
    groth16_proof p;
    cuzk_error err = { 0 };
    uint8_t out[GROTH16_PROOF_LEN];
    cuzk_status status = groth16_proof_parse(&p, data, &err);
    if (status == CUZK_OK) {
        fuzz_accepted++;
        groth16_proof_write(out, &p);
        CHECK(memcmp(out, data, sizeof out) == 0);
    } else {
        CHECK(err.status == status && err.code[0] && err.message[0]);
    }
    return 0;
}
