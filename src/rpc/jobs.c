/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* SubmitProof, Prove, AwaitProof, CancelProof. */
#include "rpc/grpc.h"
#include "rpc/service.h"
#include "rpc/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- what is submitted -- */

/* All that an engine_request points to. */
typedef struct submission {
    request message;
    wire_submit read;
} submission;

static void free_submission(void *data)
{
    submission *s = data;
    wire_submit_free(&s->read);
    request_free(&s->message);
    free(s);
}

static bool kind_of(cuzk_kind *out, int proof_kind)
{
    switch (proof_kind) {
    case CUZK__V1__PROOF_KIND__POREP_SEAL_COMMIT:
        *out = CUZK_KIND_POREP;
        return true;
    case CUZK__V1__PROOF_KIND__SNAP_DEALS_UPDATE:
        *out = CUZK_KIND_UPDATE;
        return true;
    case CUZK__V1__PROOF_KIND__WINDOW_POST_PARTITION:
        *out = CUZK_KIND_WINDOW;
        return true;
    case CUZK__V1__PROOF_KIND__WINNING_POST:
        *out = CUZK_KIND_WINNING;
        return true;
    default:
        return false;
    }
}

/* The numbers are the engine's; one that is none is as the original takes it. */
static engine_priority priority_of(int p)
{
    return p >= 0 && p < PRIORITIES ? (engine_priority)p : PRIORITY_NORMAL;
}

static cuzk_bytes bytes_of(const ProtobufCBinaryData *b)
{
    return (cuzk_bytes) { .data = b->data, .len = b->len };
}

static bool is_hash(const ProtobufCBinaryData *b)
{
    return b->len == 0 || b->len == 32;
}

static cuzk_status make_request(engine_request *q, const wire_submit *w, cuzk_error *err)
{
    const Cuzk__V1__SubmitProofRequest *f = w->fields;

    *q = (engine_request) {
        .id = f->request_id,
        .priority = priority_of((int)f->priority),
        .sector_size = f->sector_size,
        .registered_proof = f->registered_proof,
        .sector_number = f->sector_number,
        .miner_id = f->miner_id,
        .partition_index = f->partition_index,
        .randomness = bytes_of(&f->randomness),
        .comm_r_old = bytes_of(&f->comm_r_old),
        .comm_r_new = bytes_of(&f->comm_r_new),
        .comm_d_new = bytes_of(&f->comm_d_new),
    };
    if (!kind_of(&q->kind, (int)f->proof_kind))
        return err_set(err, CUZK_BAD_INPUT, "bad-kind", "invalid proof_kind: %d",
                       (int)f->proof_kind);
    if (!is_hash(&f->randomness) || !is_hash(&f->comm_r_old) || !is_hash(&f->comm_r_new) ||
        !is_hash(&f->comm_d_new))
        return err_set(err, CUZK_BAD_INPUT, "bad-length",
                       "randomness, comm_r_old, comm_r_new and comm_d_new have 32 bytes");
    if (q->kind != CUZK_KIND_POREP && w->n_vanilla_proofs > 0) {
        q->vanilla = w->vanilla_proofs;
        q->n_vanilla = w->n_vanilla_proofs;
    } else if (w->vanilla_proof.data && w->vanilla_proof.len > 0) {
        q->vanilla = &w->vanilla_proof;
        q->n_vanilla = 1;
    }
    return CUZK_OK;
}

/* Takes the request over. */
static cuzk_status submit(service *s, request *r, bool in_prove, engine_ticket *ticket,
                          cuzk_error *err)
{
    submission *sub = calloc(1, sizeof *sub);
    engine_request q;

    if (!sub)
        return err_no_memory(err, "a submission", sizeof *sub);
    cuzk_status status = wire_read_submit(&sub->read, r->data, r->len, in_prove, err);
    if (status == CUZK_OK) {
        status = make_request(&q, &sub->read, err);
        if (status != CUZK_OK)
            wire_submit_free(&sub->read);
    }
    if (status != CUZK_OK) {
        free(sub); /* the request stays the caller's */
        return status;
    }
    sub->message = *r;
    *r = (request) { 0 };
    const engine_body body = { free_submission, sub, sub->message.len };
    return engine_submit(s->e, &q, body, ticket, err);
}

void handle_submit(void *ctx, inbound *call, request *r)
{
    service *s = ctx;
    Cuzk__V1__SubmitProofResponse answer = CUZK__V1__SUBMIT_PROOF_RESPONSE__INIT;
    engine_ticket ticket;
    cuzk_error err;

    if (submit(s, r, false, &ticket, &err) != CUZK_OK) {
        inbound_fail(call, &err);
        return;
    }
    pthread_mutex_lock(&s->waiters.lock);
    waiters_disown(&s->waiters, ticket.id);
    pthread_mutex_unlock(&s->waiters.lock);
    answer.job_id = ticket.id;
    answer.queue_position = ticket.queue_position;
    answer_with(call, &answer.base);
}

/* -- waiting -- */

typedef struct waiting {
    post post; /* when it is left alone, for the second thread */
    service *s;
    inbound *call;
    engine_wait *wait;
    bool prove, counted;
    char id[ENGINE_ID_MAX];
} waiting;

static void answer_result(const waiting *w, const Cuzk__V1__AwaitProofResponse *result)
{
    Cuzk__V1__ProveResponse prove = CUZK__V1__PROVE_RESPONSE__INIT;
    prove.result = (Cuzk__V1__AwaitProofResponse *)(uintptr_t)result;
    answer_with(w->call, w->prove ? &prove.base : &result->base);
}

