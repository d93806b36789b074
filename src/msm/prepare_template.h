/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reading slices of scalars and their points into the chunk: wide ones from its front, small ones
 * from its back.
 *
 * Parameters, beyond those of bucket_template.h:
 *   MSM_SOURCE    the type of the points' source
 *   MSM_E(f)      load(o, source, first, from, n): o[i] = point first + from[i]; SIZE_MAX, or the
 *                 place in the source of one that cannot be decoded
 *                 endo(o, p, n): o[i] = phi(p[i])
 * No include guard: included once per instance. */
#include "msm/ones_template.h"

typedef struct MSM_FN(scratch) {
    fr scalars[MSM_SLICE];
    fr_raw raw[MSM_SLICE];
    uint32_t place[MSM_SLICE]; /* in the slice, of what is neither zero nor one */
    /* the points of those, from the slice's first on; of what is wide or small */
    uint32_t raw_from[MSM_SLICE], wide_from[MSM_SLICE], small_from[MSM_SLICE];
    int32_t small[MSM_SLICE];
    size_t n_small;
    msm_block block[2];
    MSM_FN(group) group;
    MSM_FN(ones) ones;
    unsigned turn; /* of the two places for refs: that of the next task's */
} MSM_FN(scratch);

typedef struct MSM_FN(state) {
    work *w;
    MSM_SOURCE source;
    const fr_view *scalars;
    const bitmap *density;
    unsigned window; /* as msm_options */
    bool repeats;    /* as in msm_options */
    bool join;       /* look for equal scalars */
    msm_plan plan;
    msm_wide middle;
    msm_halver halver;
    unsigned parts; /* 2 if scalars are halved: then of each row of digits, and of the chunk's */
    size_t row_len; /* points, the second half is about phi(P) */
    /* The last windows are cut into ranges of buckets, to be shared out. */
    unsigned small_lanes, lanes, whole, ranges, tasks;
    size_t n_buckets, lane_spare; /* of a lane: in use and while reducing */
    size_t chunk_len;             /* points: filled slices by slices, emptied when full */
    size_t batch_slices;          /* so many slices */

    /* one allocation */
    void *memory;
    size_t memory_len;
    MSM_FN(scratch) * scratch; /* a thread */
    uint32_t *refs, *starts;   /* a thread: 2 row_len, n_buckets + 1 */
    MSM_ELEM *pool;            /* the chunk's points, the lanes' buckets, the threads' slots */
    uint32_t first_bucket, first_slot;
    int32_t *digits;         /* rows of row_len, a window each; the first has the small ones' too */
    fr_raw *wide;            /* the wide scalars, folded, the sign in the top bit; and the table */
    uint32_t *table;         /* of equal_template.h: both NULL if equal ones are not looked for */
    size_t *points;          /* a slice of the batch: its first scalar's point */
    uint32_t *used;          /* a task: buckets up to here are in use */
    MSM_FN(row) * rows;      /* a lane */
    MSM_POINT *sums;         /* a lane */
    MSM_FN(reduce) * reduce; /* a thread */

    size_t first, n_slices; /* of this batch */
    size_t next_point;
    atomic_size_t n_wide, n_small; /* in the chunk */
    _Atomic size_t bad;            /* a point that could not be decoded, or SIZE_MAX */
} MSM_FN(state);

static inline void MSM_FN(take_small)(MSM_FN(scratch) * sc, int32_t digit, uint32_t from)
{
    sc->small[sc->n_small] = digit;
    sc->small_from[sc->n_small++] = from;
}

/* Where ones are is put down; scalars that are neither zero nor one go to sc->scalars and
 * sc->raw_from. How many those are. Which is which, nobody can foresee: so there are no branches.
 */
