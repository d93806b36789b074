/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The multi-scalar multiplication of one group, over the buckets of bucket_template.h.
 *
 * Scalars are taken in chunks. Of a chunk, the points that matter are decoded once and the digits
 * of all windows written down; then each task adds the chunk to its own buckets. A lane is an
 * array of buckets: one for each window of the wide scalars (its bucket range shared out to
 * several tasks) and, as a witness is mostly zeros and ones, one per thread for scalars that are
 * a single digit: those take one addition each.
 *
 * Parameters: those of bucket_template.h, reduce_template.h and prepare_template.h.
 * No include guard: included once per instance. */
#include "msm/prepare_template.h"

/* Points of a chunk: far more than there are buckets where windows are wide, so that these are
 * seldom read and written. Few where most scalars are small: then a cache had better hold them. */
#define CHUNK_SLICES     256
#define FEW_SLICES       32
#define MIN_CHUNK_SLICES 16
/* Additions between two pause points: 30 ms of portable code in G2. */
#define PAUSE_REFS 16384

/* Where memory is short: windows need not become narrower than this. */
#define MSM_LEAN_WINDOW 8

/* What one task adds up: the digits of a row, over some slices, in a range of buckets. */
typedef struct MSM_FN(task) {
    const int32_t *digits;
    bool small;
    size_t first_slice, slice_step;
    uint32_t lo, n;  /* buckets */
    uint32_t bucket; /* of the lane: its first, in the pool */
} MSM_FN(task);

static uint32_t MSM_FN(lane_bucket)(const MSM_FN(state) * s, unsigned lane)
{
    return s->first_bucket + lane * (uint32_t)s->n_buckets;
}

static MSM_FN(task) MSM_FN(task_at)(const MSM_FN(state) * s, unsigned i)
{
    if (i < s->small_lanes)
        return (MSM_FN(task)) { .digits = s->digits,
                                .small = true,
                                .first_slice = i,
                                .slice_step = s->small_lanes,
                                .n = (uint32_t)s->n_buckets,
                                .bucket = MSM_FN(lane_bucket)(s, s->plan.windows + i) };
    unsigned window = (i - s->small_lanes) / s->ranges, range = (i - s->small_lanes) % s->ranges;
    uint32_t lo = (uint32_t)(s->n_buckets * range / s->ranges);
    return (MSM_FN(task)) { .digits = s->digits + window * s->row_len,
                            .slice_step = 1,
                            .lo = lo,
                            .n = (uint32_t)(s->n_buckets * (range + 1) / s->ranges) - lo,
                            .bucket = MSM_FN(lane_bucket)(s, window) };
}

/* The entries of slice j that are the task's, in part p of the row. */
static void MSM_FN(entries)(const MSM_FN(state) * s, const MSM_FN(task) * t, size_t p, size_t j,
                            size_t *begin, size_t *end)
{
    const MSM_FN(slice) *slice = &s->slices[j];
    const size_t at = p * s->chunk_len + j * MSM_SLICE;
    *begin = at + (t->small ? MSM_SLICE - slice->small : 0);
    *end = at + (t->small ? MSM_SLICE : slice->wide);
}

/* A digit's bucket from lo on; n, the spare one, if the digit is zero or not in the range. */
static inline uint32_t MSM_FN(bucket_of)(const MSM_FN(task) * t, int32_t digit)
{
    uint32_t b = (uint32_t)(digit < 0 ? -digit : digit) - 1 - t->lo;
    return b < t->n ? b : t->n;
}

