/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Bucket sums over one group: defines the functions of bucket.h.
 *
 * Parameter: G (g1, g2). */

#define BT_PASTE2(a, b) a##b
#define BT_PASTE(a, b)  BT_PASTE2(a, b)
#define AFFINE          BT_PASTE(G, _affine)
#define GROUP(f)        BT_PASTE(G, f)

static void GROUP(_flush)(AFFINE *sum, const AFFINE *p, size_t n, bucket_scratch *s)
{
    GROUP(_batch_add)(sum, p, s->op, n, s->field.G);
    for (size_t k = 0; k < n; k++)
        s->busy[s->op[k].acc] = 0;
}

/* The points index[0..n) of p, or 0..n where index is NULL. One whose bucket is in the current
 * batch already goes to s->later; returns how many did. */
static size_t GROUP(_pass)(AFFINE *sum, const uint16_t *bucket, const AFFINE *p,
                           const uint16_t *index, size_t n, bucket_scratch *s)
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
            GROUP(_flush)(sum, p, batch, s);
            batch = 0;
        }
    }
    GROUP(_flush)(sum, p, batch, s);
    return later;
}

/* later is read ahead of where it is written: a pass may go over it in place. */
void BT_PASTE(bucket_add_, G)(AFFINE *sum, const uint16_t *bucket, const AFFINE *p, size_t n,
                              bucket_scratch *s)
{
    size_t later = GROUP(_pass)(sum, bucket, p, NULL, n, s);
    while (later)
        later = GROUP(_pass)(sum, bucket, p, s->later, later, s);
}

void BT_PASTE(BT_PASTE(bucket_add_, G), _ref)(AFFINE *sum, const uint16_t *bucket, const AFFINE *p,
                                              size_t n)
{
    for (size_t i = 0; i < n; i++) {
        G t;
        GROUP(_from_affine)(&t, &sum[bucket[i]]);
        GROUP(_add_affine)(&t, &t, &p[i]);
        GROUP(_to_affine)(&sum[bucket[i]], &t);
    }
}

void BT_PASTE(bucket_merge_, G)(AFFINE *sum, const AFFINE *other, size_t n, bucket_scratch *s)
{
    for (size_t at = 0; at < n; at += BUCKET_BATCH) {
        size_t batch = n - at < BUCKET_BATCH ? n - at : BUCKET_BATCH;
        for (size_t k = 0; k < batch; k++)
            s->op[k] = (batch_add_op) { .acc = (uint32_t)k, .point = (uint32_t)k };
        GROUP(_batch_add)(sum + at, other + at, s->op, batch, s->field.G);
    }
}

/* The buckets are dealt out to a batch of partial sums in turn. */
void BT_PASTE(bucket_where_, G)(AFFINE *o, const AFFINE *sum, unsigned lg, unsigned mask,
                                unsigned value, bucket_scratch *s)
{
    AFFINE *partial = s->sum.G;
    size_t batch = 0;
    for (size_t k = 0; k < BUCKET_BATCH; k++)
        GROUP(_affine_set_infinity)(&partial[k]);
    for (uint32_t b = 0; b < UINT32_C(1) << lg; b++) {
        if ((b & mask) != value)
            continue;
        s->op[batch] = (batch_add_op) { .acc = (uint32_t)batch, .point = b };
        if (++batch == BUCKET_BATCH) {
            GROUP(_batch_add)(partial, sum, s->op, batch, s->field.G);
            batch = 0;
        }
    }
    GROUP(_batch_add)(partial, sum, s->op, batch, s->field.G);
    GROUP(_batch_sum)(o, partial, BUCKET_BATCH, s->op, s->field.G);
}

#undef BT_PASTE2
#undef BT_PASTE
#undef AFFINE
#undef GROUP
#undef G
