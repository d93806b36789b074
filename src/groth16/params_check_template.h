/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The steps of params_check.c that know what a point is.
 *
 * Parameter: G (g1, g2). Defines, with the group's name in front: _check_point, _throw_range,
 * _merge_range, _sum_inside. */

#define CT_PASTE2(a, b) a##b
#define CT_PASTE(a, b)  CT_PASTE2(a, b)
#define AFFINE          CT_PASTE(G, _affine)
#define GROUP(f)        CT_PASTE(G, f)

/* Canonical, on the curve, not infinity; the subgroup where asked for. */
static point_status GROUP(_check_point)(const uint8_t *at, bool subgroup)
{
    AFFINE p;
    point_status s = GROUP(_from_uncompressed)(&p, at);
    if (s != POINT_OK || !subgroup)
        return s == POINT_OK && GROUP(_affine_is_infinity)(&p) ? POINT_INFINITY : s;
    return GROUP(_require)(s, &p);
}

/* Decode elements [begin, end), a chunk, and throw them into this thread's buckets. */
static void GROUP(_throw_range)(void *ctx, size_t begin, size_t end, unsigned thread)
{
    check_vector *v = ctx;
    check_scratch *s = &v->scratch[thread];
    AFFINE *p = s->points.G;
    AFFINE *sum = (AFFINE *)v->sums + thread * v->n_sums;
    if (begin > atomic_load_explicit(&v->bad, memory_order_relaxed))
        return;
    for (size_t i = begin; i < end; i++)
        if (GROUP(_from_uncompressed)(&p[i - begin], check_locate(v, i).at) != POINT_OK ||
            GROUP(_affine_is_infinity)(&p[i - begin])) {
            check_lower(&v->bad, i);
            return;
        }
    check_buckets(v, begin, end - begin, s->bucket);
    for (unsigned r = 0; r < v->rounds; r++)
        CT_PASTE(bucket_add_, G)(sum + ((size_t)r << v->lg), s->bucket[r], p, end - begin, &s->add);
    work_advance(v->w, end - begin);
}

/* All threads' sums [begin, end) onto the first thread's. */
static void GROUP(_merge_range)(void *ctx, size_t begin, size_t end, unsigned thread)
{
    check_vector *v = ctx;
    AFFINE *sum = (AFFINE *)v->sums + begin;
    for (unsigned i = 1; i < v->w->threads; i++)
        CT_PASTE(bucket_merge_, G)(sum, sum + i * v->n_sums, end - begin, &v->scratch[thread].add);
}

static bool GROUP(_sum_inside)(const check_vector *v, unsigned round, unsigned mask, unsigned value,
                               check_scratch *s)
{
    AFFINE p;
    CT_PASTE(bucket_where_, G)
    (&p, (const AFFINE *)v->sums + ((size_t)round << v->lg), v->lg, mask, value, &s->add);
    return GROUP(_affine_is_infinity)(&p) || GROUP(_in_subgroup)(&p);
}

#undef CT_PASTE2
#undef CT_PASTE
#undef AFFINE
#undef GROUP
#undef G
