/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "prover/make_keys.h"

#include "base/file.h"
#include "prover/params_judge.h"
#include "prover/stage.h"
#include "prover/stamp.h"
#include "r1cs/circuit_run.h"
#include "r1cs/digest.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What no sidecar marks was not made here, and may be the official file, hours of downloading. */
static cuzk_status refuse_to_replace(const void *target, cuzk_error *err)
{
    const keys_target *t = target;
    const char *const to[] = { t->params, t->vk };
    char marks[4096];

    if (!sidecar_path(marks, t->params))
        return err_system(err, ENAMETOOLONG, "write", t->params);
    if (access(marks, F_OK) == 0)
        return CUZK_OK;
    for (size_t i = 0; i < 2; i++) {
        if (access(to[i], F_OK) != 0)
            continue;
        err_set(err, CUZK_BAD_INPUT, "exists",
                "this file is there already and is not marked as a development one by a .dev.json: "
                "it is not replaced");
        err_at(err, to[i], NULL, -1);
        return CUZK_BAD_INPUT;
    }
    return CUZK_OK;
}

static void describe(sidecar *s, const char *id, const circuit_digest *rows,
                     const groth16_digests *d)
{
    snprintf(s->circuit, sizeof s->circuit, "%s", id);
    memcpy(s->circuit_sha256, rows->sha256, 32);
    s->inputs = rows->counts.n_inputs;
    s->aux = rows->counts.n_aux;
    s->constraints = rows->counts.n_rows;
    s->params_bytes = d->params_len;
    s->vk_bytes = d->vk_len;
    memcpy(s->params_sha256, d->params_sha256, 32);
    memcpy(s->vk_sha256, d->vk_sha256, 32);
    for (size_t i = 0; i < GROTH16_PARTS; i++) {
        sidecar_part *p = &s->part[i];
        snprintf(p->name, sizeof p->name, "%s", d->part[i].name);
        p->offset = d->part[i].offset;
        p->points = d->part[i].n;
        p->bytes = d->part[i].len;
        memcpy(p->sha256, d->part_sha256[i], 32);
    }
}

/* The record of the rows is no allocation of the work, but it is the largest thing a setup holds:
 * it keeps to the work's limit too. 0: there is none. */
static uint64_t max_terms(const work *w)
{
    if (!w->mem_limit)
        return 0;
    return w->mem_limit < sizeof(shape_term) ? 1 : w->mem_limit / sizeof(shape_term);
}

/* n_rows is for the progress. */
static cuzk_status write_keys(const stage *s, groth16_digests *digests, work *w, const circuit *c,
                              uint64_t n_rows, const groth16_toxic *given, cuzk_error *err)
{
    const circuit_run run = { c, w };
    const circuit watched = circuit_on(&run);
    groth16_toxic own;
    shape rows;
    cuzk_status status;

    work_phase_begin(w, "recording the circuit", n_rows);
    status = shape_make(&rows, &watched, max_terms(w), err);
    work_phase_end(w);
    if (status != CUZK_OK)
        return status;
    status = given ? CUZK_OK : groth16_toxic_random(&own, err);
    if (status == CUZK_OK)
        status = groth16_setup(digests, w, &rows, given ? given : &own, s->path[NEW_PARAMS],
                               s->path[NEW_VK], err);
    groth16_toxic_wipe(&own);
    shape_free(&rows);
    return status;
}

static cuzk_status fingerprint(circuit_digest *d, work *w, const circuit *c, cuzk_error *err)
{
    const circuit_run run = { c, w };
    const circuit watched = circuit_on(&run);
    cuzk_status s;

    work_phase_begin(w, "fingerprinting the circuit", 0);
    s = digest_make(d, &watched, DIGEST_NO_CHECKPOINTS, err);
    work_phase_end(w);
    return s;
}

/* Of the files as they came to lie on the disk. */
static cuzk_status check_keys(file_id *checked, const stage *s, cuzk_context *c, cuzk_error *err)
{
    groth16_params p = { 0 };
    judgement j;
    cuzk_status status = groth16_params_open(&p, s->path[NEW_PARAMS], false, err);

    if (status == CUZK_OK)
        status = params_judge(&j, c, &p, NULL, true, err);
    *checked = p.map.id;
    groth16_params_close(&p);
    if (status == CUZK_OK)
        status = vk_judge(&j, s->path[NEW_VK], NULL, err);
    if (status == CUZK_NO || status == CUZK_BAD_INPUT) {
        if (err)
            err->status = CUZK_FAULT; /* what we have just made ourselves */
        return CUZK_FAULT;
    }
    return status;
}

static cuzk_status stage_keys(const stage *s, sidecar *made, file_id *checked, cuzk_context *c,
                              const circuit *circ, const groth16_toxic *toxic,
                              const keys_target *target, cuzk_error *err)
{
    groth16_digests digests;
    circuit_digest d;

    memset(made, 0, sizeof *made);
    TRY(fingerprint(&d, &c->work, circ, err));
    cuzk_status status = work_status(&c->work, err);
    if (status == CUZK_OK)
        status = write_keys(s, &digests, &c->work, circ, d.counts.n_rows, toxic, err);
    if (status == CUZK_OK)
        describe(made, circ->id, &d, &digests);
    digest_free(&d);
    if (status != CUZK_OK)
        return status;
    made->insecure_toxic = toxic != NULL;
    TRY(sidecar_write(s->path[NEW_SIDECAR], made, err));
    if (target->meta)
        TRY(file_write(s->path[NEW_META], target->meta_text, strlen(target->meta_text), err));
    return check_keys(checked, s, c, err);
}

/* The check above was of this very file; moving it changed its ctime, and nothing else. What
 * another process has put in its place since was not checked here. */
static void remember(const cuzk_context *c, const char *params_path, const file_id *checked)
{
    const char *slash = strrchr(params_path, '/');
    file_map m;

    if (file_map_open(&m, params_path, NULL) != CUZK_OK)
        return;
    if (m.id.device == checked->device && m.id.inode == checked->inode &&
        m.id.size == checked->size && m.id.mtime_ns == checked->mtime_ns)
        stamp_write(c->cache_dir, &m.id, slash ? slash + 1 : params_path, CUZK_VERDICT_DEVELOPMENT,
                    NULL);
    file_map_close(&m);
}

cuzk_status make_keys(sidecar *made, cuzk_context *c, const circuit *circ,
                      const groth16_toxic *toxic, const keys_target *target, cuzk_error *err)
{
    char sidecar_to[4096];
    cuzk_status status;
    stage s;
    file_id checked = { 0 };

    if (!target->params || !target->vk)
        return err_set(err, CUZK_BAD_INPUT, "bad-request", "paths for both files are needed");
    if (!sidecar_path(sidecar_to, target->params))
        return err_system(err, ENAMETOOLONG, "write", target->params);
    TRY(refuse_to_replace(target, err));
    status = stage_open(&s, target->params, err);
    if (status == CUZK_OK)
        status = stage_keys(&s, made, &checked, c, circ, toxic, target, err);
    if (status == CUZK_OK)
        status = work_status(&c->work, err);
    const char *const to[NEW_FILES] = { sidecar_to, target->params, target->vk, target->meta };
    if (status == CUZK_OK)
        status = stage_commit(&s, to, refuse_to_replace, target, err);
    stage_close(&s);
    if (status == CUZK_OK)
        remember(c, target->params, &checked);
    return status;
}
