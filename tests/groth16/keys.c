/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "keys.h"
#include "base/random.h"
#include <unistd.h>

groth16_toxic golden_toxic(void)
{
    return (groth16_toxic) { fr_from_u64(1000003), fr_from_u64(1000033), fr_from_u64(1000037),
                             fr_from_u64(1000039), fr_from_u64(1000081) };
}

void random_fr(fr *o)
{
    uint8_t bytes[32];
    do {
        assert_int_equal(random_bytes(bytes, sizeof bytes, NULL), CUZK_OK);
        bytes[31] &= 0x7f;
    } while (!fr_from_bytes_le(o, bytes));
}

void keys_dir(keys *k)
{
    memset(k, 0, sizeof *k);
    snprintf(k->dir, sizeof k->dir, "/tmp/cuzk-test-XXXXXX");
    assert_non_null(mkdtemp(k->dir));
    snprintf(k->params_path, sizeof k->params_path, "%s/k.params", k->dir);
    snprintf(k->vk_path, sizeof k->vk_path, "%s/k.vk", k->dir);
}

void keys_make(keys *k, work *w, const circuit *c, const groth16_toxic *toxic)
{
    shape s;
    groth16_toxic t;
    cuzk_error err = { 0 };
    keys_dir(k);
    assert_int_equal(shape_make(&s, c, 0, NULL), CUZK_OK);
    if (toxic)
        t = *toxic;
    else
        assert_int_equal(groth16_toxic_random(&t, NULL), CUZK_OK);
    if (groth16_setup(&k->digests, w, &s, &t, k->params_path, k->vk_path, &err) != CUZK_OK)
        fail_msg("setup of %s: %s", c->id, err.message);
    groth16_toxic_wipe(&t);
    shape_free(&s);
    if (groth16_params_open(&k->params, k->params_path, false, &err) != CUZK_OK)
        fail_msg("%s: %s %s", k->params_path, err.section, err.message);
}

void keys_free(keys *k)
{
    groth16_params_close(&k->params);
    unlink(k->params_path);
    unlink(k->vk_path);
    assert_int_equal(rmdir(k->dir), 0); /* nothing else was left in it */
}

cuzk_status prove_circuit(groth16_proof *o, work *w, const groth16_params *p, const circuit *c,
                          const fr *r, const fr *s, cuzk_error *err)
{
    witness wit;
    assignment asg;
    assert_int_equal(witness_make(&wit, w, c, NULL, NULL), CUZK_OK);
    witness_assignment(&wit, &asg);
    cuzk_status status = groth16_prove(o, w, &accel_cpu, p, &asg, r, s, err);
    witness_free(&wit);
    return status;
}

cuzk_status verify_circuit(const groth16_proof *proof, work *w, const groth16_vk *vk,
                           const circuit *c)
{
    witness wit;
    assert_int_equal(witness_make(&wit, w, c, NULL, NULL), CUZK_OK);
    cuzk_status status = groth16_verify(vk, proof, wit.inputs.v + 1, wit.inputs.n - 1, NULL);
    witness_free(&wit);
    return status;
}
