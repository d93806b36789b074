/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/proof_input.h"
#include "apps/cli/value.h"
#include "apps/limits.h"
#include "filecoin/base64.h"
#include "filecoin/param_names.h"
#include "filecoin/vanilla_items.h"
#include "prover/context.h"
#include "prover/params_dir.h"
#include "prover/subject.h"
#include "prover/verify.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* -- what is sent -- */

/* Owns what was decoded; the message points to it. */
typedef struct decoded_items {
    vanilla_items items;
    ProtobufCBinaryData *data;
} decoded_items;

/* The size of the sectors of a bare C1. */
static cuzk_status size_of_c1(uint64_t *out, const proof_input *p, cuzk_error *err)
{
    const subject_source source = { .kind = CUZK_KIND_POREP, .c1 = p->file };
    subject s;

    TRY(subject_read(&s, &source, err));
    *out = s.shape->size;
    subject_free(&s);
    return CUZK_OK;
}

/* {"SectorNum":1,"Phase1Out":"<base64>","SectorSize":2048}, as Curio sends it. */
static cuzk_status wrap_c1(proof_input *p, cuzk_error *err)
{
    static const char member[] = "\"Phase1Out\"";
    const cuzk_bytes *f = &p->file;

    p->message.vanilla_proof = (ProtobufCBinaryData) { f->len, (uint8_t *)(uintptr_t)f->data };
    if (memmem(f->data, f->len, member, sizeof member - 1))
        return CUZK_OK;
    TRY(size_of_c1(&p->message.sector_size, p, err));
    const size_t room = BASE64_LEN(f->len) + 128;
    if (!(p->wrapped = malloc(room)))
        return err_no_memory(err, "the wrapped C1", room);
    char *at = (char *)p->wrapped;
    at += sprintf(at, "{\"SectorNum\":%" PRIu64 ",\"Phase1Out\":\"", p->message.sector_number);
    at += base64_encode(at, f->data, f->len);
    at += sprintf(at, "\",\"SectorSize\":%" PRIu64 "}", p->message.sector_size);
    p->message.vanilla_proof =
        (ProtobufCBinaryData) { (size_t)(at - (char *)p->wrapped), p->wrapped };
    return CUZK_OK;
}

static cuzk_status read_items(proof_input *p, cuzk_error *err)
{
    decoded_items *d = p->items = calloc(1, sizeof *d);

    if (!d)
        return err_no_memory(err, "vanilla proofs", sizeof *d);
    TRY(vanilla_items_add(&d->items, p->file.data, p->file.len, p->file.name, err));
    if (!(d->data = calloc(d->items.n, sizeof *d->data)))
        return err_no_memory(err, "vanilla proofs", d->items.n * sizeof *d->data);
    for (size_t i = 0; i < d->items.n; i++)
        d->data[i] = (ProtobufCBinaryData) { d->items.item[i].len,
                                             (uint8_t *)(uintptr_t)d->items.item[i].data };
    p->message.n_vanilla_proofs = d->items.n;
    p->message.vanilla_proofs = d->data;
    return CUZK_OK;
}

static cuzk_status number(uint64_t *out, const invocation *in, const char *name, uint64_t otherwise,
                          uint64_t max, cuzk_error *err)
{
    const char *text = invocation_value(in, name);

    *out = otherwise;
    return text ? value_integer(out, name, text, 0, max, err) : CUZK_OK;
}

static cuzk_status read_bytes32(proof_input *p, const invocation *in, cuzk_error *err)
{
    const struct {
        const char *name;
        ProtobufCBinaryData *out;
        bool update;
    } options[4] = {
        { "randomness", &p->message.randomness, false },
        { "comm-r-old", &p->message.comm_r_old, true },
        { "comm-r-new", &p->message.comm_r_new, true },
        { "comm-d-new", &p->message.comm_d_new, true },
    };

    for (size_t i = 0; i < 4; i++) {
        const char *text = invocation_value(in, options[i].name);
        if (p->kind == CUZK_KIND_POREP || options[i].update != (p->kind == CUZK_KIND_UPDATE))
            continue;
        if (!text && options[i].update)
            return usage_error(err, "--%s is needed for an update", options[i].name);
        if (text)
            TRY(value_hex(p->bytes32[i], 32, options[i].name, text, err));
        *options[i].out = (ProtobufCBinaryData) { 32, p->bytes32[i] };
    }
    return CUZK_OK;
}

static cuzk_status read_numbers(proof_input *p, const invocation *in, cuzk_error *err)
{
    static const char *const priorities[] = { "unspecified", "low", "normal", "high", "critical" };
    static const Cuzk__V1__ProofKind kinds[] = {
        [CUZK_KIND_POREP] = CUZK__V1__PROOF_KIND__POREP_SEAL_COMMIT,
        [CUZK_KIND_WINNING] = CUZK__V1__PROOF_KIND__WINNING_POST,
        [CUZK_KIND_WINDOW] = CUZK__V1__PROOF_KIND__WINDOW_POST_PARTITION,
        [CUZK_KIND_UPDATE] = CUZK__V1__PROOF_KIND__SNAP_DEALS_UPDATE,
    };
    Cuzk__V1__SubmitProofRequest *m = &p->message;
    unsigned priority;
    uint64_t seconds;

    m->proof_kind = kinds[p->kind];
    TRY(number(&m->registered_proof, in, "registered-proof", 0, UINT32_MAX, err));
    TRY(number(&m->sector_number, in, "sector-num", 1, INT64_MAX, err));
    TRY(number(&m->miner_id, in, "miner-id", 1000, INT64_MAX, err));
    TRY(number(&seconds, in, "timeout", 1800, 1000000, err));
    p->timeout_ms = (unsigned)(1000 * seconds);
    TRY(bench_choice(&priority, in, "priority", priorities, 5, 0, err));
    m->priority = (Cuzk__V1__Priority)priority;
    return CUZK_OK;
}

