/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/prove_subject.h"
#include "groth16/setup.h"
#include "prover/params_dir.h"
#include "r1cs/shape.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void prove_subject_free(prove_subject *o)
{
    char path[96];

    groth16_params_close(&o->params);
    if (o->has_densities)
        density_free(&o->densities);
    if (o->has_subject)
        subject_free(&o->subject);
    if (*o->key_dir) {
        snprintf(path, sizeof path, "%s/toy.params", o->key_dir);
        unlink(path);
        snprintf(path, sizeof path, "%s/toy.vk", o->key_dir);
        unlink(path);
        rmdir(o->key_dir);
    }
    free(o->made);
    free(o->r);
    free(o->s);
    free(o->proof);
    free(o->first_proof);
    free(o->job);
    memset(o, 0, sizeof *o);
    o->params.map.fd = -1;
}

static cuzk_status allocate(prove_subject *o, size_t n, cuzk_error *err)
{
    o->n = n;
    o->made = calloc(n, sizeof *o->made);
    o->r = calloc(n, sizeof *o->r);
    o->s = calloc(n, sizeof *o->s);
    o->proof = calloc(n, GROTH16_PROOF_LEN);
    o->first_proof = calloc(n, GROTH16_PROOF_LEN);
    o->job = calloc(n, sizeof *o->job);
    if (o->made && o->r && o->s && o->proof && o->first_proof && o->job)
        return CUZK_OK;
    return err_no_memory(err, "the circuits", n * sizeof *o->made);
}

static void set_job(prove_subject *o, size_t i, const circuit *circ, const circuit_parts *parts)
{
    o->r[i] = fr_from_u64(2 * i + 1);
    o->s[i] = fr_from_u64(2 * i + 2);
    o->job[i] = (prove_job) { .circuit = circ,
                              .parts = parts,
                              .r = &o->r[i],
                              .s = &o->s[i],
                              .proof = o->proof + i * GROTH16_PROOF_LEN };
}

/* -- the partitions of a request -- */

static cuzk_status open_request(prove_subject *o, cuzk_context *c, const subject_source *source,
                                const char *params_dir, unsigned copies, cuzk_error *err)
{
    judgement j;

    TRY(subject_read(&o->subject, source, err));
    o->has_subject = true;
    const sector_shape *size = o->subject.shape;
    const proof_kind kind = o->subject.kind;
    snprintf(o->name, sizeof o->name, "%s %s", proof_kind_name(kind), size->name);
    TRY(params_dir_open(&o->params, &j, c, params_dir, param_set_find(kind, size), err));
    TRY(allocate(o, (size_t)copies * o->subject.partitions, err));
    for (size_t i = 0; i < o->n; i++) {
        const unsigned partition = (unsigned)(i % o->subject.partitions);
        TRY(subject_circuit_init(&o->made[i], &o->subject, partition, err));
        set_job(o, i, &o->made[i].circuit, &o->made[i].parts);
    }
    TRY(subject_densities(&o->densities, &c->work, &o->made[0], c->cache_dir, err));
    o->has_densities = true;
    return CUZK_OK;
}

/* -- a toy -- */

/* v * v = next, and b (1 - b) = 0 of its lowest bit. */
static void toy_rows(const void *ctx, cs *s)
{
    const toy *t = ctx;
    fr value = fr_from_u64(t->x), bit;
    cs_var at = cs_alloc(s, &value);

    for (unsigned i = 0; i < t->squarings; i++) {
        uint8_t bytes[32];
        fr_sqr(&value, &value);
        fr_to_bytes_le(bytes, &value);
        bit = fr_from_u64(bytes[0] & 1);
        const cs_var next = cs_alloc(s, &value), b = cs_alloc(s, &bit);
        cs_row r = cs_row_begin(s);
        lc_add_var(r.a, at);
        lc_add_var(r.b, at);
        lc_add_var(r.c, next);
        cs_row_end(s);
        r = cs_row_begin(s);
        lc_add_var(r.a, b);
        lc_add_var(r.b, b);
        lc_add_var(r.c, b);
        cs_row_end(s);
        at = next;
    }
    const cs_var out = cs_alloc_input(s, &value);
    cs_row r = cs_row_begin(s); /* out * 1 = at */
    lc_add_var(r.a, out);
    lc_add_var(r.b, CS_ONE);
    lc_add_var(r.c, at);
    cs_row_end(s);
}

