/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* cuzk_seal: the files of a request around the sealing of a sector. */
#include "filecoin/seal.h"
#include "base/timing.h"
#include "filecoin/c1_write.h"
#include "filecoin/fr32.h"
#include "filecoin/replica_id.h"
#include "filecoin/vanilla_verify.h"
#include "prover/context.h"
#include "prover/subject.h"
#include <cuzk/seal.h>

#include <stdlib.h>
#include <string.h>
#include <strings.h>

uint64_t cuzk_seal_capacity(uint64_t sector_size)
{
    return fr32_capacity(sector_size);
}

cuzk_status cuzk_challenges_find(cuzk_challenges *out, const char *name, cuzk_error *err)
{
    static const char *const names[] = { "interactive", "synthetic", "ni" };

    for (int i = 0; i < 3; i++) {
        if (strcasecmp(name, names[i]) == 0) {
            *out = (cuzk_challenges)i;
            return CUZK_OK;
        }
    }
    return err_set(err, CUZK_BAD_INPUT, "unknown-challenges",
                   "\"%.40s\" is none of interactive, synthetic and ni", name);
}

/* Everything one request opens. */
typedef struct job {
    const cuzk_seal_request *q;
    work *work;
    file_map map;
    file_out replica;
    sector_cache_out *cache;
    uint8_t *c1;
    size_t c1_len, c1_room;
} job;

/* The one of this size and feature that is in use: V1_1, and what builds on it. */
static const registered_seal *find_seal(const sector_shape *shape, cuzk_challenges challenges)
{
    const registered_seal *seal = registered_seal_default(shape);

    for (size_t i = 0; i < REGISTERED_SEALS && challenges != CUZK_CHALLENGES_INTERACTIVE; i++) {
        const registered_seal *r = &registered_seals[i];
        if (r->shape == shape && (int)r->feature == (int)challenges)
            seal = r;
    }
    return seal;
}

static cuzk_status check_request(const cuzk_seal_request *q, cuzk_error *err)
{
    static const uint8_t zero[32];

    if (!q->sector_size || !q->c1_path || (!q->data_path && !q->data.data))
        return err_set(err, CUZK_BAD_INPUT, "bad-request",
                       "a sector size, data and a path for the C1 are needed");
    if ((unsigned)q->challenges > CUZK_CHALLENGES_NON_INTERACTIVE)
        return err_set(err, CUZK_BAD_INPUT, "unknown-challenges", "there are no such challenges");
    if (memcmp(q->seed, zero, sizeof zero) != 0)
        return CUZK_OK;
    err_set(err, CUZK_BAD_INPUT, "zero", "the seed is all zero: the network refuses that");
    err_at(err, NULL, "seed", -1);
    return CUZK_BAD_INPUT;
}

static cuzk_status open_data(job *j, seal_request *r, cuzk_error *err)
{
    const cuzk_seal_request *q = j->q;
    cuzk_status status;

    if (q->data_path) {
        TRY(file_map_open(&j->map, q->data_path, err));
        r->data = j->map.data;
        r->len = j->map.len;
    } else {
        r->data = q->data.data;
        r->len = q->data.len;
    }
    status = seal_request_check(r, err);
    if (status == CUZK_BAD_INPUT)
        err_at(err, q->data_path ? q->data_path : q->data.name, NULL, -1);
    return status;
}

/* What cannot be written is known before the work begins. */
static cuzk_status open_outputs(job *j, const sector_shape *shape, cuzk_error *err)
{
    const cuzk_seal_request *q = j->q;

    TRY(cuzk_file_check_writable(q->c1_path, err));
    if (q->replica_path)
        TRY(file_out_open(&j->replica, q->replica_path, shape->size, 0644, err));
    if (q->cache_dir)
        TRY(sector_cache_create(&j->cache, q->cache_dir, shape, false, err));
    return CUZK_OK;
}