/* Counting sort: refs of bucket b end up in [b ? starts[b - 1] : 0, starts[b]). */
static void MSM_FN(sort_refs)(const MSM_FN(state) * s, const MSM_FN(task) * t, uint32_t *refs,
                              uint32_t *starts)
{
    const size_t parts = t->small ? 1 : s->parts;
    size_t begin, end;
    memset(starts, 0, (t->n + 1) * sizeof *starts);
    for (size_t v = t->first_slice; v < parts * s->n_slices; v += t->slice_step) {
        MSM_FN(entries)(s, t, v / s->n_slices, v % s->n_slices, &begin, &end);
        for (size_t i = begin; i < end; i++)
            starts[MSM_FN(bucket_of)(t, t->digits[i])]++;
    }
    uint32_t sum = 0;
    for (uint32_t b = 0; b <= t->n; b++) {
        uint32_t count = starts[b];
        starts[b] = sum;
        sum += count;
    }
    for (size_t v = t->first_slice; v < parts * s->n_slices; v += t->slice_step) {
        MSM_FN(entries)(s, t, v / s->n_slices, v % s->n_slices, &begin, &end);
        for (size_t i = begin; i < end; i++)
            refs[starts[MSM_FN(bucket_of)(t, t->digits[i])]++] =
                (uint32_t)i | (t->digits[i] < 0 ? BATCH_ADD_NEG : 0);
    }
}

static void MSM_FN(add_range)(void *ctx, size_t begin, size_t end, unsigned thread)
{
    MSM_FN(state) *s = ctx;
    uint32_t *refs = s->refs + thread * s->row_len;
    uint32_t *starts = s->starts + thread * (s->n_buckets + 1);
    MSM_FN(group) *g = &s->scratch[thread].group;
    for (size_t i = begin; i < end; i++) {
        MSM_FN(task) t = MSM_FN(task_at)(s, (unsigned)i);
        MSM_FN(sort_refs)(s, &t, refs, starts);
        uint32_t at = 0;
        for (uint32_t b = 0; b < t.n; b++) {
            if (starts[b] == at)
                continue;
            if (at / PAUSE_REFS != starts[b] / PAUSE_REFS)
                work_pause_point(s->w);
            MSM_FN(bucket_add)(g, s->pool, t.bucket + t.lo + b, refs + at, starts[b] - at);
            at = starts[b];
            if (t.lo + b + 1 > s->used[i])
                s->used[i] = t.lo + b + 1;
        }
        MSM_FN(group_finish)(g, s->pool);
    }
}

/* The lanes of one share, side by side. */
static void MSM_FN(reduce_range)(void *ctx, size_t begin, size_t end, unsigned thread)
{
    MSM_FN(state) *s = ctx;
    for (size_t lane = begin; lane < end; lane++) {
        bool small = lane >= s->plan.windows;
        size_t first = small ? lane - s->plan.windows : s->small_lanes + lane * s->ranges;
        MSM_FN(row) *row = &s->rows[lane];
        row->first = MSM_FN(lane_bucket)(s, (unsigned)lane);
        row->spare = (uint32_t)(lane * s->lane_spare);
        row->n = 0;
        for (size_t i = first; i < first + (small ? 1 : s->ranges); i++)
            if (s->used[i] > row->n)
                row->n = s->used[i];
    }
    MSM_FN(reduce) *r = &s->reduce[thread];
    r->w = s->w;
    r->pool = s->pool;
    r->g = &s->scratch[thread].group;
    r->rows = &s->rows[begin];
    r->n_rows = end - begin;
    MSM_FN(reduce_rows)(r, &s->sums[begin]);
}

/* sum over windows of 2^(c window) times the lane's sum, and the small lanes' sums. */
static void MSM_FN(combine)(const MSM_FN(state) * s, MSM_POINT *o)
{
    MSM_G(set_infinity)(o);
    for (unsigned window = s->plan.windows; window-- > 0;) {
        for (unsigned i = 0; i < s->plan.c; i++)
            MSM_G(double)(o, o);
        MSM_G(add)(o, o, &s->sums[window]);
    }
    for (unsigned lane = s->plan.windows; lane < s->lanes; lane++)
        MSM_G(add)(o, o, &s->sums[lane]);
}