static size_t MSM_FN(sift)(MSM_FN(state) * s, size_t j, MSM_FN(scratch) * sc)
{
    const size_t begin = s->first + j * MSM_SLICE, left = s->scalars->n - begin;
    const size_t n = left < MSM_SLICE ? left : MSM_SLICE;
    const size_t first = s->points[j];
    const fr *k = fr_view_read(s->scalars, begin, n, sc->scalars);
    size_t *one_at = sc->ones.at + sc->ones.n;
    uint32_t from = 0, ones = 0, others = 0;
    for (size_t i = 0; i < n; i++) {
        const uint32_t meets = !s->density || bitmap_get(s->density, begin + i);
        const uint32_t zero = msm_is_zero(&k[i]), one = msm_is_one(&k[i]);
        one_at[ones] = first + from;
        sc->raw_from[others] = from;
        sc->place[others] = (uint32_t)i;
        __builtin_prefetch(&k[i + 64]);
        ones += meets & one;
        others += meets & ~(one | zero);
        from += meets;
    }
    for (uint32_t i = 0; i < others; i++) /* in its place, or to the front */
        sc->scalars[i] = k[sc->place[i]];
    sc->ones.n += ones;
    return others;
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

static inline void MSM_FN(note_bad)(MSM_FN(state) * s, size_t bad)
{
    if (bad != SIZE_MAX)
        atomic_store(&s->bad, bad);
}

/* To place `at` of the chunk. */
static void MSM_FN(load_points)(MSM_FN(state) * s, size_t j, const uint32_t *from, size_t at,
                                size_t n)
{
    MSM_FN(note_bad)(s, MSM_E(load)(s->pool + at, &s->source, s->points[j], from, n));
}

/* The block's n scalars, and their points, behind the wide ones that are there. */
static void MSM_FN(place_wide)(MSM_FN(state) * s, size_t j, const MSM_FN(scratch) * sc, size_t n)
{
    const size_t at = atomic_fetch_add(&s->n_wide, n);
    for (unsigned w = 0; w < s->plan.windows; w++)
        for (unsigned p = 0; p < s->parts; p++)
            msm_block_digits(s->digits + w * s->row_len + p * s->chunk_len + at, &sc->block[p], n,
                             w, s->plan.c, s->plan.windows);
    MSM_FN(load_points)(s, j, sc->wide_from, at, n);
    if (s->wide)
        memcpy(s->wide + at, sc->raw, n * sizeof *sc->raw);
    if (s->parts > 1)
        MSM_E(endo)(s->pool + s->chunk_len + at, s->pool + at, n);
}

static void MSM_FN(place_small)(MSM_FN(state) * s, size_t j, const MSM_FN(scratch) * sc)
{
    const size_t n = sc->n_small, at = s->chunk_len - n - atomic_fetch_add(&s->n_small, n);
    memcpy(s->digits + at, sc->small, n * sizeof *sc->small);
    MSM_FN(load_points)(s, j, sc->small_from, at, n);
}

static void MSM_FN(prepare_slice)(MSM_FN(state) * s, size_t j, MSM_FN(scratch) * sc)
{
    size_t n_wide = 0, m = MSM_FN(sift)(s, j, sc);
    if (sc->ones.n >= MSM_SUM_LEN)
        MSM_FN(note_bad)(s, MSM_FN(ones_run)(&sc->ones, &sc->group, &s->source, MSM_SUM_LEN));
    sc->n_small = 0;
    msm_raw(sc->raw, sc->scalars, m);
    for (size_t i = 0; i < m; i++) {
        fr_raw *k = &sc->raw[i];
        bool neg = msm_fold(k);
        if (msm_bits(k) < s->plan.c) {
            const int32_t digit = (int32_t)k->l[0];
            MSM_FN(take_small)(sc, neg ? -digit : digit, sc->raw_from[i]);
        } else {
            sc->wide_from[n_wide] = sc->raw_from[i];
            MSM_FN(take_wide)(s, sc, n_wide, k, neg);
            sc->raw[n_wide] = *k;
            sc->raw[n_wide++].l[3] |= (uint64_t)neg << 63;
        }
    }
    if (n_wide)
        MSM_FN(place_wide)(s, j, sc, n_wide);
    if (sc->n_small)
        MSM_FN(place_small)(s, j, sc);
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

/* None of those read so far was bad. */
static cuzk_status MSM_FN(check_points)(const MSM_FN(state) * s, cuzk_error *err)
{
    const size_t bad = atomic_load(&s->bad);
    return bad == SIZE_MAX ? CUZK_OK : MSM_FN(bad_point)(bad, err);
}
