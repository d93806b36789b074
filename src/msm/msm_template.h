/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The multi-scalar multiplication of one group, over the buckets of bucket_template.h.
 *
 * Slices of scalars are read into a chunk: their points are decoded once and the digits of all
 * windows written down. Then each task adds the chunk to its own buckets: what is wide when the
 * chunk is full, what is small after every batch of slices. A lane is an array of buckets: one for
 * each window of the wide scalars and, as a witness is mostly zeros and ones, one per thread for
 * scalars that are a single digit: those take one addition each.
 *
 * Parameters: those of bucket_template.h, reduce_template.h and prepare_template.h.
 * No include guard: included once per instance. */
#include "msm/tasks_template.h"

/* Points of a chunk: far more than there are buckets where windows are wide, so that these are
 * seldom read and written. Few in a batch where most scalars are small: then a cache had better
 * hold them. */
#define CHUNK_SLICES     384
#define FEW_SLICES       32
#define MIN_CHUNK_SLICES 16

/* Where memory is short: windows need not become narrower than this. */
#define MSM_LEAN_WINDOW 8

/* A lane's buckets up to the last one in use; those between that nothing was added to are made
 * infinity now. */
static void MSM_FN(row_of)(MSM_FN(state) * s, unsigned lane, MSM_FN(row) * row)
{
    row->first = MSM_FN(lane_bucket)(s, lane);
    row->spare = lane * (uint32_t)s->lane_spare;
    row->n = 0;
    for (int fill = 0; fill < 2; fill++)
        for (unsigned i = 0; i < s->tasks; i++) {
            if (MSM_FN(lane_of)(s, i) != lane)
                continue;
            const MSM_FN(range) r = MSM_FN(range_of)(s, i);
            const uint32_t used = r.lo + s->used[i],
                           end = r.lo + r.n < row->n ? r.lo + r.n : row->n;
            if (!fill && s->used[i] && used > row->n)
                row->n = used;
            if (fill && used < end)
                MSM_E(set_infinity)(s->pool + row->first + used, end - used);
        }
}

/* The lanes of one share, side by side. */
static void MSM_FN(reduce_range)(void *ctx, size_t begin, size_t end, unsigned thread)
{
    MSM_FN(state) *s = ctx;
    for (size_t lane = begin; lane < end; lane++)
        MSM_FN(row_of)(s, (unsigned)lane, &s->rows[lane]);
    MSM_FN(reduce) *r = &s->reduce[thread];
    r->w = s->w;
    r->pool = s->pool;
    r->g = &s->scratch[thread].group;
    r->rows = &s->rows[begin];
    r->n_rows = end - begin;
    MSM_FN(reduce_rows)(r, &s->sums[begin]);
}

static void MSM_FN(end_ones)(void *ctx, size_t begin, size_t end, unsigned thread)
{
    MSM_FN(state) *s = ctx;
    (void)thread;
    for (size_t i = begin; i < end; i++)
        MSM_FN(ones_end)(&s->scratch[i].ones, &s->scratch[i].group, &s->source);
}

/* sum over windows of 2^(c window) times the lane's sum, the small lanes' sums, the ones. */
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
    for (unsigned t = 0; t < s->w->threads; t++) {
        MSM_POINT ones;
        MSM_G(from_xyzz)(&ones, &s->scratch[t].ones.rest);
        MSM_G(add)(o, o, &ones);
    }
}

/* Begin the next batch: say where each slice's points begin. */
static size_t MSM_FN(begin_batch)(MSM_FN(state) * s)
{
    size_t left = s->scalars->n - s->first, most = s->batch_slices * MSM_SLICE;
    size_t n = left < most ? left : most;
    s->n_slices = (n + MSM_SLICE - 1) / MSM_SLICE;
    for (size_t j = 0; j < s->n_slices; j++) {
        size_t begin = s->first + j * MSM_SLICE;
        size_t len = s->scalars->n - begin < MSM_SLICE ? s->scalars->n - begin : MSM_SLICE;
        s->points[j] = s->next_point;
        if (!s->density) {
            s->next_point += len;
            continue;
        }
        for (size_t word = begin / 64; word < (begin + len + 63) / 64; word++)
            s->next_point += (size_t)__builtin_popcountll(s->density->words[word]);
    }
    return n;
}

