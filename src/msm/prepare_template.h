/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reading a slice of scalars and their points into the chunk.
 *
 * Parameters, beyond those of bucket_template.h:
 *   MSM_SOURCE    the type of the points' source
 *   MSM_E(f)      load(o, source, first, from, n): o[i] = point first + from[i]; SIZE_MAX, or the
 *                 place in the source of one that cannot be decoded
 *                 endo(o, p, n): o[i] = phi(p[i])
 * No include guard: included once per instance. */
#include "msm/reduce_template.h"

typedef struct MSM_FN(scratch) {
    fr scalars[MSM_SLICE];
    fr_raw raw[MSM_SLICE];
    uint32_t from[MSM_SLICE]; /* of each entry of the slice: its point, from the slice's first on */
    uint32_t raw_from[MSM_SLICE];
    msm_block block[2];
    MSM_FN(group) group;
} MSM_FN(scratch);

typedef struct MSM_FN(slice) {
    size_t point;         /* index of its first scalar's point */
    uint32_t wide, small; /* wide scalars from the front of its place in the chunk, small ones from
                             the back */
} MSM_FN(slice);

typedef struct MSM_FN(state) {
    work *w;
    MSM_SOURCE source;
    const fr_view *scalars;
    const bitmap *density;
    msm_plan plan;
    msm_wide middle;
    msm_halver halver;
    unsigned parts; /* 2 if scalars are halved: then of each row of digits, and of the chunk's */
    size_t row_len; /* points, the second half is about phi(P) */
    unsigned small_lanes, lanes, ranges, tasks;
    size_t n_buckets, lane_spare; /* of a lane: in use and while reducing */
    size_t chunk_slices, chunk_len;

    /* one allocation */
    void *memory;
    size_t memory_len;
    MSM_FN(scratch) * scratch; /* a thread */
    uint32_t *refs, *starts;   /* a thread: row_len, n_buckets + 1 */
    MSM_ELEM *pool;            /* the chunk's points, the lanes' buckets, the threads' slots */
    uint32_t first_bucket, first_slot;
    int32_t *digits; /* rows of row_len, a window each */
    MSM_FN(slice) * slices;
    uint32_t *used;          /* a task: buckets up to here are in use */
    MSM_FN(row) * rows;      /* a lane */
    MSM_POINT *sums;         /* a lane */
    MSM_FN(reduce) * reduce; /* a thread */

    size_t first, n_slices; /* of this chunk */
    size_t next_point;
    _Atomic size_t bad; /* a point that could not be decoded, or SIZE_MAX */
} MSM_FN(state);

static inline void MSM_FN(take_small)(MSM_FN(state) * s, size_t j, MSM_FN(scratch) * sc,
                                      int32_t digit, uint32_t from)
{
    size_t at = MSM_SLICE - ++s->slices[j].small;
    s->digits[j * MSM_SLICE + at] = digit;
    sc->from[at] = from;
}

/* Ones are taken at once; scalars that are neither zero nor one go to sc->scalars and sc->raw_from.
 * How many those are. */
static size_t MSM_FN(sift)(MSM_FN(state) * s, size_t j, MSM_FN(scratch) * sc)
{
    size_t begin = s->first + j * MSM_SLICE, m = 0;
    size_t n = s->scalars->n - begin < MSM_SLICE ? s->scalars->n - begin : MSM_SLICE;
    uint32_t from = 0;
    fr_view_expand(s->scalars, begin, n, sc->scalars);
    for (size_t i = 0; i < n; i++) {
        if (s->density && !bitmap_get(s->density, begin + i))
            continue;
        const fr *k = &sc->scalars[i];
        uint32_t at = from++;
        if (fr_is_one(k)) {
            MSM_FN(take_small)(s, j, sc, 1, at);
        } else if (!fr_is_zero(k)) {
            sc->scalars[m] = *k;
            sc->raw_from[m++] = at;
        }
    }
    return m;
}

static inline void MSM_FN(take_wide)(MSM_FN(state) * s, MSM_FN(scratch) * sc, size_t at,
                                     const fr_raw *k, bool neg)
{
    if (s->parts == 1) {
        msm_block_set(&sc->block[0], at, k, neg, &s->middle);
        return;
    }
    fr_raw low, high;
    bool low_neg = msm_halve(&s->halver, &low, &high, k);
    msm_block_set(&sc->block[0], at, &low, neg ^ low_neg, &s->middle);
    msm_block_set(&sc->block[1], at, &high, !neg, &s->middle); /* of -phi(P) */
}

static void MSM_FN(load_points)(MSM_FN(state) * s, size_t j, const uint32_t *from, size_t at,
                                size_t n)
{
    size_t bad =
        MSM_E(load)(s->pool + j * MSM_SLICE + at, &s->source, s->slices[j].point, from + at, n);
    if (bad != SIZE_MAX)
        atomic_store(&s->bad, bad);
}

static void MSM_FN(prepare_slice)(MSM_FN(state) * s, size_t j, MSM_FN(scratch) * sc)
{
    MSM_FN(slice) *slice = &s->slices[j];
    slice->wide = slice->small = 0;
    size_t m = MSM_FN(sift)(s, j, sc);
    msm_raw(sc->raw, sc->scalars, m);
    for (size_t i = 0; i < m; i++) {
        fr_raw *k = &sc->raw[i];
        bool neg = msm_fold(k);
        if (msm_bits(k) < s->plan.c) {
            MSM_FN(take_small)
            (s, j, sc, neg ? -(int32_t)k->l[0] : (int32_t)k->l[0], sc->raw_from[i]);
        } else {
            sc->from[slice->wide] = sc->raw_from[i];
            MSM_FN(take_wide)(s, sc, slice->wide++, k, neg);
        }
    }
    for (unsigned w = 0; slice->wide && w < s->plan.windows; w++)
        for (unsigned p = 0; p < s->parts; p++)
            msm_block_digits(s->digits + w * s->row_len + p * s->chunk_len + j * MSM_SLICE,
                             &sc->block[p], slice->wide, w, s->plan.c, s->plan.windows);
    MSM_FN(load_points)(s, j, sc->from, 0, slice->wide);
    if (s->parts > 1)
        MSM_E(endo)(s->pool + s->chunk_len + j * MSM_SLICE, s->pool + j * MSM_SLICE, slice->wide);
    MSM_FN(load_points)(s, j, sc->from, MSM_SLICE - slice->small, slice->small);
}

static void MSM_FN(prepare_range)(void *ctx, size_t begin, size_t end, unsigned thread)
{
    MSM_FN(state) *s = ctx;
    for (size_t j = begin; j < end; j++)
        MSM_FN(prepare_slice)(s, j, &s->scratch[thread]);
}

static cuzk_status MSM_FN(bad_point)(size_t at, cuzk_error *err)
{
    err_set(err, CUZK_BAD_INPUT, "malformed-point", "a point cannot be decoded");
    err_at(err, NULL, NULL, (int64_t)at);
    return CUZK_BAD_INPUT;
}
