/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* From a chunk to buckets: a task is a window of the wide scalars, or a range of its buckets, or a
 * share of the small ones.
 *
 * Parameters: those of prepare_template.h.
 * No include guard: included once per instance. */
#include "msm/equal_template.h"

/* Additions between two pause points: 30 ms of portable code in G2. */
#define PAUSE_REFS 16384
/* The first point of a bucket is asked for so many buckets ahead. */
#define FETCH_BUCKETS 8

/* What one task adds up: the digits of a row that are in a range of buckets, each part's from
 * `begin` to `end`. */
typedef struct MSM_FN(task) {
    const int32_t *digits;
    unsigned parts;
    size_t begin, end;
    uint32_t lo, n;  /* buckets */
    uint32_t bucket; /* of the lane: its first, in the pool */
} MSM_FN(task);

/* Tasks are the whole windows, the ranges of the others, the lanes of small scalars. */
static unsigned MSM_FN(lane_of)(const MSM_FN(state) * s, unsigned task)
{
    const unsigned first_small = s->tasks - s->small_lanes;
    if (task >= first_small)
        return s->plan.windows + task - first_small;
    return task < s->whole ? task : s->whole + (task - s->whole) / s->ranges;
}

/* Buckets of a lane. */
typedef struct MSM_FN(range) {
    uint32_t lo, n;
} MSM_FN(range);

static MSM_FN(range) MSM_FN(range_of)(const MSM_FN(state) * s, unsigned task)
{
    if (task < s->whole || task >= s->tasks - s->small_lanes)
        return (MSM_FN(range)) { 0, (uint32_t)s->n_buckets };
    const unsigned range = (task - s->whole) % s->ranges;
    const uint32_t lo = (uint32_t)(s->n_buckets * range / s->ranges);
    return (MSM_FN(range)) { lo, (uint32_t)(s->n_buckets * (range + 1) / s->ranges) - lo };
}

static uint32_t MSM_FN(lane_bucket)(const MSM_FN(state) * s, unsigned lane)
{
    return s->first_bucket + lane * (uint32_t)s->n_buckets;
}

static MSM_FN(task) MSM_FN(window_task)(const MSM_FN(state) * s, unsigned i)
{
    const unsigned window = MSM_FN(lane_of)(s, i);
    const MSM_FN(range) r = MSM_FN(range_of)(s, i);
    return (MSM_FN(task)) { .digits = s->digits + window * s->row_len,
                            .parts = s->parts,
                            .end = atomic_load(&s->n_wide),
                            .lo = r.lo,
                            .n = r.n,
                            .bucket = MSM_FN(lane_bucket)(s, window) };
}

static MSM_FN(task) MSM_FN(small_task)(const MSM_FN(state) * s, unsigned share)
{
    const size_t n = atomic_load(&s->n_small), first = s->chunk_len - n;
    return (MSM_FN(task)) { .digits = s->digits,
                            .parts = 1,
                            .begin = first + n * share / s->small_lanes,
                            .end = first + n * (share + 1) / s->small_lanes,
                            .n = (uint32_t)s->n_buckets,
                            .bucket = MSM_FN(lane_bucket)(s, s->plan.windows + share) };
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
    memset(starts, 0, (t->n + 1) * sizeof *starts);
    for (unsigned p = 0; p < t->parts; p++) {
        const int32_t *digits = t->digits + p * s->chunk_len;
        for (size_t i = t->begin; i < t->end; i++)
            starts[MSM_FN(bucket_of)(t, digits[i])]++;
    }
    uint32_t sum = 0;
    for (uint32_t b = 0; b <= t->n; b++) {
        uint32_t count = starts[b];
        starts[b] = sum;
        sum += count;
    }
    for (unsigned p = 0; p < t->parts; p++) {
        const int32_t *digits = t->digits + p * s->chunk_len;
        for (size_t i = t->begin; i < t->end; i++)
            refs[starts[MSM_FN(bucket_of)(t, digits[i])]++] =
                (uint32_t)(p * s->chunk_len + i) | (digits[i] < 0 ? BATCH_ADD_NEG : 0);
    }
}

/* A place for a task's refs: that of the last but one, whose streams had better be done. */
static uint32_t *MSM_FN(refs_place)(MSM_FN(state) * s, unsigned thread)
{
    MSM_FN(scratch) *sc = &s->scratch[thread];
    uint32_t *refs = s->refs + (2 * thread + sc->turn) * s->row_len;
    MSM_FN(group) *g = &sc->group;
    sc->turn ^= 1;
    while (MSM_FN(reads)(g, refs, s->row_len) && g->n_streams > ROUND_OPS / 2)
        MSM_FN(stream_round)(g, s->pool);
    if (MSM_FN(reads)(g, refs, s->row_len))
        MSM_FN(group_finish)(g, s->pool);
    return refs;
}

