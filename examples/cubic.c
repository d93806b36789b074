/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* "I know x with x^3 + x + 5 = 35", proved without saying which x: set up, prove, verify.
 *
 *     cc cubic.c $(pkg-config --cflags --libs libcuzk) && ./a.out            */
#include <cuzk/cuzk.h>
#include <stdio.h>

typedef struct cubic {
    int64_t x;
} cubic;

static cuzk_term term(cuzk_variable v, int64_t k)
{
    return (cuzk_term) { v, cuzk_scalar_from_int(k) };
}

static void synthesize(void *ctx, cuzk_builder *b)
{
    const int64_t n = ((const cubic *)ctx)->x;
    cuzk_variable y = cuzk_builder_input(b, cuzk_scalar_from_int(n * n * n + n + 5));
    cuzk_variable x = cuzk_builder_alloc(b, cuzk_scalar_from_int(n));
    cuzk_variable square = cuzk_builder_alloc(b, cuzk_scalar_from_int(n * n));
    cuzk_variable cube = cuzk_builder_alloc(b, cuzk_scalar_from_int(n * n * n));
    const cuzk_term tx = term(x, 1), tsquare = term(square, 1), tcube = term(cube, 1);
    const cuzk_term one = term(CUZK_ONE, 1), ty = term(y, 1);
    const cuzk_term sum[] = { tcube, tx, term(CUZK_ONE, 5) };

    cuzk_builder_enforce(b, &tx, 1, &tx, 1, &tsquare, 1);    /* x * x = square */
    cuzk_builder_enforce(b, &tsquare, 1, &tx, 1, &tcube, 1); /* square * x = cube */
    cuzk_builder_enforce(b, sum, 3, &one, 1, &ty, 1);        /* cube + x + 5 = y */
}

int main(void)
{
    const cuzk_circuit circuit = { .size = sizeof circuit, .synthesize = synthesize };
    const cuzk_scalar claim = cuzk_scalar_from_int(35), lie = cuzk_scalar_from_int(36);
    cubic setup = { 0 }, witness = { 3 };
    cuzk_bytes vk = { 0 }, proof = { 0 };
    cuzk_context *c = NULL;
    cuzk_error err = { 0 };
    uint8_t bytes[CUZK_PROOF_LEN];
    cuzk_status s;

    if ((s = cuzk_context_new(&c, NULL, &err)) != CUZK_OK ||
        (s = cuzk_circuit_setup(c, &circuit, &setup, "cubic.params", "cubic.vk", &err)) ||
        (s = cuzk_circuit_prove(c, &circuit, &witness, "cubic.params", bytes, &err)) ||
        (s = cuzk_file_read(&vk, "cubic.vk", 65536, &err)) != CUZK_OK)
        goto out;
    proof = (cuzk_bytes) { bytes, sizeof bytes, "the proof" };
    s = cuzk_raw_verify(c, &vk, claim.le, 1, 1, &proof, &err);
    if (s == CUZK_OK)
        printf("proved in %zu bytes that somebody knows an x with x^3 + x + 5 = 35\n", proof.len);
    if (s == CUZK_OK && cuzk_raw_verify(c, &vk, lie.le, 1, 1, &proof, NULL) != CUZK_NO)
        s = CUZK_FAULT;
out:
    if (s != CUZK_OK)
        fprintf(stderr, "cubic: %s\n", err.message);
    cuzk_file_free(&vk);
    cuzk_context_free(c);
    return s;
}