static cuzk_status make_keys_of_toy(prove_subject *o, cuzk_context *c, cuzk_error *err)
{
    char params[96], vk[96];
    groth16_digests digests;
    groth16_toxic toxic;
    shape made;

    snprintf(o->key_dir, sizeof o->key_dir, "/tmp/cuzk-bench-XXXXXX");
    if (!mkdtemp(o->key_dir)) {
        *o->key_dir = '\0';
        return err_system(err, errno, "make a directory in", "/tmp");
    }
    snprintf(params, sizeof params, "%s/toy.params", o->key_dir);
    snprintf(vk, sizeof vk, "%s/toy.vk", o->key_dir);
    TRY(groth16_toxic_random(&toxic, err));
    TRY(shape_make(&made, &o->toy_circuit, 0, err));
    cuzk_status s = groth16_setup(&digests, &c->work, &made, &toxic, params, vk, err);
    shape_free(&made);
    groth16_toxic_wipe(&toxic);
    return s == CUZK_OK ? groth16_params_open(&o->params, params, false, err) : s;
}

static cuzk_status open_toy(prove_subject *o, cuzk_context *c, unsigned squarings, unsigned copies,
                            cuzk_error *err)
{
    snprintf(o->name, sizeof o->name, "toy of %u rows", 2 * squarings + 1);
    o->toy = (toy) { squarings, 3 };
    TRY(allocate(o, copies, err));
    o->toy_circuit = (circuit) { "toy", toy_rows, &o->toy };
    for (size_t i = 0; i < o->n; i++)
        set_job(o, i, &o->toy_circuit, NULL);
    return make_keys_of_toy(o, c, err);
}

/* -- either -- */

cuzk_status prove_subject_open(prove_subject *o, cuzk_context *c, const subject_source *source,
                               const char *params_dir, unsigned copies, cuzk_error *err)
{
    *o = (prove_subject) { .params.map.fd = -1 };
    cuzk_status s = open_request(o, c, source, params_dir, copies, err);
    if (s != CUZK_OK)
        prove_subject_free(o);
    return s;
}

cuzk_status prove_subject_toy(prove_subject *o, cuzk_context *c, unsigned squarings,
                              unsigned copies, cuzk_error *err)
{
    *o = (prove_subject) { .params.map.fd = -1 };
    cuzk_status s = open_toy(o, c, squarings, copies, err);
    if (s != CUZK_OK)
        prove_subject_free(o);
    return s;
}

cuzk_status prove_subject_prove(prove_subject *o, cuzk_context *c, prove_report *report,
                                cuzk_error *err)
{
    static const uint8_t none[GROTH16_PROOF_LEN];
    const size_t len = o->n * GROTH16_PROOF_LEN;
    prove_setting setting = { .params = &o->params, .switches = &c->switches };

    setting.densities = o->has_densities ? &o->densities : NULL;
    TRY(synthesis_options_from_environment(&setting.synthesis, err));
    memset(o->proof, 0, len);
    *report = (prove_report) { 0 };
    if (o->has_subject)
        TRY(subject_check(&o->subject, &c->work, err));
    TRY(prove_jobs(&c->work, &setting, o->job, o->n, report, err));
    if (memcmp(o->first_proof, none, sizeof none) == 0)
        memcpy(o->first_proof, o->proof, len);
    if (memcmp(o->first_proof, o->proof, len) == 0)
        return CUZK_OK;
    return err_set(err, CUZK_FAULT, "wrong-result",
                   "a proof verifies, and yet has not the bytes it had before");
}
