/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "groth16/bucket.h"
#include <string.h>

size_t bucket_memory(const point_form *f)
{
    return BUCKET_BATCH * f->len + point_form_scratch(f, BUCKET_BATCH);
}

void bucket_init(bucket_scratch *s, const point_form *f, void *mem)
{
    memset(s->busy, 0, sizeof s->busy);
    s->form = f;
    s->partial = mem;
    s->add = point_at(f, mem, BUCKET_BATCH);
}

static void flush(void *sum, const void *p, size_t n, bucket_scratch *s)
{
    if (n == 0)
        return;
    s->form->batch_add(sum, p, s->op, n, s->add);
    for (size_t k = 0; k < n; k++)
        s->busy[s->op[k].acc] = 0;
}

/* The points index[0..n) of p, or 0..n where index is NULL. One whose bucket is in the current
 * batch already goes to s->later; returns how many did. */
static size_t pass(void *sum, const uint16_t *bucket, const void *p, const uint16_t *index,
                   size_t n, bucket_scratch *s)
{
    size_t later = 0, batch = 0;
    for (size_t j = 0; j < n; j++) {
        uint16_t i = index ? index[j] : (uint16_t)j;
        uint16_t b = bucket[i];
        if (s->busy[b]) {
            s->later[later++] = i;
            continue;
        }
        s->busy[b] = 1;
        s->op[batch++] = (batch_add_op) { .acc = b, .point = i };
        if (batch == BUCKET_BATCH) {
            flush(sum, p, batch, s);
            batch = 0;
        }
    }
    flush(sum, p, batch, s);
    return later;
}

/* later is read ahead of where it is written: a pass may go over it in place. */
void bucket_add(void *sum, const uint16_t *bucket, const void *p, size_t n, bucket_scratch *s)
{
    size_t later = pass(sum, bucket, p, NULL, n, s);
    while (later)
        later = pass(sum, bucket, p, s->later, later, s);
}

void bucket_add_ref(void *sum, const uint16_t *bucket, const void *p, size_t n, bucket_scratch *s)
{
    for (size_t i = 0; i < n; i++) {
        const batch_add_op op = { .acc = bucket[i], .point = (uint32_t)i };
        s->form->batch_add(sum, p, &op, 1, s->add);
    }
}

void bucket_merge(void *sum, const void *other, size_t n, bucket_scratch *s)
{
    for (size_t at = 0; at < n; at += BUCKET_BATCH) {
        size_t batch = n - at < BUCKET_BATCH ? n - at : BUCKET_BATCH;
        for (size_t k = 0; k < batch; k++)
            s->op[k] = (batch_add_op) { .acc = (uint32_t)k, .point = (uint32_t)k };
        s->form->batch_add(point_at(s->form, sum, at), point_at(s->form, other, at), s->op, batch,
                           s->add);
    }
}

/* The buckets are dealt out to a batch of partial sums in turn. */
void bucket_where(void *o, const void *sum, unsigned lg, unsigned mask, unsigned value,
                  bucket_scratch *s)
{
    size_t batch = 0;
    memset(s->partial, s->form->infinity, BUCKET_BATCH * s->form->len);
    for (uint32_t b = 0; b < UINT32_C(1) << lg; b++) {
        if ((b & mask) != value)
            continue;
        s->op[batch] = (batch_add_op) { .acc = (uint32_t)batch, .point = b };
        if (++batch == BUCKET_BATCH) {
            s->form->batch_add(s->partial, sum, s->op, batch, s->add);
            batch = 0;
        }
    }
    s->form->batch_add(s->partial, sum, s->op, batch, s->add);
    s->form->batch_sum(o, s->partial, BUCKET_BATCH, s->op, s->add);
}
