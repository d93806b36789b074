/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the tests of this layer share. Helpers fail the test on anything unexpected. */
#ifndef CUZK_TESTS_GROTH16_SUPPORT_H
#define CUZK_TESTS_GROTH16_SUPPORT_H

#include "curve/encoding.h"
#include "groth16/prove.h"
#include "test.h"
#include <jansson.h>

#define GOLDEN CUZK_TEST_DATA "/golden/"

/* "dir/name" in static memory, good until the second call after this one. */
const char *in_dir(const char *dir, const char *name);

json_t *load_json(const char *path);
uint8_t *load_file(const char *path, size_t *len);
/* The caller frees. */
uint8_t *unhex(const char *hex, size_t *len);
/* A verifying key that is good. */
void load_vk(groth16_vk *vk, const char *path);
/* A member that must be a string. */
const char *text_of(const json_t *object, const char *key);

/* 32 bytes as hex, little- or big-endian. */
fr fr_of_hex_le(const char *hex);
fr fr_of_hex_be(const char *hex);

/* Points on the curve but outside the subgroup: the n-th such, by ascending x = (n', 0). */
g1_affine g1_outside(unsigned n);
g2_affine g2_outside(unsigned n);

/* A key and proofs that verify, and their inputs. */
typedef struct proof_set {
    groth16_vk vk;
    uint8_t *bytes; /* n * 192 */
    groth16_proof *proofs;
    fr *inputs; /* n * n_inputs */
    size_t n, n_inputs;
} proof_set;

/* Sizes proofs and inputs; the caller fills bytes and inputs in, then calls proof_set_ready. */
void proof_set_alloc(proof_set *s, size_t n, size_t n_inputs);
void proof_set_ready(proof_set *s);
void proof_set_free(proof_set *s);

#endif
