/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "rpc/wire.h"
#include "base/bytes.h"
#include "engine/engine.h"
#include "rpc/grpc.h"

#include <stdlib.h>

#define MAX_VARINT 10 /* bytes of 64 bits, seven a byte */

enum { PROVE_SUBMIT = 1 };
enum { SUBMIT_REQUEST_ID = 1, SUBMIT_VANILLA_PROOF = 10, SUBMIT_VANILLA_PROOFS = 11 };

static bool read_varint(wire *w, uint64_t *out)
{
    uint64_t v = 0;
    for (unsigned i = 0; i < MAX_VARINT && w->at < w->end; i++) {
        uint8_t c = *w->at++;
        if (i == MAX_VARINT - 1 && c > 1)
            return false;
        v |= (uint64_t)(c & 0x7f) << (7 * i);
        if (!(c & 0x80)) {
            *out = v;
            return true;
        }
    }
    return false;
}

static bool skip(wire *w, uint64_t len)
{
    if (len > (size_t)(w->end - w->at))
        return false;
    w->at += len;
    return true;
}

static bool read_value(wire *w, wire_field *f, unsigned type)
{
    uint64_t len;
    switch (type) {
    case WIRE_VARINT:
        f->type = WIRE_VARINT;
        return read_varint(w, &f->value);
    case WIRE_FIXED64:
        f->type = WIRE_FIXED64;
        return skip(w, 8);
    case WIRE_FIXED32:
        f->type = WIRE_FIXED32;
        return skip(w, 4);
    case WIRE_BYTES:
        f->type = WIRE_BYTES;
        if (!read_varint(w, &len))
            return false;
        f->data = w->at;
        f->len = (size_t)len;
        return skip(w, len);
    default:
        return false;
    }
}

bool wire_next(wire *w, wire_field *out, bool *bad)
{
    uint64_t key;
    *bad = false;
    if (w->at == w->end)
        return false;
    *out = (wire_field) { .begin = w->at };
    *bad =
        !read_varint(w, &key) || key >> 3 == 0 || key > UINT32_MAX || !read_value(w, out, key & 7);
    out->number = *bad ? 0 : (uint32_t)(key >> 3);
    out->end = w->at;
    return !*bad;
}

/* -- requests -- */

/* What a pass over the fields finds. The first counts; the second has room and keeps. */
typedef struct scan {
    wire_submit *out;
    uint8_t *rest; /* the fields that are unpacked; NULL in the first pass */
    size_t n_rest, n_proofs;
    bool found;
} scan;

static cuzk_status malformed(cuzk_error *err, const char *what)
{
    return err_set(err, CUZK_BAD_INPUT, "malformed", "%s is not a well-formed message", what);
}

static bool is_known(uint32_t number)
{
    return protobuf_c_message_descriptor_get_field(&cuzk__v1__submit_proof_request__descriptor,
                                                   number) != NULL;
}

static void take_view(cuzk_bytes *view, const wire_field *f)
{
    *view = (cuzk_bytes) { .data = f->data, .len = f->len };
}

static cuzk_status scan_submit(scan *s, const uint8_t *data, size_t len, cuzk_error *err)
{
    wire w = { data, data + len };
    wire_field f;
    bool bad;

    s->found = true;
    while (wire_next(&w, &f, &bad)) {
        if (f.number == SUBMIT_VANILLA_PROOF && f.type == WIRE_BYTES) {
            take_view(&s->out->vanilla_proof, &f); /* the last one counts */
            s->out->vanilla_proof.name = "vanilla_proof";
        } else if (f.number == SUBMIT_VANILLA_PROOFS && f.type == WIRE_BYTES) {
            if (s->out->vanilla_proofs) {
                take_view(&s->out->vanilla_proofs[s->n_proofs], &f);
                s->out->vanilla_proofs[s->n_proofs].name = "vanilla_proofs";
            }
            if (++s->n_proofs > WIRE_MAX_PROOFS)
                return err_set(err, CUZK_BAD_INPUT, "too-many", "more than %d vanilla_proofs",
                               WIRE_MAX_PROOFS);
        } else if (is_known(f.number)) {
            size_t n = (size_t)(f.end - f.begin);
            if (n > WIRE_MAX_REST - s->n_rest)
                return err_set(err, CUZK_BAD_INPUT, "too-long",
                               "the fields beside the vanilla proofs take more than %d bytes",
                               WIRE_MAX_REST);
            if (f.number == SUBMIT_REQUEST_ID && f.type == WIRE_BYTES &&
                (f.len >= ENGINE_ID_MAX || !text_is_clean((const char *)f.data, f.len)))
                return err_set(err, CUZK_BAD_INPUT, "bad-request-id",
                               "request_id is longer than %d bytes, or not plain text",
                               ENGINE_ID_MAX - 1);
            if (s->rest)
                memcpy(s->rest + s->n_rest, f.begin, n);
            s->n_rest += n;
        }
    }
    return bad ? malformed(err, "SubmitProofRequest") : CUZK_OK;
}

/* One after the other: fields that follow each other are how protobuf defines merging. */
static cuzk_status scan_all(scan *s, const uint8_t *data, size_t len, bool in_prove,
                            cuzk_error *err)
{
    wire w = { data, data + len };
    wire_field f;
    bool bad;

    s->n_rest = s->n_proofs = 0;
    if (!in_prove)
        return scan_submit(s, data, len, err);
    while (wire_next(&w, &f, &bad))
        if (f.number == PROVE_SUBMIT && f.type == WIRE_BYTES)
            TRY(scan_submit(s, f.data, f.len, err));
    if (bad)
        return malformed(err, "ProveRequest");
    return s->found ? CUZK_OK : err_set(err, CUZK_BAD_INPUT, "no-submit", "missing submit field");
}

cuzk_status wire_read_submit(wire_submit *out, const uint8_t *data, size_t len, bool in_prove,
                             cuzk_error *err)
{
    scan s = { .out = out };
    cuzk_status status;

    *out = (wire_submit) { 0 };
    TRY(scan_all(&s, data, len, in_prove, err));
    s.rest = malloc(s.n_rest + 1);
    out->vanilla_proofs = malloc((s.n_proofs + 1) * sizeof *out->vanilla_proofs);
    out->n_vanilla_proofs = s.n_proofs;
    if (!s.rest || !out->vanilla_proofs) {
        status = err_no_memory(err, "a request's fields", s.n_rest);
    } else {
        status = scan_all(&s, data, len, in_prove, err);
        out->fields = cuzk__v1__submit_proof_request__unpack(NULL, s.n_rest, s.rest);
        if (status == CUZK_OK && !out->fields)
            status = malformed(err, "SubmitProofRequest");
    }
    free(s.rest);
    if (status != CUZK_OK)
        wire_submit_free(out);
    return status;
}

void wire_submit_free(wire_submit *s)
{
    if (s->fields)
        cuzk__v1__submit_proof_request__free_unpacked(s->fields, NULL);
    free(s->vanilla_proofs);
    *s = (wire_submit) { 0 };
}