/* What of the batch is put down: its points are done with then. */
static void MSM_FN(run_ones)(void *ctx, size_t begin, size_t end, unsigned thread)
{
    MSM_FN(state) *s = ctx;
    (void)thread;
    for (size_t i = begin; i < end; i++) {
        MSM_FN(ones) *ones = &s->scratch[i].ones;
        MSM_FN(note_bad)(s, MSM_FN(ones_run)(ones, &s->scratch[i].group, &s->source, ones->n));
    }
}

static cuzk_status MSM_FN(run_batch)(MSM_FN(state) * s, cuzk_error *err)
{
    if (!s->memory) { /* no scalar is anything but zero */
        work_advance(s->w, s->scalars->n);
        s->next_point = s->source.n;
        s->first = s->scalars->n;
        return CUZK_OK;
    }
    size_t n = MSM_FN(begin_batch)(s);
    atomic_store(&s->bad, SIZE_MAX);
    work_for(s->w, s->n_slices, 1, MSM_FN(prepare_range), s);
    work_for(s->w, s->w->threads, 1, MSM_FN(run_ones), s);
    TRY(work_status(s->w, err));
    TRY(MSM_FN(check_points)(s, err));
    s->first += n;
    MSM_FN(add_batch)(s);
    TRY(work_status(s->w, err));
    work_advance(s->w, n);
    return CUZK_OK;
}

/* Batch by batch, always of the sum that is furthest behind. */
static cuzk_status MSM_FN(run_batches)(MSM_FN(state) * s, size_t k, const msm_options *options,
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
        TRY(MSM_FN(run_batch)(last, err));
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
    s->refs = MSM_FN(carve)(base, &at, 2 * threads * s->row_len * sizeof *s->refs);
    s->starts = MSM_FN(carve)(base, &at, threads * (s->n_buckets + 1) * sizeof *s->starts);
    s->pool = MSM_FN(carve)(base, &at, pool_len * sizeof *s->pool);
    s->digits = MSM_FN(carve)(base, &at, rows * s->row_len * sizeof *s->digits);
    if (s->join) {
        s->wide = MSM_FN(carve)(base, &at, s->chunk_len * sizeof *s->wide);
        s->table = MSM_FN(carve)(base, &at, MSM_FN(table_len)(s) * sizeof *s->table);
    }
    s->points = MSM_FN(carve)(base, &at, s->batch_slices * sizeof *s->points);
    s->used = MSM_FN(carve)(base, &at, s->tasks * sizeof *s->used);
    s->rows = MSM_FN(carve)(base, &at, s->lanes * sizeof *s->rows);
    s->sums = MSM_FN(carve)(base, &at, s->lanes * sizeof *s->sums);
    s->memory_len = at;
}

/* Windows that all threads have as many of are tasks; the others are cut, so that there are tasks
 * small enough for the threads to end together. */
static void MSM_FN(set_up_tasks)(MSM_FN(state) * s)
{
    const unsigned threads = s->w->threads, cut = s->plan.windows % threads;
    s->small_lanes = s->plan.small ? (s->plan.small < MSM_SLICE ? 1 : threads) : 0;
    s->lanes = s->plan.windows + s->small_lanes;
    s->whole = s->plan.windows - cut;
    s->ranges = cut ? (2 * threads + cut - 1) / cut : 1;
    s->tasks = s->whole + cut * s->ranges + s->small_lanes;
}

static size_t MSM_FN(at_least)(size_t n, size_t min)
{
    return n > min ? n : min;
}

/* Halved scalars have their points twice: sums of so few are not worth it. */
static bool MSM_FN(can_join)(const MSM_FN(state) * s)
{
    return s->repeats && s->parts == 1 && s->plan.windows;
}

/* For windows of c bits and chunks of so many slices, read so many at a time; two a thread at
 * least. */
