/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a file is: recognised by its content, never by its name, then read by its own reader. */
#include "base/bytes.h"
#include "base/file.h"
#include "curve/encoding.h"
#include "filecoin/c1.h"
#include "filecoin/json_scan.h"
#include "filecoin/param_names.h"
#include "groth16/proof.h"
#include "hash/blake2b.h"
#include "hash/sha256.h"
#include "prover/context.h"
#include "prover/facts.h"
#include "prover/inspect_vanilla.h"
#include "prover/params_judge.h"
#include "prover/sidecar.h"
#include "prover/stamp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct subject {
    const file_map *map;
    const cuzk_context *context;
    const char *path;
    facts *facts;
} subject;

static void add_set(const subject *s, const param_set *set)
{
    char id[32];

    if (!set)
        return;
    param_set_circuit_id(set, id);
    facts_text(s->facts, "circuit", "%s", id);
    facts_text(s->facts, "kind", "%s", proof_kind_name(set->kind));
    facts_text(s->facts, "sector_size", "%s", set->shape->name);
}

static cuzk_status inspect_c1(const subject *s, cuzk_error *err)
{
    static const char *const layouts[] = { "bare", "api", "curio" };
    const file_map *m = s->map;
    char name[PARAM_NAME_MAX];
    c1 c;

    TRY(c1_parse(&c, m->data, m->len, NULL, s->path, err));
    facts_text(s->facts, "type", "c1");
    facts_text(s->facts, "layout", "%s", layouts[c.layout]);
    facts_text(s->facts, "registered_proof", "%s", c.seal->name);
    facts_boolean(s->facts, "registered_proof_assumed", c.layout == C1_BARE);
    facts_text(s->facts, "kind", "%s", proof_kind_name(KIND_POREP));
    facts_text(s->facts, "sector_size", "%s", c.shape->name);
    if (c.has_sector)
        facts_integer(s->facts, "sector_number", c.sector_number);
    facts_integer(s->facts, "partitions", c.partitions);
    facts_integer(s->facts, "challenges", c.challenges);
    facts_hex(s->facts, "replica_id", c.replica_id.b, 32);
    facts_hex(s->facts, "comm_d", c.comm_d.b, 32);
    facts_hex(s->facts, "comm_r", c.comm_r.b, 32);
    facts_hex(s->facts, "ticket", c.ticket, 32);
    facts_hex(s->facts, "seed", c.seed, 32);
    param_set_file_name(param_set_find(KIND_POREP, c.shape), PARAM_FILE_PARAMS, name);
    facts_text(s->facts, "params", "%s", name);
    c1_free(&c);
    return CUZK_OK;
}

static cuzk_status inspect_sidecar(const subject *s, cuzk_error *err)
{
    sidecar car;

    TRY(sidecar_parse(&car, s->map->data, s->map->len, s->path, err));
    facts_text(s->facts, "type", "dev-params");
    facts_text(s->facts, "circuit", "%s", car.circuit);
    facts_hex(s->facts, "circuit_sha256", car.circuit_sha256, 32);
    facts_integer(s->facts, "inputs", car.inputs);
    facts_integer(s->facts, "aux", car.aux);
    facts_integer(s->facts, "constraints", car.constraints);
    facts_boolean(s->facts, "insecure_toxic", car.insecure_toxic);
    facts_integer(s->facts, "params_bytes", car.params_bytes);
    facts_hex(s->facts, "params_sha256", car.params_sha256, 32);
    facts_hex(s->facts, "vk_sha256", car.vk_sha256, 32);
    return CUZK_OK;
}

static cuzk_status read_sector_size(jscan *j, void *into, size_t index)
{
    (void)index;
    return jscan_u64(j, UINT64_MAX, into);
}