/* Begin the next chunk: say where each slice's points begin. */
static size_t MSM_FN(begin_chunk)(MSM_FN(state) * s)
{
    size_t left = s->scalars->n - s->first;
    size_t n = left < s->chunk_len ? left : s->chunk_len;
    s->n_slices = (n + MSM_SLICE - 1) / MSM_SLICE;
    for (size_t j = 0; j < s->n_slices; j++) {
        size_t begin = s->first + j * MSM_SLICE;
        size_t len = s->scalars->n - begin < MSM_SLICE ? s->scalars->n - begin : MSM_SLICE;
        s->slices[j].point = s->next_point;
        if (!s->density) {
            s->next_point += len;
            continue;
        }
        for (size_t word = begin / 64; word < (begin + len + 63) / 64; word++)
            s->next_point += (size_t)__builtin_popcountll(s->density->words[word]);
    }
    return n;
}

static cuzk_status MSM_FN(run_chunk)(MSM_FN(state) * s, cuzk_error *err)
{
    if (!s->memory) { /* no scalar is anything but zero */
        work_advance(s->w, s->scalars->n);
        s->next_point = s->source.n;
        s->first = s->scalars->n;
        return CUZK_OK;
    }
    size_t n = MSM_FN(begin_chunk)(s);
    atomic_store(&s->bad, SIZE_MAX);
    work_for(s->w, s->n_slices, 1, MSM_FN(prepare_range), s);
    work_for(s->w, s->tasks, 1, MSM_FN(add_range), s);
    TRY(work_status(s->w, err));
    size_t bad = atomic_load(&s->bad);
    if (bad != SIZE_MAX)
        return MSM_FN(bad_point)(bad, err);
    work_advance(s->w, n);
    s->first += n;
    return CUZK_OK;
}

/* Chunk by chunk, always of the sum that is furthest behind. */
static cuzk_status MSM_FN(run_chunks)(MSM_FN(state) * s, size_t k, const msm_options *options,
                                      cuzk_error *err)
{
    for (;;) {
        MSM_FN(state) *last = &s[0];
        for (size_t j = 1; j < k; j++)
            if (s[j].first < last->first)
                last = &s[j];
        if (options->reached)
            options->reached(options->reached_ctx, last->next_point);
        if (last->first == last->scalars->n)
            return CUZK_OK;
        TRY(MSM_FN(run_chunk)(last, err));
    }
}

/* A piece of the allocation: as a count when base is NULL. */
static void *MSM_FN(carve)(uint8_t *base, size_t *at, size_t len)
{
    void *p = base ? base + *at : NULL;
    *at += (len + 63) & ~(size_t)63;
    return p;
}

/* The chunk's place in the pool also has room for the reduction, which comes when it is done. */
static void MSM_FN(lay_out)(MSM_FN(state) * s, uint8_t *base)
{
    size_t at = 0, threads = s->w->threads, spare = s->lanes * s->lane_spare;
    unsigned rows = s->plan.windows ? s->plan.windows : 1;
    s->first_bucket = (uint32_t)(s->row_len > spare ? s->row_len : spare);
    s->first_slot = s->first_bucket + s->lanes * (uint32_t)s->n_buckets;
    size_t pool_len = s->first_slot + threads * GROUP_SLOTS;
    s->scratch = MSM_FN(carve)(base, &at, threads * sizeof *s->scratch);
    s->reduce = MSM_FN(carve)(base, &at, threads * sizeof *s->reduce);
    s->refs = MSM_FN(carve)(base, &at, threads * s->row_len * sizeof *s->refs);
    s->starts = MSM_FN(carve)(base, &at, threads * (s->n_buckets + 1) * sizeof *s->starts);
    s->pool = MSM_FN(carve)(base, &at, pool_len * sizeof *s->pool);
    s->digits = MSM_FN(carve)(base, &at, rows * s->row_len * sizeof *s->digits);
    s->slices = MSM_FN(carve)(base, &at, s->chunk_slices * sizeof *s->slices);
    s->used = MSM_FN(carve)(base, &at, s->tasks * sizeof *s->used);
    s->rows = MSM_FN(carve)(base, &at, s->lanes * sizeof *s->rows);
    s->sums = MSM_FN(carve)(base, &at, s->lanes * sizeof *s->sums);
    s->memory_len = at;
}