static void on_done(void *ctx, const engine_result *r)
{
    const waiting *w = ctx;
    Cuzk__V1__AwaitProofResponse a = CUZK__V1__AWAIT_PROOF_RESPONSE__INIT;
    char text[CUZK_ERROR_LINE_MAX] = "";

    a.job_id = (char *)(uintptr_t)r->id;
    a.queue_wait_ms = r->queue_wait_ms;
    a.srs_load_ms = r->srs_load_ms;
    a.synthesis_ms = r->synthesis_ms;
    a.gpu_compute_ms = r->prove_ms;
    a.total_ms = r->total_ms;
    if (r->state == JOB_COMPLETED) {
        a.status = CUZK__V1__AWAIT_PROOF_RESPONSE__STATUS__COMPLETED;
        a.proof.data = (uint8_t *)(uintptr_t)r->proof;
        a.proof.len = r->proof_len;
    } else {
        a.status = r->state == JOB_CANCELLED ? CUZK__V1__AWAIT_PROOF_RESPONSE__STATUS__CANCELLED
                                             : CUZK__V1__AWAIT_PROOF_RESPONSE__STATUS__FAILED;
        if (r->error)
            cuzk_error_line(text, r->error);
        text_make_clean(text, false);
        a.error_message = text;
    }
    answer_result(w, &a);
}

/* begun: a Prove that began the job; then nobody may abandon it before it is counted here. */
static void wait_for(service *s, inbound *call, const char *id, bool prove, bool begun,
                     uint64_t timeout_ms)
{
    waiting *w = calloc(1, sizeof *w);
    cuzk_error err;

    if (!w) {
        inbound_finish(call, GRPC_RESOURCE_EXHAUSTED, "out of memory");
        return;
    }
    w->s = s;
    w->call = call;
    w->prove = prove;
    snprintf(w->id, sizeof w->id, "%s", id);
    inbound_set_state(call, w);
    pthread_mutex_lock(&s->waiters.lock);
    cuzk_status status = engine_await(s->e, id, on_done, w, &w->wait, &err);
    if (status == CUZK_OK && w->wait)
        w->counted = waiters_add(&s->waiters, id, begun);
    pthread_mutex_unlock(&s->waiters.lock);
    if (status != CUZK_OK) {
        char text[ENGINE_ID_MAX + 32];
        snprintf(text, sizeof text, "job not found: %s", id);
        text_make_clean(text, false);
        inbound_finish(call, GRPC_NOT_FOUND, text);
    } else if (w->wait && timeout_ms > 0) {
        inbound_wake(call, timeout_ms);
    }
}

void handle_prove(void *ctx, inbound *call, request *r)
{
    engine_ticket ticket;
    cuzk_error err;

    if (submit(ctx, r, true, &ticket, &err) != CUZK_OK)
        inbound_fail(call, &err);
    else
        wait_for(ctx, call, ticket.id, true, !ticket.attached, 0);
}

void handle_await(void *ctx, inbound *call, request *r)
{
    Cuzk__V1__AwaitProofRequest *q = unpack(call, &cuzk__v1__await_proof_request__descriptor, r);
    if (!q)
        return;
    wait_for(ctx, call, q->job_id, false, false, q->timeout_ms);
    unpacked_free(q);
}

/* Ends the wait; true: there was no result yet. */
static bool end_wait(waiting *w, bool *last)
{
    service *s = w->s;
    bool unanswered = w->wait && engine_await_end(s->e, w->wait);

    w->wait = NULL;
    *last = false;
    if (w->counted) {
        pthread_mutex_lock(&s->waiters.lock);
        *last = waiters_remove(&s->waiters, w->id);
        pthread_mutex_unlock(&s->waiters.lock);
        w->counted = false;
    }
    return unanswered;
}

void await_woken(void *ctx, inbound *call)
{
    waiting *w = inbound_state(call);
    Cuzk__V1__AwaitProofResponse a = CUZK__V1__AWAIT_PROOF_RESPONSE__INIT;
    bool last;

    (void)ctx;
    if (!w || !end_wait(w, &last))
        return;
    a.job_id = w->id;
    a.status = CUZK__V1__AWAIT_PROOF_RESPONSE__STATUS__TIMEOUT;
    answer_result(w, &a);
}

/* On the thread that submits, so that nobody has just met the job without being counted yet. */
static void abandon(post *self)
{
    waiting *w = (waiting *)((char *)self - offsetof(waiting, post));
    service *s = w->s;
    bool was_running;

    pthread_mutex_lock(&s->waiters.lock);
    if (!waiters_any(&s->waiters, w->id)) {
        if (s->cancel_abandoned)
            (void)engine_cancel(s->e, w->id, &was_running, NULL);
        else
            engine_withdraw(s->e, w->id);
    }
    pthread_mutex_unlock(&s->waiters.lock);
    free(w);
}

void wait_closed(void *ctx, inbound *call)
{
    waiting *w = inbound_state(call);
    transport *t = inbound_transport(call);
    bool last;

    (void)ctx;
    if (!w)
        return;
    bool unanswered = end_wait(w, &last);
    if (unanswered && last && w->prove && !transport_stopping(t)) {
        w->post.run = abandon;
        transport_defer(t, &w->post);
    } else {
        free(w);
    }
}

void handle_cancel(void *ctx, inbound *call, request *r)
{
    service *s = ctx;
    Cuzk__V1__CancelProofRequest *q = unpack(call, &cuzk__v1__cancel_proof_request__descriptor, r);
    Cuzk__V1__CancelProofResponse answer = CUZK__V1__CANCEL_PROOF_RESPONSE__INIT;
    bool was_running = false;
    cuzk_error err;

    if (!q)
        return;
    if (engine_cancel(s->e, q->job_id, &was_running, &err) != CUZK_OK) {
        inbound_fail(call, &err);
    } else {
        answer.was_running = was_running;
        answer_with(call, &answer.base);
    }
    unpacked_free(q);
}
