/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* PreloadSRS and EvictSRS. */
#include "rpc/service.h"
#include <cuzk/v1/proving.pb-c.h>

#include <stdlib.h>

/* Between the engine, which calls back once and late, and a call that may be gone by then. */
typedef struct preload {
    pthread_mutex_t lock;
    inbound *call; /* NULL: gone */
    unsigned users;
} preload;

static void release(preload *p)
{
    pthread_mutex_lock(&p->lock);
    bool last = --p->users == 0;
    pthread_mutex_unlock(&p->lock);
    if (last) {
        pthread_mutex_destroy(&p->lock);
        free(p);
    }
}

static void on_loaded(void *ctx, cuzk_status status, const cuzk_error *err, bool already_loaded,
                      uint64_t load_ms)
{
    preload *p = ctx;
    Cuzk__V1__PreloadSRSResponse a = CUZK__V1__PRELOAD_SRSRESPONSE__INIT;

    pthread_mutex_lock(&p->lock);
    if (p->call && status == CUZK_OK) {
        a.already_loaded = already_loaded;
        a.load_time_ms = load_ms;
        answer_with(p->call, &a.base);
    } else if (p->call) {
        inbound_fail(p->call, err);
    }
    pthread_mutex_unlock(&p->lock);
    release(p);
}

void handle_preload(void *ctx, inbound *call, request *r)
{
    service *s = ctx;
    Cuzk__V1__PreloadSRSRequest *q = unpack(call, &cuzk__v1__preload_srsrequest__descriptor, r);
    preload *p = q ? calloc(1, sizeof *p) : NULL;
    cuzk_error err;

    if (p) {
        pthread_mutex_init(&p->lock, NULL);
        p->call = call;
        p->users = 2;
        inbound_set_state(call, p);
        if (engine_preload(s->e, q->circuit_id, on_loaded, p, &err) != CUZK_OK) {
            inbound_fail(call, &err);
            release(p);
        }
    } else if (q) {
        inbound_finish(call, GRPC_RESOURCE_EXHAUSTED, "out of memory");
    }
    if (q)
        unpacked_free(q);
}

void preload_closed(void *ctx, inbound *call)
{
    preload *p = inbound_state(call);

    (void)ctx;
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->call = NULL;
    pthread_mutex_unlock(&p->lock);
    release(p);
}

void handle_evict(void *ctx, inbound *call, request *r)
{
    service *s = ctx;
    Cuzk__V1__EvictSRSRequest *q = unpack(call, &cuzk__v1__evict_srsrequest__descriptor, r);
    Cuzk__V1__EvictSRSResponse a = CUZK__V1__EVICT_SRSRESPONSE__INIT;
    bool was_loaded = false;
    cuzk_error err;

    if (!q)
        return;
    if (engine_evict(s->e, q->circuit_id, &was_loaded, &a.freed_bytes, &err) != CUZK_OK) {
        inbound_fail(call, &err);
    } else {
        a.was_loaded = was_loaded;
        answer_with(call, &a.base);
    }
    unpacked_free(q);
}