/* -- what is checked -- */

typedef struct proof_statement {
    subject subject;
    cuzk_vanilla vanilla;
    char registered[24];
    groth16_vk key;
    cuzk_bytes key_file;
    fr *inputs; /* a row a partition */
    size_t n_inputs;
} proof_statement;

static cuzk_status read_key(proof_statement *s, const char *path, cuzk_error *err)
{
    char name[PARAM_NAME_MAX], inside[DIR_PATH_MAX];
    struct stat st;

    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode)) {
        const param_set *set = param_set_find(s->subject.kind, s->subject.shape);
        if (!set)
            return usage_error(err, "--verify: there is no official key for this proof");
        param_set_file_name(set, PARAM_FILE_VK, name);
        TRY(params_dir_path(inside, path, name, err));
        path = inside;
    }
    TRY(cuzk_file_read(&s->key_file, path, MAX_VK_LEN, err));
    return groth16_vk_parse(&s->key, s->key_file.data, s->key_file.len, NULL, path, err);
}

static cuzk_status read_public_inputs(proof_statement *s, cuzk_error *err)
{
    s->n_inputs = s->key.n_ic - 1;
    s->inputs = malloc(s->subject.partitions * s->n_inputs * sizeof *s->inputs + 1);
    if (!s->inputs)
        return err_no_memory(err, "the public inputs", s->n_inputs * sizeof *s->inputs);
    for (unsigned k = 0; k < s->subject.partitions; k++) {
        subject_circuit c;
        fr *row;
        TRY(subject_circuit_init(&c, &s->subject, k, err));
        if (c.counts.n_inputs != s->key.n_ic)
            return usage_error(err, "--verify: the key is of another circuit");
        TRY(subject_inputs(&row, &s->subject, k, err));
        memcpy(s->inputs + k * s->n_inputs, row, s->n_inputs * sizeof *row);
        free(row);
    }
    return CUZK_OK;
}

static cuzk_status read_statement(proof_input *p, const char *key, cuzk_error *err)
{
    proof_statement *s = p->statement = calloc(1, sizeof *s);

    if (!s)
        return err_no_memory(err, "a statement", sizeof *s);
    snprintf(s->registered, sizeof s->registered, "%" PRIu64, p->message.registered_proof);
    s->vanilla = (cuzk_vanilla) { .file = &p->file,
                                  .n_files = 1,
                                  .randomness = p->bytes32[0],
                                  .comm_r_old = p->bytes32[1],
                                  .comm_r_new = p->bytes32[2],
                                  .comm_d_new = p->bytes32[3] };
    const subject_source source = {
        .kind = p->kind,
        .c1 = p->file,
        .vanilla = &s->vanilla,
        .registered_proof = p->message.registered_proof ? s->registered : NULL,
    };
    TRY(subject_read(&s->subject, &source, err));
    TRY(read_key(s, key, err));
    return read_public_inputs(s, err);
}

cuzk_status proof_input_check(const proof_input *p, cuzk_context *c, const uint8_t *proof,
                              size_t len, cuzk_error *err)
{
    const proof_statement *s = p->statement;
    const cuzk_bytes bytes = { proof, len, NULL };

    return verify_bytes(&c->work, &s->key, NULL, s->inputs, s->n_inputs, s->subject.partitions,
                        &bytes, err);
}

/* -- both -- */

cuzk_status proof_input_read(proof_input *p, const invocation *in, cuzk_kind kind, const char *path,
                             cuzk_error *err)
{
    const char *key = invocation_value(in, "verify");

    *p = (proof_input) { .kind = kind, .kind_name = cuzk_kind_name(kind) };
    p->message = (Cuzk__V1__SubmitProofRequest)CUZK__V1__SUBMIT_PROOF_REQUEST__INIT;
    TRY(read_numbers(p, in, err));
    TRY(read_bytes32(p, in, err));
    /* NOLINTNEXTLINE(bugprone-branch-clone): two limits that are equal today */
    TRY(cuzk_file_read(&p->file, path, kind == CUZK_KIND_POREP ? MAX_C1_LEN : MAX_VANILLA_LEN,
                       err));
    TRY(kind == CUZK_KIND_POREP ? wrap_c1(p, err) : read_items(p, err));
    p->verify = key != NULL;
    return key ? read_statement(p, key, err) : CUZK_OK;
}

void proof_input_free(proof_input *p)
{
    proof_statement *s = p->statement;

    if (s) {
        subject_free(&s->subject);
        groth16_vk_free(&s->key);
        cuzk_file_free(&s->key_file);
        free(s->inputs);
        free(s);
    }
    if (p->items) {
        vanilla_items_free(&p->items->items);
        free(p->items->data);
        free(p->items);
    }
    free(p->wrapped);
    cuzk_file_free(&p->file);
    *p = (proof_input) { 0 };
}