static cuzk_status gather(void *ctx, const void *data, size_t len)
{
    job *j = ctx;

    if (len > j->c1_room - j->c1_len) {
        size_t room = 2 * (j->c1_len + len);
        uint8_t *more = realloc(j->c1, room);

        if (!more)
            return CUZK_NO_RESOURCES;
        j->c1 = more;
        j->c1_room = room;
    }
    memcpy(j->c1 + j->c1_len, data, len);
    j->c1_len += len;
    return CUZK_OK;
}

/* Nothing is given out that a prover would refuse. */
static cuzk_status make_c1(job *j, cuzk_sealed *out, const sealed *s, cuzk_error *err)
{
    cuzk_status status;
    c1 c;

    TRY(seal_c1(&c, s, j->q->seed, err));
    out->partitions = c.partitions;
    out->challenges = c.challenges;
    status = porep_vanilla_verify(&c, j->work, err);
    if (status == CUZK_NO)
        status = CUZK_FAULT;
    if (status == CUZK_OK && c1_write(&c, C1_CURIO, gather, j) != CUZK_OK)
        status = err_no_memory(err, "a C1 output", j->c1_len);
    c1_free(&c);
    return status;
}

/* The C1 comes last: where it is, the rest is. */
static cuzk_status write_files(job *j, const sealed *s, cuzk_error *err)
{
    sector_cache_out *cache = j->cache;

    if (j->q->replica_path) {
        TRY(file_out_write(&j->replica, s->replica, s->shape->size, err));
        TRY(file_out_commit(&j->replica, err));
    }
    j->cache = NULL; /* commit frees it */
    TRY(sector_cache_commit(cache, &s->comm_c, &s->comm_r_last, err));
    return file_write(j->q->c1_path, j->c1, j->c1_len, err);
}

static void describe(cuzk_sealed *out, const sealed *s)
{
    out->registered_proof = s->request.seal->name;
    out->sector_size = s->shape->name;
    out->data_bytes = s->request.len;
    memcpy(out->prover_id, s->request.prover_id, 32);
    memcpy(out->replica_id, s->replica_id.b, 32);
    memcpy(out->comm_d, s->comm_d.b, 32);
    memcpy(out->comm_c, s->comm_c.b, 32);
    memcpy(out->comm_r_last, s->comm_r_last.b, 32);
    memcpy(out->comm_r, s->comm_r.b, 32);
}

static cuzk_status seal_job(job *j, cuzk_sealed *out, const sector_shape *shape, cuzk_error *err)
{
    const cuzk_seal_request *q = j->q;
    seal_request r = { .seal = find_seal(shape, q->challenges), .sector = q->sector };
    cuzk_status status;
    sealed s;

    registered_seal_porep_id(r.seal, r.porep_id);
    prover_id_from_miner(r.prover_id, q->miner);
    memcpy(r.ticket, q->ticket, sizeof r.ticket);
    TRY(seal_request_check(&r, err)); /* the size, before a file is touched */
    TRY(open_data(j, &r, err));
    TRY(open_outputs(j, shape, err));
    TRY(seal_sector(&s, &r, j->cache, j->work, err));
    describe(out, &s);
    status = make_c1(j, out, &s, err);
    out->c1_bytes = j->c1_len;
    if (status == CUZK_OK)
        status = write_files(j, &s, err);
    sealed_free(&s);
    return status;
}

cuzk_status cuzk_seal(cuzk_context *c, const cuzk_seal_request *request, cuzk_sealed *out,
                      cuzk_error *err)
{
    uint64_t start = time_wall_ns();
    const sector_shape *shape;
    cuzk_seal_request q;
    job j = { .q = &q, .work = &c->work, .map = { .fd = -1 }, .replica = { .fd = -1 } };
    cuzk_status status;

    memset(out, 0, sizeof *out);
    TRY(request_copy(&q, sizeof q, request, "cuzk_seal_request", err));
    TRY(check_request(&q, err));
    TRY(subject_shape(&shape, q.sector_size, err));
    status = seal_job(&j, out, shape, err);
    sector_cache_abort(j.cache);
    file_out_abort(&j.replica);
    file_map_close(&j.map);
    free(j.c1);
    out->memory_peak = cuzk_context_memory_peak(c);
    out->seconds = (double)(time_wall_ns() - start) * 1e-9;
    return status;
}