static cuzk_status inspect_meta(const subject *s, cuzk_error *err)
{
    static const jscan_field fields[] = { { "sector_size", read_sector_size, 0 } };
    uint64_t size = 0;
    jscan j;

    jscan_open(&j, s->map->data, s->map->len, s->path, err);
    TRY(jscan_object(&j, fields, 1, &size));
    TRY(jscan_end(&j));
    facts_text(s->facts, "type", "params-meta");
    facts_integer(s->facts, "sector_bytes", size);
    add_set(s, param_set_by_file(s->path, &(param_file) { 0 }));
    return CUZK_OK;
}

static cuzk_status inspect_inputs(const subject *s, cuzk_error *err)
{
    uint64_t n = 0;
    bool more;
    jscan j;

    jscan_open(&j, s->map->data, s->map->len, s->path, err);
    for (;; n++) {
        char hex[66];
        uint8_t bytes[32];
        fr value;
        TRY(jscan_next_item(&j, n == 0, &more));
        if (!more)
            break;
        jscan_push_index(&j, n);
        TRY(jscan_string(&j, hex, sizeof hex));
        if (!hex_decode(bytes, 32, hex, strlen(hex)) || !fr_from_bytes_le(&value, bytes))
            return jscan_fail(&j, "not-canonical",
                              "a field element: 32 bytes, little-endian, in hexadecimal", hex);
        jscan_pop(&j);
    }
    TRY(jscan_end(&j));
    facts_text(s->facts, "type", "inputs");
    facts_integer(s->facts, "inputs", n);
    return CUZK_OK;
}

/* An object is known by its members. */
static cuzk_status inspect_object(const subject *s, cuzk_error *err)
{
    static const struct {
        const char *member;
        cuzk_status (*inspect)(const subject *s, cuzk_error *err);
    } objects[] = {
        { "vanilla_proofs", inspect_c1 },
        { "Phase1Out", inspect_c1 },
        { "insecure_toxic", inspect_sidecar },
        { "sector_size", inspect_meta },
    };
    char key[JSCAN_MAX_KEY];
    bool more = true;
    jscan j;

    jscan_open(&j, s->map->data, s->map->len, s->path, err);
    for (bool first = true;; first = false) {
        TRY(jscan_next_key(&j, first, key, &more));
        if (!more)
            break;
        for (size_t i = 0; i < sizeof objects / sizeof *objects; i++) {
            if (strcmp(key, objects[i].member) == 0)
                return objects[i].inspect(s, err);
        }
        TRY(jscan_skip(&j));
    }
    err_set(err, CUZK_BAD_INPUT, "unknown-file", "a JSON object, but none cuzk knows");
    err_at(err, s->path, NULL, -1);
    return CUZK_BAD_INPUT;
}

static cuzk_status inspect_proof(const subject *s, cuzk_error *err)
{
    groth16_proof *proofs = NULL;
    size_t n;

    TRY(groth16_proofs_parse(&proofs, &n, s->map->data, s->map->len, err));
    free(proofs);
    facts_text(s->facts, "type", "proof");
    facts_integer(s->facts, "proofs", n);
    return CUZK_OK;
}

static cuzk_status inspect_vk(const subject *s, cuzk_error *err)
{
    param_file which;
    const param_set *set = param_set_by_file(s->path, &which), *official = NULL;
    uint8_t digest[64];
    blake2b_state b;
    groth16_vk vk = { 0 };

    TRY(groth16_vk_parse(&vk, s->map->data, s->map->len, NULL, s->path, err));
    facts_text(s->facts, "type", "vk");
    facts_integer(s->facts, "inputs", vk.n_ic);
    groth16_vk_free(&vk);
    blake2b_init(&b, 64, NULL, 0);
    blake2b_update(&b, s->map->data, s->map->len);
    blake2b_final(&b, digest);
    facts_hex(s->facts, "digest", digest, 16);
    for (int i = 0; i < PARAM_SETS && !official; i++)
        official = params_is_published(digest, param_sets[i].vk_digest) ? &param_sets[i] : NULL;
    facts_boolean(s->facts, "official", official != NULL);
    sha256(digest, s->map->data, s->map->len);
    facts_hex(s->facts, "sha256", digest, 32);
    add_set(s, official ? official : set);
    return CUZK_OK;
}

