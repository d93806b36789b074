/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "prover/verify.h"

#include "groth16/inputs.h"
#include "prover/context.h"
#include <cuzk/verify.h>

#include <stdlib.h>

cuzk_status verify_bytes(work *w, const groth16_vk *vk, const char *vk_name, const fr *inputs,
                         size_t n_inputs, size_t n_proofs, const cuzk_bytes *proof, cuzk_error *err)
{
    groth16_proof *proofs = NULL;
    size_t n = 0;
    cuzk_status s;

    if (n_proofs == 0 || proof->len / CUZK_PROOF_LEN != n_proofs || proof->len % CUZK_PROOF_LEN) {
        err_set(err, CUZK_BAD_INPUT, "bad-length", "the proof has the wrong length");
        err_at(err, proof->name, NULL, -1);
        err_expected(err, "%zu bytes", n_proofs * CUZK_PROOF_LEN);
        err_found(err, "%zu bytes", proof->len);
        return CUZK_BAD_INPUT;
    }
    s = groth16_inputs_count(vk, n_inputs, err);
    if (s != CUZK_OK) {
        err_at(err, vk_name, NULL, -1);
        return s;
    }
    s = groth16_proofs_parse(&proofs, &n, proof->data, proof->len, err);
    work_phase_begin(w, "verifying", 0);
    if (s == CUZK_OK)
        s = groth16_verify_batch(vk, proofs, inputs, n_inputs, n, w, err);
    work_phase_end(w);
    if (s != CUZK_OK)
        err_at(err, proof->name, NULL, -1);
    free(proofs);
    return s;
}

static cuzk_status read_inputs(fr *out, const uint8_t *bytes, size_t n, cuzk_error *err)
{
    for (size_t i = 0; i < n; i++) {
        if (fr_from_bytes_le(&out[i], bytes + 32 * i))
            continue;
        err_set(err, CUZK_BAD_INPUT, "not-canonical",
                "a public input is not below the order of the scalar field");
        err_at(err, NULL, "inputs", (int64_t)i);
        return CUZK_BAD_INPUT;
    }
    return CUZK_OK;
}

cuzk_status cuzk_raw_verify(cuzk_context *c, const cuzk_bytes *vk, const uint8_t *inputs,
                            size_t n_inputs, size_t n_rows, const cuzk_bytes *proof,
                            cuzk_error *err)
{
    groth16_vk key = { 0 };
    fr *values = NULL;
    cuzk_status s;
    size_t n;

    if (__builtin_mul_overflow(n_inputs, n_rows, &n) || n > SIZE_MAX / sizeof *values - 1)
        return err_set(err, CUZK_BAD_INPUT, "bad-length", "too many public inputs");
    s = groth16_vk_parse(&key, vk->data, vk->len, NULL, vk->name, err);
    if (s != CUZK_OK)
        return s;
    values = malloc((n + 1) * sizeof *values);
    if (!values)
        s = err_no_memory(err, "the public inputs", n * sizeof *values);
    if (s == CUZK_OK)
        s = read_inputs(values, inputs, n, err);
    if (s == CUZK_OK)
        s = verify_bytes(&c->work, &key, vk->name, values, n_inputs, n_rows, proof, err);
    free(values);
    groth16_vk_free(&key);
    return s;
}
