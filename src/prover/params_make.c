/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* cuzk_params_make: development parameters under the official names. */
#include "base/bytes.h"
#include "base/file.h"
#include "base/timing.h"
#include "prover/make_keys.h"
#include "prover/params_dir.h"
#include "prover/subject.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cuzk_status read_toxic(groth16_toxic *t, const char *const *given, cuzk_error *err)
{
    static const char *const names[CUZK_TOXIC_VALUES] = { "alpha", "beta", "gamma", "delta",
                                                          "tau" };
    fr *const out[CUZK_TOXIC_VALUES] = { &t->alpha, &t->beta, &t->gamma, &t->delta, &t->tau };

    for (size_t i = 0; i < CUZK_TOXIC_VALUES; i++) {
        if (!given[i] || !fr_from_string(out[i], given[i]) || fr_is_zero(out[i]))
            return err_set(
                err, CUZK_BAD_INPUT, "bad-toxic",
                "%s is not a decimal or 0x-prefixed number above 0 and below the field's "
                "order",
                names[i]);
    }
    return CUZK_OK;
}

void cuzk_setup_result_free(cuzk_setup_result *r)
{
    if (!r)
        return;
    free(r->params_path);
    free(r->vk_path);
    free(r->meta_path);
    free(r->sidecar_path);
    free(r);
}

/* The paths of the four files. */
static cuzk_status name_files(cuzk_setup_result *r, const char *dir, const param_set *set,
                              cuzk_error *err)
{
    char *const *const out[] = { &r->params_path, &r->vk_path, &r->meta_path };
    char name[PARAM_NAME_MAX], path[DIR_PATH_MAX];

    for (int i = PARAM_FILE_PARAMS; i <= PARAM_FILE_META; i++) {
        param_set_file_name(set, (param_file)i, name);
        TRY(params_dir_path(path, dir, name, err));
        if (!(*(char **)out[i] = strdup(path)))
            return err_no_memory(err, "a path", strlen(path));
    }
    if (!sidecar_path(path, r->params_path) || !(r->sidecar_path = strdup(path)))
        return err_no_memory(err, "a path", strlen(path));
    return CUZK_OK;
}

static void fill(cuzk_setup_result *r, const sidecar *made)
{
    r->params_bytes = made->params_bytes;
    r->vk_bytes = made->vk_bytes;
    r->constraints = made->constraints;
    r->inputs = made->inputs;
    r->aux = made->aux;
    hex_encode(r->params_sha256, made->params_sha256, 32);
    hex_encode(r->vk_sha256, made->vk_sha256, 32);
    hex_encode(r->circuit_sha256, made->circuit_sha256, 32);
}

/* Asked before the long work; whoever writes asks again. */
static cuzk_status check_room(const char *path, uint64_t len, cuzk_error *err)
{
    file_out probe;

    TRY(file_out_open(&probe, path, len, 0600, err));
    file_out_abort(&probe);
    return CUZK_OK;
}

static cuzk_status make(cuzk_setup_result *r, cuzk_context *c, const cuzk_setup_request *q,
                        proof_kind kind, const sector_shape *sector, cuzk_error *err)
{
    const param_set *set = param_set_find(kind, sector);
    subject_circuit blank;
    groth16_toxic toxic;
    char meta[64];
    sidecar made;
    cuzk_status s;

    if (q->insecure_toxic)
        TRY(read_toxic(&toxic, q->insecure_toxic, err));
    TRY(file_make_dirs(q->out_dir, err));
    TRY(name_files(r, q->out_dir, set, err));
    TRY(check_room(r->params_path, param_set_params_len(set), err));
    snprintf(meta, sizeof meta, "{\"sector_size\":%llu}", (unsigned long long)sector->size);
    const keys_target target = { r->params_path, r->vk_path, r->meta_path, meta };
    subject_circuit_blank(&blank, kind, sector);
    s = make_keys(&made, c, &blank.circuit, q->insecure_toxic ? &toxic : NULL, &target, err);
    if (s == CUZK_OK)
        fill(r, &made);
    return s;
}

cuzk_status cuzk_params_make(cuzk_context *c, const cuzk_setup_request *request,
                             cuzk_setup_result **out, cuzk_error *err)
{
    uint64_t start = time_wall_ns();
    const sector_shape *sector;
    cuzk_setup_request q;
    cuzk_setup_result *r;
    proof_kind kind;
    cuzk_status s;

    *out = NULL;
    TRY(request_copy(&q, sizeof q, request, "cuzk_setup_request", err));
    TRY(subject_kind(&kind, q.kind, err));
    TRY(subject_shape(&sector, q.sector_size, err));
    if (!q.out_dir)
        return err_set(err, CUZK_BAD_INPUT, "bad-request", "no output directory is given");
    r = calloc(1, sizeof *r);
    if (!r)
        return err_no_memory(err, "a result", sizeof *r);
    s = make(r, c, &q, kind, sector, err);
    if (s != CUZK_OK) {
        cuzk_setup_result_free(r);
        return s;
    }
    r->seconds = (double)(time_wall_ns() - start) * 1e-9;
    *out = r;
    return CUZK_OK;
}