static void MSM_FN(join_range)(void *ctx, size_t begin, size_t end, unsigned thread)
{
    MSM_FN(state) *s = ctx;
    const uint64_t shares = s->w->threads, len = MSM_FN(table_len)(s);
    for (size_t i = begin; i < end; i++) {
        MSM_FN(group_finish)(&s->scratch[thread].group, s->pool); /* its operations are used here */
        MSM_FN(section)
        c = { .s = s,
              .g = &s->scratch[thread].group,
              .begin = (uint32_t)(len * i / shares),
              .end = (uint32_t)(len * (i + 1) / shares),
              .again = MSM_FN(refs_place)(s, thread) };
        work_pause_point(s->w);
        MSM_FN(join_section)(&c);
    }
}

/* Begins the additions of a task; finish_range ends them. The buckets from `used` on hold nothing
 * yet, not even infinity. */
static void MSM_FN(add_task)(MSM_FN(state) * s, const MSM_FN(task) * t, uint32_t *used,
                             unsigned thread)
{
    uint32_t *refs = MSM_FN(refs_place)(s, thread);
    uint32_t *starts = s->starts + thread * (s->n_buckets + 1);
    MSM_FN(group) *g = &s->scratch[thread].group;
    const uint32_t first = t->bucket + t->lo;
    uint32_t at = 0;
    MSM_FN(sort_refs)(s, t, refs, starts);
    for (uint32_t b = 0; b < t->n; b++) {
        const uint32_t soon = b + FETCH_BUCKETS;
        if (soon < t->n && starts[soon] > starts[soon - 1]) {
            MSM_FN(prefetch)(s->pool, refs[starts[soon - 1]]);
            MSM_FN(prefetch)(s->pool, first + soon);
        }
        if (starts[b] == at)
            continue;
        if (at / PAUSE_REFS != starts[b] / PAUSE_REFS)
            work_pause_point(s->w);
        const bool unused = b >= *used;
        if (unused) {
            MSM_E(set_infinity)(s->pool + first + *used, b - *used);
            *used = b + 1;
        }
        MSM_FN(bucket_add)(g, s->pool, first + b, unused, refs + at, starts[b] - at);
        at = starts[b];
    }
}

static void MSM_FN(finish_range)(void *ctx, size_t begin, size_t end, unsigned thread)
{
    MSM_FN(state) *s = ctx;
    (void)thread;
    for (size_t i = begin; i < end; i++)
        MSM_FN(group_finish)(&s->scratch[i].group, s->pool);
}

static void MSM_FN(add_windows)(void *ctx, size_t begin, size_t end, unsigned thread)
{
    MSM_FN(state) *s = ctx;
    for (size_t i = begin; i < end; i++) {
        const MSM_FN(task) t = MSM_FN(window_task)(s, (unsigned)i);
        MSM_FN(add_task)(s, &t, &s->used[i], thread);
    }
}

static void MSM_FN(add_small)(void *ctx, size_t begin, size_t end, unsigned thread)
{
    MSM_FN(state) *s = ctx;
    for (size_t i = begin; i < end; i++) {
        const MSM_FN(task) t = MSM_FN(small_task)(s, (unsigned)i);
        MSM_FN(add_task)(s, &t, &s->used[s->tasks - s->small_lanes + i], thread);
    }
}

/* After a batch: what is small; what is wide unless it and the next batch fit. */
static void MSM_FN(add_batch)(MSM_FN(state) * s)
{
    const size_t left = s->scalars->n - s->first, batch = s->batch_slices * MSM_SLICE;
    const size_t next = left < batch ? left : batch;
    const bool small = atomic_load(&s->n_small), wide = atomic_load(&s->n_wide);
    const bool full = !next || atomic_load(&s->n_wide) + next > s->chunk_len;
    if (small)
        work_for(s->w, s->small_lanes, 1, MSM_FN(add_small), s);
    if (wide && full && s->wide)
        work_for(s->w, s->w->threads, 1, MSM_FN(join_range), s);
    if (wide && full)
        work_for(s->w, s->tasks - s->small_lanes, 1, MSM_FN(add_windows), s);
    if (small || (wide && full))
        work_for(s->w, s->w->threads, 1, MSM_FN(finish_range), s);
    atomic_store(&s->n_small, 0);
    if (full)
        atomic_store(&s->n_wide, 0);
}