/* For windows of c bits and chunks of so many slices, of which there are at least two a thread. */
static void MSM_FN(set_up)(MSM_FN(state) * s, size_t chunk_slices)
{
    unsigned threads = s->w->threads;
    size_t slices = (s->scalars->n + MSM_SLICE - 1) / MSM_SLICE;
    size_t chunk = chunk_slices > 2 * (size_t)threads ? chunk_slices : 2 * (size_t)threads;
    s->chunk_slices = slices < chunk ? slices : chunk;
    s->chunk_len = s->chunk_slices * MSM_SLICE;
    s->parts = s->plan.halved && s->plan.windows ? 2 : 1;
    s->row_len = s->parts * s->chunk_len;
    msm_halver_init(&s->halver);
    s->n_buckets = (size_t)1 << (s->plan.c - 1);
    s->lane_spare = MSM_FN(reduce_spare)(s->n_buckets);
    s->small_lanes = s->plan.small ? (s->plan.small < MSM_SLICE ? 1 : threads) : 0;
    s->lanes = s->plan.windows + s->small_lanes;
    /* Eight tasks a thread, so that the threads end together. */
    s->ranges = s->plan.windows ? (8 * threads + s->plan.windows - 1) / s->plan.windows : 1;
    if (threads == 1)
        s->ranges = 1;
    s->tasks = s->small_lanes + s->plan.windows * s->ranges;
    MSM_FN(lay_out)(s, NULL);
}

/* The cheapest windows and the largest chunks that fit; when nothing does, what takes least. */
static void MSM_FN(fit)(MSM_FN(state) * s, const msm_survey *survey, size_t memory)
{
    for (unsigned max_c = MSM_FN(costs).widest;; max_c = s->plan.c - 1) {
        s->plan = msm_choose(survey, &MSM_FN(costs), max_c, s->source.in_subgroup);
        const size_t most = s->plan.wide < s->plan.small ? FEW_SLICES : CHUNK_SLICES;
        for (size_t chunk = most; chunk >= MIN_CHUNK_SLICES; chunk /= 2) {
            MSM_FN(set_up)(s, chunk);
            /* Chunks smaller than there are buckets make these go in and out of the cache. */
            if (s->memory_len <= memory || s->chunk_len <= s->n_buckets)
                break;
        }
        if (s->memory_len <= memory || s->plan.c > max_c || s->plan.c <= MSM_LEAN_WINDOW)
            break;
    }
    msm_middle(&s->middle, s->plan.c, s->plan.windows);
}

static cuzk_status MSM_FN(survey)(MSM_FN(state) * s, size_t memory, cuzk_error *err)
{
    size_t len = s->w->threads * sizeof(msm_survey_scratch);
    msm_survey_scratch *scratch = work_alloc(s->w, len, "MSM survey", err);
    if (!scratch)
        return CUZK_NO_RESOURCES;
    msm_survey_scalars(scratch, s->w, s->scalars, s->density);
    MSM_FN(fit)(s, &scratch[0].survey, memory);
    work_dealloc(s->w, scratch, len);
    return work_status(s->w, err);
}

static cuzk_status MSM_FN(check)(MSM_SOURCE points, const fr_view *scalars, const bitmap *density,
                                 cuzk_error *err)
{
    size_t want = density ? bitmap_count(density) : scalars->n;
    if (density && density->n != scalars->n)
        return err_set(err, CUZK_FAULT, "length-mismatch", "%zu scalars under a density of %zu",
                       scalars->n, density->n);
    if (points.n != want)
        return err_set(err, CUZK_FAULT, "length-mismatch", "%zu points for %zu scalars", points.n,
                       want);
    return CUZK_OK;
}

