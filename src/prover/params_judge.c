/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "prover/params_judge.h"

#include "base/bytes.h"
#include "groth16/params_check.h"
#include "hash/blake2b.h"
#include "hash/sha256.h"
#include "prover/sidecar.h"
#include "prover/stamp.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool sidecar_path(char out[4096], const char *params_path)
{
    const char *dot = strrchr(params_path, '.'), *slash = strrchr(params_path, '/');
    int stem = dot && (!slash || dot > slash) ? (int)(dot - params_path) : (int)strlen(params_path);
    int n = snprintf(out, 4096, "%.*s.dev.json", stem, params_path);

    return n > 0 && n < 4096;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static cuzk_status damaged(cuzk_error *err, const char *path, const char *section, const char *code,
                           const char *message)
{
    err_set(err, CUZK_NO, code, "%s", message);
    err_at(err, path, section, -1);
    return CUZK_NO;
}

bool params_is_published(const uint8_t digest[64], const char *published)
{
    uint8_t half[16];

    return published && hex_decode(half, 16, published, strlen(published)) &&
           memcmp(half, digest, 16) == 0;
}

/* Under an official name only the circuit of that name may stand. */
static cuzk_status check_circuit_name(const sidecar *s, const param_set *set, const char *path,
                                      cuzk_error *err)
{
    char id[32];

    if (!set)
        return CUZK_OK;
    param_set_circuit_id(set, id);
    if (strcmp(id, s->circuit) == 0)
        return CUZK_OK;
    damaged(err, path, NULL, "wrong-circuit",
            "the .dev.json is of another circuit than the file's name");
    err_expected(err, "%s", id);
    err_found(err, "%s", s->circuit);
    return CUZK_NO;
}

#define HASH_STEP ((size_t)1 << 24)

typedef struct part_hashes {
    work *w;
    const groth16_params *params;
    const groth16_part *part;
    uint8_t sha256[GROTH16_PARTS][32];
} part_hashes;

static void hash_parts(void *ctx, size_t begin, size_t end, unsigned thread)
{
    part_hashes *h = ctx;
    (void)thread;
    for (size_t i = begin; i < end; i++) {
        const uint8_t *at = h->params->map.data + h->part[i].offset;
        sha256_state s;
        sha256_init(&s);
        for (uint64_t left = h->part[i].len; left > 0 && !work_cancelled(h->w);) {
            size_t n = left < HASH_STEP ? (size_t)left : HASH_STEP;
            sha256_update(&s, at, n);
            at += n;
            left -= n;
        }
        sha256_final(&s, h->sha256[i]);
        work_advance(h->w, 1);
    }
}

static cuzk_status same_parts(const part_hashes *h, const sidecar *s, cuzk_error *err)
{
    const char *path = h->params->map.path;
    for (size_t i = 0; i < GROTH16_PARTS; i++)
        if (memcmp(h->sha256[i], s->part[i].sha256, 32) != 0)
            return damaged(err, path, h->part[i].name, "digest-mismatch",
                           "the section's points are valid, but not those its .dev.json describes");
    return CUZK_OK;
}

static cuzk_status same_counts(const part_hashes *h, const sidecar *s, cuzk_error *err)
{
    for (size_t i = 0; i < GROTH16_PARTS; i++) {
        const groth16_part *p = &h->part[i];
        if (p->n == s->part[i].points && strcmp(p->name, s->part[i].name) == 0)
            continue;
        damaged(err, h->params->map.path, p->name, "count-mismatch",
                "the section does not have the number of points its .dev.json says");
        err_expected(err, "%llu", (unsigned long long)s->part[i].points);
        err_found(err, "%llu", (unsigned long long)p->n);
        return CUZK_NO;
    }
    return CUZK_OK;
}

/* Is it what the sidecar describes? Counts, then every part's hash. */
static cuzk_status check_sidecar(const groth16_params *p, const sidecar *s, const param_set *set,
                                 work *w, cuzk_error *err)
{
    groth16_part part[GROTH16_PARTS];
    part_hashes h = { .w = w, .params = p, .part = part };
    uint64_t n[SECTIONS];

    for (int i = 0; i < SECTIONS; i++)
        n[i] = p->section[i].n;
    TRY(check_circuit_name(s, set, p->map.path, err));
    groth16_parts(part, p->vk.n_ic, n);
    TRY(same_counts(&h, s, err));
    work_phase_begin(w, "comparing digests", GROTH16_PARTS);
    work_for(w, GROTH16_PARTS, 1, hash_parts, &h);
    work_phase_end(w);
    TRY(work_status(w, err));
    return same_parts(&h, s, err);
}

/* Every point, and then the marks: points first, so that a damaged one is named. */
static cuzk_status judge_development(const groth16_params *p, const param_set *set, work *w,
                                     cuzk_error *err)
{
    char path[4096];
    sidecar s;

    TRY(groth16_params_check(p, w, err));
    if (!sidecar_path(path, p->map.path) || access(path, F_OK) != 0)
        return damaged(err, p->map.path, NULL, "unmarked",
                       "every point is valid, but this is neither the official file nor marked as "
                       "development parameters by a .dev.json");
    TRY(sidecar_read(&s, path, err));
    return check_sidecar(p, &s, set, w, err);
}

/* Does the digest the network publishes match? */
static cuzk_status judge_official(bool *official, const groth16_params *p, const param_set *set,
                                  work *w, cuzk_error *err)
{
    uint8_t digest[64];
    uint64_t official_len = set ? param_set_params_len(set) : 0;

    *official = false;
    /* What has another length need not be read. */
    if (!set || (official_len != 0 && official_len != p->map.len))
        return CUZK_OK;
    TRY(groth16_params_digest(digest, &p->map, w, err));
    *official = params_is_published(digest, set->params_digest);
    return CUZK_OK;
}

/* One that is marked is hardly the official one, whose digest no two threads can share: what the
 * mark says is looked at first, and the digest only where that does not hold. */
static cuzk_status judge(judgement *j, cuzk_context *c, const groth16_params *p,
                         const param_set *set, cuzk_error *err)
{
    char marks[4096];
    bool marked = sidecar_path(marks, p->map.path) && access(marks, F_OK) == 0, official;
    cuzk_status s = marked ? judge_development(p, set, &c->work, err) : CUZK_NO;

    if (s == CUZK_NO || s == CUZK_BAD_INPUT) {
        TRY(judge_official(&official, p, set, &c->work, err));
        if (official) {
            j->verdict = CUZK_VERDICT_OFFICIAL;
            return CUZK_OK;
        }
        if (!marked)
            s = judge_development(p, set, &c->work, err);
    }
    if (s == CUZK_OK)
        j->verdict = CUZK_VERDICT_DEVELOPMENT;
    return s;
}

cuzk_status params_judge(judgement *j, cuzk_context *c, const groth16_params *p,
                         const param_set *set, bool again, cuzk_error *err)
{
    const char *name = base_name(p->map.path);
    char marks[4096];
    cuzk_status s;

    *j = (judgement) { .verdict = CUZK_VERDICT_DAMAGED };
    if (!again) {
        cuzk_verdict v = stamp_find(c->cache_dir, &p->map.id, name);
        bool unmarked = v == CUZK_VERDICT_DEVELOPMENT &&
                        (!sidecar_path(marks, p->map.path) || access(marks, F_OK) != 0);
        if (v != CUZK_VERDICT_UNKNOWN && !unmarked) {
            *j = (judgement) { v, true };
            return CUZK_OK;
        }
    }
    s = judge(j, c, p, set, err);
    if (s != CUZK_OK)
        return s;
    /* A cache that cannot be written to costs the next start its time, and nothing now. */
    stamp_write(c->cache_dir, &p->map.id, name, j->verdict, NULL);
    return CUZK_OK;
}

cuzk_status vk_judge(judgement *j, const char *path, const param_set *set, cuzk_error *err)
{
    char marks[4096];
    uint8_t digest[64];
    blake2b_state b;
    groth16_vk vk = { 0 };
    file_map map;
    sidecar s;
    cuzk_status status;

    *j = (judgement) { .verdict = CUZK_VERDICT_DAMAGED };
    TRY(file_map_open(&map, path, err));
    /* Parsed first: what is no key, however long, is not read to its end. */
    status = groth16_vk_parse(&vk, map.data, map.len, NULL, path, err);
    groth16_vk_free(&vk);
    if (status != CUZK_OK) {
        file_map_close(&map);
        return status;
    }
    blake2b_init(&b, 64, NULL, 0);
    blake2b_update(&b, map.data, map.len);
    blake2b_final(&b, digest);
    if (set && params_is_published(digest, set->vk_digest))
        j->verdict = CUZK_VERDICT_OFFICIAL;
    sha256(digest, map.data, map.len);
    file_map_close(&map);
    if (j->verdict == CUZK_VERDICT_OFFICIAL)
        return CUZK_OK;
    if (!sidecar_path(marks, path) || access(marks, F_OK) != 0)
        return damaged(err, path, NULL, "unmarked",
                       "every point is valid, but this is neither the official file nor marked as "
                       "a development key by a .dev.json");
    TRY(sidecar_read(&s, marks, err));
    TRY(check_circuit_name(&s, set, path, err));
    if (memcmp(digest, s.vk_sha256, 32) != 0)
        return damaged(err, path, NULL, "digest-mismatch",
                       "this is not the key its .dev.json describes");
    j->verdict = CUZK_VERDICT_DEVELOPMENT;
    return CUZK_OK;
}