static void MSM_FN(set_up)(MSM_FN(state) * s, size_t chunk, size_t batch)
{
    const size_t slices = (s->scalars->n + MSM_SLICE - 1) / MSM_SLICE;
    const size_t least = 2 * (size_t)s->w->threads;
    chunk = MSM_FN(at_least)(chunk, least);
    chunk = chunk < slices ? chunk : slices;
    batch = MSM_FN(at_least)(batch, least);
    s->batch_slices = batch < chunk ? batch : chunk;
    s->chunk_len = chunk * MSM_SLICE;
    s->parts = s->plan.halved && s->plan.windows ? 2 : 1;
    s->row_len = s->parts * s->chunk_len;
    msm_halver_init(&s->halver);
    s->n_buckets = (size_t)1 << (s->plan.c - 1);
    s->lane_spare = MSM_FN(reduce_spare)(s->n_buckets);
    MSM_FN(set_up_tasks)(s);
    s->join = MSM_FN(can_join)(s);
    MSM_FN(lay_out)(s, NULL);
}

/* The slices of a chunk: of as few chunks of one size as may be. Where most scalars are small, all
 * wide ones behind a batch. */
static size_t MSM_FN(chunk_slices)(const MSM_FN(state) * s, size_t batch)
{
    const size_t slices = (s->scalars->n + MSM_SLICE - 1) / MSM_SLICE;
    const size_t want = batch < CHUNK_SLICES ? batch + s->plan.wide / MSM_SLICE + 1 : slices;
    const size_t chunks = (want + CHUNK_SLICES - 1) / CHUNK_SLICES;
    return chunks ? (want + chunks - 1) / chunks : 0;
}

/* The cheapest windows and the largest chunks that fit; when nothing does, what takes least. */
static void MSM_FN(fit)(MSM_FN(state) * s, const msm_survey *survey, size_t memory)
{
    for (unsigned max_c = MSM_FN(costs).widest;; max_c = s->plan.c - 1) {
        s->plan = msm_choose(survey, &MSM_FN(costs), s->window, max_c, s->source.in_subgroup);
        const size_t batch = s->plan.wide < s->plan.small ? FEW_SLICES : CHUNK_SLICES;
        size_t chunk = MSM_FN(chunk_slices)(s, batch);
        for (;; chunk = MSM_FN(at_least)(chunk / 2, MIN_CHUNK_SLICES)) {
            MSM_FN(set_up)(s, chunk, batch);
            if (s->join && s->memory_len > memory) {
                s->join = false;
                MSM_FN(lay_out)(s, NULL);
            }
            /* Chunks smaller than there are buckets make these go in and out of the cache. */
            if (s->memory_len <= memory || s->chunk_len <= s->n_buckets ||
                chunk <= MIN_CHUNK_SLICES)
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
    for (unsigned t = 0; t < s->w->threads; t++) {
        MSM_FN(group_init)(&s->scratch[t].group, s->first_slot + t * GROUP_SLOTS);
        MSM_FN(ones_init)(&s->scratch[t].ones);
        s->scratch[t].turn = 0;
    }
}

/* On failure there is nothing to free. */
static cuzk_status MSM_FN(begin)(MSM_FN(state) * s, work *w, MSM_SOURCE points,
                                 const fr_view *scalars, const bitmap *density,
                                 const msm_options *options, size_t memory, cuzk_error *err)
{
    TRY(MSM_FN(check)(points, scalars, density, err));
    *s = (MSM_FN(state)) { .w = w,
                           .source = points,
                           .scalars = scalars,
                           .density = density,
                           .window = options->window,
                           .repeats = options->repeats };
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
    work_for(s->w, s->w->threads, 1, MSM_FN(end_ones), s);
    work_for(s->w, s->lanes, share, MSM_FN(reduce_range), s);
    TRY(work_status(s->w, err));
    MSM_FN(combine)(s, o);
    return CUZK_OK;
}

#include "msm/few_template.h"

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
    if (MSM_FN(run_few)(&status, o, w, &points, scalars, k, density, options, memory, err))
        return status;
    while (n < k && status == CUZK_OK)
        if ((status = MSM_FN(begin)(&s[n], w, points, &scalars[n], density, options, memory / k,
                                    err)) == CUZK_OK)
            n++;
    if (status == CUZK_OK)
        status = MSM_FN(run_batches)(s, k, options, err);
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
            MSM_FN(set_up)(&s, MIN_CHUNK_SLICES, MIN_CHUNK_SLICES);
            most = s.memory_len > most ? s.memory_len : most;
        }
    }
    return most > threads * sizeof(msm_survey_scratch) ? most
                                                       : threads * sizeof(msm_survey_scratch);
}
