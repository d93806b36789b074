/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Keys made for a circuit in a folder of their own. */
#ifndef CUZK_TESTS_GROTH16_KEYS_H
#define CUZK_TESTS_GROTH16_KEYS_H

#include "groth16/setup.h"
#include "r1cs/witness.h"
#include "support.h"

typedef struct keys {
    char dir[64], params_path[96], vk_path[96];
    groth16_digests digests;
    groth16_params params;
} keys;

/* The toxic values of the golden keys. */
groth16_toxic golden_toxic(void);

/* Uniform: a randomiser of a proof. */
void random_fr(fr *o);

/* A fresh folder with paths for both files, which are not made yet. */
void keys_dir(keys *k);
/* toxic NULL: random. */
void keys_make(keys *k, work *w, const circuit *c, const groth16_toxic *toxic);
void keys_free(keys *k);

/* A proof of the circuit's own witness. */
cuzk_status prove_circuit(groth16_proof *o, work *w, const groth16_params *p, const circuit *c,
                          const fr *r, const fr *s, cuzk_error *err);
/* Does it verify with the inputs the witness has? */
cuzk_status verify_circuit(const groth16_proof *proof, work *w, const groth16_vk *vk,
                           const circuit *c);

#endif