static cuzk_status inspect_params(const subject *s, cuzk_error *err)
{
    param_file which;
    const char *base = strrchr(s->path, '/');
    char path[4096], key[32];
    groth16_params p = { 0 };
    cuzk_status status = groth16_params_parse(&p, s->map->data, s->map->len, s->path, true, err);

    if (status == CUZK_OK) {
        facts_text(s->facts, "type", "params");
        facts_integer(s->facts, "inputs", p.vk.n_ic);
        for (int i = 0; i < SECTIONS; i++) {
            snprintf(key, sizeof key, "points_%s", groth16_section_name[i]);
            facts_integer(s->facts, key, p.section[i].n);
        }
        facts_integer(s->facts, "domain_size", p.section[SECTION_H].n + 1);
        facts_integer(s->facts, "trailer_bytes", p.trailer_len);
        add_set(s, param_set_by_file(s->path, &which));
        facts_boolean(s->facts, "development",
                      sidecar_path(path, s->path) && access(path, F_OK) == 0);
        facts_text(s->facts, "verdict", "%s",
                   cuzk_verdict_name(
                       stamp_find(s->context->cache_dir, &s->map->id, base ? base + 1 : s->path)));
    }
    groth16_params_close(&p);
    return status;
}

/* Vanilla proofs may begin with any byte: their counts are looked at. Then the first byte tells
 * JSON, compressed points (top bit set: a proof) and uncompressed ones (a
 * key, alone or at the head of parameters) apart. */
static cuzk_status inspect_content(const subject *s, cuzk_error *err)
{
    const uint8_t *data = s->map->data;
    size_t len = s->map->len, at = 0, vk_len;
    g1_affine first;

    while (at < len && strchr(" \t\r\n", data[at]) && data[at])
        at++;
    if (at == len) {
        err_set(err, CUZK_BAD_INPUT, "empty-file", "the file is empty");
        err_at(err, s->path, NULL, -1);
        return CUZK_BAD_INPUT;
    }
    if (looks_like_vanilla(data, len))
        return inspect_vanilla(s->facts, data, len, s->path, err);
    if (data[at] == '{')
        return inspect_object(s, err);
    if (data[at] == '[')
        return inspect_inputs(s, err);
    if (data[0] & 0x80)
        return inspect_proof(s, err);
    /* What neither has room for a key nor begins with a point was never one. */
    if (groth16_vk_layout(&vk_len, data, len, s->path, err) != CUZK_OK &&
        (len < G1_UNCOMPRESSED_LEN || g1_from_uncompressed(&first, data) != POINT_OK)) {
        err_set(err, CUZK_BAD_INPUT, "unknown-file", "this is no file that cuzk knows");
        err_at(err, s->path, NULL, -1);
        return CUZK_BAD_INPUT;
    }
    TRY(groth16_vk_layout(&vk_len, data, len, s->path, err));
    return vk_len == len ? inspect_vk(s, err) : inspect_params(s, err);
}

cuzk_status cuzk_file_inspect(cuzk_context *c, const char *path, cuzk_facts **out, cuzk_error *err)
{
    file_map map;
    facts f;
    subject s = { &map, c, path, &f };
    cuzk_status status;

    *out = NULL;
    TRY(file_map_open(&map, path, err));
    facts_begin(&f);
    facts_text(&f, "file", "%s", path);
    facts_integer(&f, "bytes", map.len);
    status = inspect_content(&s, err);
    file_map_close(&map);
    if (status != CUZK_OK) {
        err_at(err, path, NULL, -1);
        cuzk_facts_free(f.list);
        return status;
    }
    return facts_end(&f, out, err);
}