static void MSM_FN(clear)(MSM_FN(state) * s)
{
    memset(s->used, 0, s->tasks * sizeof *s->used);
    MSM_E(set_infinity)(s->pool + s->first_bucket, s->first_slot - s->first_bucket);
    for (unsigned t = 0; t < s->w->threads; t++)
        MSM_FN(group_init)(&s->scratch[t].group, s->first_slot + t * GROUP_SLOTS);
}

/* On failure there is nothing to free. */
static cuzk_status MSM_FN(begin)(MSM_FN(state) * s, work *w, MSM_SOURCE points,
                                 const fr_view *scalars, const bitmap *density, size_t memory,
                                 cuzk_error *err)
{
    TRY(MSM_FN(check)(points, scalars, density, err));
    *s = (MSM_FN(state)) { .w = w, .source = points, .scalars = scalars, .density = density };
    TRY(MSM_FN(survey)(s, memory, err));
    if (s->plan.wide + s->plan.small == 0)
        return CUZK_OK;
    s->memory = work_alloc_dirty(w, s->memory_len, "MSM buckets", err);
    if (!s->memory)
        return CUZK_NO_RESOURCES;
    MSM_FN(lay_out)(s, s->memory);
    MSM_FN(clear)(s);
    return CUZK_OK;
}

static cuzk_status MSM_FN(finish)(MSM_FN(state) * s, MSM_POINT *o, cuzk_error *err)
{
    if (!s->memory) {
        MSM_G(set_infinity)(o);
        return CUZK_OK;
    }
    size_t share = (s->lanes + s->w->threads - 1) / s->w->threads;
    work_for(s->w, s->lanes, share, MSM_FN(reduce_range), s);
    TRY(work_status(s->w, err));
    MSM_FN(combine)(s, o);
    return CUZK_OK;
}

static cuzk_status MSM_FN(run)(MSM_POINT *o, work *w, MSM_SOURCE points, const fr_view *scalars,
                               size_t k, const bitmap *density, const msm_options *options,
                               cuzk_error *err)
{
    static const msm_options otherwise;
    MSM_FN(state) s[MSM_MAX_MANY];
    cuzk_status status = CUZK_OK;
    size_t n = 0;

    options = options ? options : &otherwise;
    size_t memory = options->memory ? options->memory : work_memory_left(w);
    if (k > MSM_MAX_MANY)
        return err_set(err, CUZK_FAULT, "too-many-sums", "%zu sums at once", k);
    while (n < k && status == CUZK_OK)
        if ((status = MSM_FN(begin)(&s[n], w, points, &scalars[n], density, memory / k, err)) ==
            CUZK_OK)
            n++;
    if (status == CUZK_OK)
        status = MSM_FN(run_chunks)(s, k, options, err);
    for (size_t j = 0; j < k && status == CUZK_OK; j++)
        status = MSM_FN(finish)(&s[j], &o[j], err);
    for (size_t j = 0; j < n; j++)
        work_dealloc(w, s[j].memory, s[j].memory_len);
    return status;
}

/* With every scalar wide, and as many small ones, in whichever windows fit may end at. */
static size_t MSM_FN(memory_least)(size_t n, unsigned threads)
{
    work w = { .threads = threads };
    fr_view scalars = { .n = n };
    msm_survey survey = { 0 };
    MSM_FN(state) s = { .w = &w, .scalars = &scalars };
    size_t most = 0;

    survey.bits[FR_BITS] = survey.bits[1] = n;
    for (unsigned c = MSM_MIN_WINDOW; c <= MSM_LEAN_WINDOW; c++) {
        for (int halved = 0; halved < 2; halved++) {
            s.plan = msm_plan_at(&survey, &MSM_FN(costs), c, halved);
            MSM_FN(set_up)(&s, MIN_CHUNK_SLICES);
            most = s.memory_len > most ? s.memory_len : most;
        }
    }
    return most > threads * sizeof(msm_survey_scratch) ? most
                                                       : threads * sizeof(msm_survey_scratch);
}
