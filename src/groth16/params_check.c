/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The curve equation is looked at point by point. The subgroup test, a scalar multiplication, would
 * take minutes for ten million points; instead every point draws CHECK_BITS random bits, from a
 * ChaCha20 stream the kernel seeds after the file is fixed, and tested are, for each bit, the sum
 * over the points that drew a one; and the sum over all points.
 *
 * Why that is enough. Where those are in the subgroup, so is, for each bit, the sum over the points
 * that drew a zero: it is the difference. Write c(P) for the class of P modulo the subgroup: P is
 * inside when c(P) = 0. Let some point P be outside, and look at one bit. Whatever the other points
 * drew, let s_0 and s_1 be the sums of the classes of those that drew a zero and a one. If P draws
 * b, the two sums are inside only if s_b = -c(P) /= 0 and the other one is 0: that holds for one b
 * at most. P's bit is uniform and independent of the others' and of all other bits, so P is missed
 * with probability at most 1/2 a bit and 2^-64 in all, whatever its order and whatever the other
 * points.
 *
 * The sums take one addition a point for lg bits at once: in each of `rounds` rounds a point goes
 * into the bucket of 2^lg whose number is the bits it drew, and the sums are sums of buckets. When
 * one is outside, so is one of its halves, down to a bucket; that one's members are tested singly.
 */
#include "groth16/params_check.h"
#include "base/bytes.h"
#include "base/random.h"
#include "groth16/bucket.h"
#include "groth16/checked_point.h"
#include "hash/blake2b.h"
#include "hash/chacha.h"

#define CHECK_BITS       64 /* a bad point passes with probability 2^-CHECK_BITS at most */
#define CHECK_MIN_LG     8
#define CHECK_MAX_ROUNDS (CHECK_BITS / CHECK_MIN_LG)
/* Up to here a test a point is cheaper than sums. */
#define CHECK_EACH_MAX 256
#define CHECK_NONE     UINT64_MAX
#define TEST_COST      150 /* additions that take as long as a test, about */
#define TEST_GRAIN     64
#define DIGEST_STEP    ((size_t)1 << 24)

_Static_assert(CHECK_BITS % CHECK_MIN_LG == 0, "the fewest buckets take the most rounds");
_Static_assert(BUCKET_MAX_LG <= 16, "a bucket's number has two bytes");

typedef struct check_scratch {
    uint16_t bucket[CHECK_MAX_ROUNDS][BUCKET_CHUNK];
    bucket_scratch add;
    void *points; /* BUCKET_CHUNK of them */
} check_scratch;

/* What a group is to the check. */
typedef struct check_group {
    groth16_section first, last;
    const point_form *(*form)(void);
    point_status (*point)(const uint8_t *at, bool subgroup);
} check_group;

/* The points of one group strung together, sections first to last. */
typedef struct check_vector {
    const check_group *group;
    const point_form *form;
    const groth16_params *params;
    uint64_t n;
    work *w;
    unsigned lg, rounds;    /* lg * rounds >= CHECK_BITS */
    size_t n_sums;          /* rounds << lg */
    uint8_t key[32];        /* of the buckets' choice */
    void *sums;             /* n_sums points a thread; round r's start at r << lg */
    check_scratch *scratch; /* one a thread */
    _Atomic uint64_t bad;   /* the lowest element known to fail by itself, or CHECK_NONE */
    /* Sum j of round r, of lg + 1 each, is number r (lg + 1) + j: over the buckets with bit j set,
     * over all for j = lg. The lowest one outside the subgroup, or CHECK_NONE. */
    _Atomic uint64_t bad_sum;
    unsigned bad_round, bad_bucket; /* where that sum led */
} check_vector;

typedef struct check_place {
    groth16_section section;
    size_t index;
    const uint8_t *at;
} check_place;

static check_place check_locate(const check_vector *v, uint64_t i)
{
    groth16_section s = v->group->first;
    while (i >= v->params->section[s].n)
        i -= v->params->section[s++].n;
    return (check_place) { s, (size_t)i,
                           v->params->section[s].points + i * v->params->section[s].point_len };
}

/* The buckets of a chunk's elements: its own stream, so that any thread can draw it. */
static void check_buckets(const check_vector *v, uint64_t begin, size_t n,
                          uint16_t bucket[CHECK_MAX_ROUNDS][BUCKET_CHUNK])
{
    chacha_state c;
    uint8_t nonce[8];
    store_le64(nonce, begin);
    chacha_init(&c, 20, v->key, 0, nonce);
    for (unsigned r = 0; r < v->rounds; r++) {
        chacha_keystream(&c, bucket[r], n * sizeof bucket[r][0]);
        for (size_t i = 0; i < n; i++)
            bucket[r][i] &= (uint16_t)((1u << v->lg) - 1);
    }
}

/* Canonical, on the curve, not infinity; the subgroup where asked for. */
static point_status g1_check_point(const uint8_t *at, bool subgroup)
{
    g1_affine p;
    point_status s = g1_from_uncompressed(&p, at);
    if (s == POINT_OK && g1_affine_is_infinity(&p))
        return POINT_INFINITY;
    return s == POINT_OK && subgroup ? g1_require(s, &p) : s;
}

static point_status g2_check_point(const uint8_t *at, bool subgroup)
{
    g2_affine p;
    point_status s = g2_from_uncompressed(&p, at);
    if (s == POINT_OK && g2_affine_is_infinity(&p))
        return POINT_INFINITY;
    return s == POINT_OK && subgroup ? g2_require(s, &p) : s;
}

static const check_group CHECK_G1 = { SECTION_H, SECTION_B_G1, g1_form_now, g1_check_point };
static const check_group CHECK_G2 = { SECTION_B_G2, SECTION_B_G2, g2_form_now, g2_check_point };

/* Elements [begin, end), a chunk, to s->points; the first that is not a finite point on the curve,
 * or end. */
static uint64_t decode_chunk(const check_vector *v, uint64_t begin, uint64_t end, check_scratch *s)
{
    for (uint64_t i = begin, n; i < end; i += n) {
        const check_place p = check_locate(v, i);
        const uint64_t left = v->params->section[p.section].n - p.index;
        n = end - i < left ? end - i : left;
        const uint64_t good = v->form->from_uncompressed(
            point_at(v->form, s->points, (size_t)(i - begin)), p.at, (size_t)n);
        /* No flag is set before a finite point. */
        for (uint64_t k = 0; k < good; k++)
            if (p.at[k * v->form->encoded_len] & 0xe0)
                return i + k;
        if (good < n)
            return i + good;
    }
    return end;
}

/* Decode a chunk and throw it into this thread's buckets. */
static void throw_range(void *ctx, size_t begin, size_t end, unsigned thread)
{
    check_vector *v = ctx;
    check_scratch *s = &v->scratch[thread];
    if (begin > atomic_load_explicit(&v->bad, memory_order_relaxed))
        return;
    const uint64_t bad = decode_chunk(v, begin, end, s);
    if (bad != end) {
        work_found(&v->bad, bad);
        return;
    }
    check_buckets(v, begin, end - begin, s->bucket);
    for (unsigned r = 0; r < v->rounds; r++)
        bucket_add(point_at(v->form, v->sums, thread * v->n_sums + ((size_t)r << v->lg)),
                   s->bucket[r], s->points, end - begin, &s->add);
    work_advance(v->w, end - begin);
}

/* All threads' sums [begin, end) onto the first thread's. */
static void merge_range(void *ctx, size_t begin, size_t end, unsigned thread)
{
    check_vector *v = ctx;
    for (unsigned i = 1; i < v->w->threads; i++)
        bucket_merge(point_at(v->form, v->sums, begin),
                     point_at(v->form, v->sums, i * v->n_sums + begin), end - begin,
                     &v->scratch[thread].add);
}

/* Is the sum over that round's buckets b with (b & mask) == value in the subgroup? */
static bool sum_inside(const check_vector *v, unsigned round, unsigned mask, unsigned value,
                       check_scratch *s)
{
    bucket_where(s->points, point_at(v->form, v->sums, (size_t)round << v->lg), v->lg, mask, value,
                 &s->add);
    return v->form->in_subgroup(s->points);
}

static void each_range(void *ctx, size_t begin, size_t end, unsigned thread)
{
    check_vector *v = ctx;
    (void)thread;
    for (size_t i = begin; i < end; i++)
        if (v->group->point(check_locate(v, i).at, true) != POINT_OK) {
            work_found(&v->bad, i);
            return;
        }
    work_advance(v->w, end - begin);
}

static void sums_range(void *ctx, size_t begin, size_t end, unsigned thread)
{
    check_vector *v = ctx;
    for (size_t k = begin; k < end; k++) {
        unsigned round = (unsigned)k / (v->lg + 1), bit = (unsigned)k % (v->lg + 1);
        unsigned mask = bit < v->lg ? 1u << bit : 0;
        if (!sum_inside(v, round, mask, mask, &v->scratch[thread]))
            work_found(&v->bad_sum, k);
    }
}

/* From a sum outside to one bucket outside, deciding its number bit by bit. */
static void find_bucket(check_vector *v)
{
    uint64_t sum = atomic_load(&v->bad_sum);
    unsigned bit = (unsigned)(sum % (v->lg + 1));
    unsigned mask = bit < v->lg ? 1u << bit : 0, value = mask;
    v->bad_round = (unsigned)(sum / (v->lg + 1));
    for (unsigned b = 0; b < v->lg; b++) {
        if (b == bit)
            continue;
        mask |= 1u << b;
        if (!sum_inside(v, v->bad_round, mask, value | 1u << b, v->scratch))
            value |= 1u << b;
    }
    v->bad_bucket = value;
}

/* The members of the bad bucket among [begin, end), one by one. */
static void members_range(void *ctx, size_t begin, size_t end, unsigned thread)
{
    check_vector *v = ctx;
    check_scratch *s = &v->scratch[thread];
    check_buckets(v, begin, end - begin, s->bucket);
    for (size_t i = begin; i < end; i++)
        if (s->bucket[v->bad_round][i - begin] == v->bad_bucket &&
            v->group->point(check_locate(v, i).at, true) != POINT_OK)
            work_found(&v->bad, i);
}

static cuzk_status check_sums(check_vector *v, cuzk_error *err)
{
    TRY(random_bytes(v->key, sizeof v->key, err));
    work_for(v->w, v->n, BUCKET_CHUNK, throw_range, v);
    TRY(work_status(v->w, err));
    if (atomic_load(&v->bad) != CHECK_NONE)
        return CUZK_OK;
    work_for(v->w, v->n_sums, BUCKET_BATCH, merge_range, v);
    work_for(v->w, v->rounds * (v->lg + 1), 1, sums_range, v);
    TRY(work_status(v->w, err));
    if (atomic_load(&v->bad_sum) == CHECK_NONE)
        return CUZK_OK;
    find_bucket(v);
    work_for(v->w, v->n, BUCKET_CHUNK, members_range, v);
    TRY(work_status(v->w, err));
    if (atomic_load(&v->bad) == CHECK_NONE)
        return err_set(err, CUZK_FAULT, "check-disagrees",
                       "a sum of points is outside the subgroup but none of the points is");
    return CUZK_OK;
}

/* The number of buckets with the fewest additions: of points, of the threads' buckets to each
 * other, of half the buckets for each bit. */
static void check_plan(check_vector *v)
{
    uint64_t best = UINT64_MAX;
    for (unsigned lg = CHECK_MIN_LG; lg <= BUCKET_MAX_LG; lg++) {
        unsigned rounds = (CHECK_BITS + lg - 1) / lg;
        uint64_t per_round =
            v->n + ((v->w->threads - 1) << lg) + (lg + 2) * ((UINT64_C(1) << lg) / 2 + TEST_COST);
        if (rounds * per_round < best) {
            best = rounds * per_round;
            v->lg = lg;
            v->rounds = rounds;
        }
    }
    v->n_sums = (size_t)v->rounds << v->lg;
}

static cuzk_status check_many(check_vector *v, cuzk_error *err)
{
    const size_t threads = v->w->threads, points_len = BUCKET_CHUNK * v->form->len;
    check_plan(v);
    /* Each thread's sums, then each one's points and scratch of adding. */
    const size_t sums_len = threads * v->n_sums * v->form->len;
    const size_t each = points_len + bucket_memory(v->form);
    const size_t scratch_len = threads * sizeof *v->scratch;
    uint8_t *mem = work_alloc(v->w, sums_len + threads * each, "sums of points", err);
    if (!mem)
        return CUZK_NO_RESOURCES;
    cuzk_status status = CUZK_NO_RESOURCES;
    v->scratch = work_alloc(v->w, scratch_len, "points being checked", err);
    if (v->scratch) {
        v->sums = mem;
        memset(v->sums, v->form->infinity, sums_len);
        for (size_t t = 0; t < threads; t++) {
            v->scratch[t].points = mem + sums_len + t * each;
            bucket_init(&v->scratch[t].add, v->form, mem + sums_len + t * each + points_len);
        }
        status = check_sums(v, err);
        work_dealloc(v->w, v->scratch, scratch_len);
    }
    work_dealloc(v->w, mem, sums_len + threads * each);
    return status;
}

static cuzk_status point_damaged(const groth16_params *p, groth16_section s, size_t index,
                                 point_status found, cuzk_error *err)
{
    err_set(err, CUZK_NO, point_status_code(found), "point %zu of section %s is %s", index,
            groth16_section_name[s], point_status_text(found));
    err_at(err, p->map.path, groth16_section_name[s], (int64_t)index);
    err_expected(err, "%s", point_status_text(POINT_OK));
    err_found(err, "%s", point_status_text(found));
    return CUZK_NO;
}

static cuzk_status check_run(const groth16_params *p, const check_group *group, work *w,
                             cuzk_error *err)
{
    check_vector v = { .group = group,
                       .form = group->form(),
                       .params = p,
                       .w = w,
                       .bad = CHECK_NONE,
                       .bad_sum = CHECK_NONE };
    for (groth16_section s = group->first; s <= group->last; s++)
        v.n += p->section[s].n;
    if (v.n > CHECK_EACH_MAX) {
        TRY(check_many(&v, err));
    } else {
        work_for(w, v.n, TEST_GRAIN, each_range, &v);
        TRY(work_status(w, err));
    }
    uint64_t bad = atomic_load(&v.bad);
    if (bad == CHECK_NONE)
        return CUZK_OK;
    check_place place = check_locate(&v, bad);
    return point_damaged(p, place.section, place.index, group->point(place.at, true), err);
}

cuzk_status groth16_params_check(const groth16_params *p, work *w, cuzk_error *err)
{
    uint64_t n = 0;
    for (groth16_section s = SECTION_H; s < SECTIONS; s++)
        n += p->section[s].n;
    work_phase_begin(w, "params: check", n);
    cuzk_status status = check_run(p, &CHECK_G1, w, err);
    if (status == CUZK_OK)
        status = check_run(p, &CHECK_G2, w, err);
    work_phase_end(w);
    return status;
}

cuzk_status groth16_params_check_ref(const groth16_params *p, cuzk_error *err)
{
    for (groth16_section s = SECTION_H; s < SECTIONS; s++)
        for (size_t i = 0; i < p->section[s].n; i++) {
            const uint8_t *at = p->section[s].points + i * p->section[s].point_len;
            point_status found =
                s == SECTION_B_G2 ? g2_check_point(at, true) : g1_check_point(at, true);
            if (found != POINT_OK)
                return point_damaged(p, s, i, found, err);
        }
    return CUZK_OK;
}

cuzk_status groth16_params_digest(uint8_t out[64], const file_map *map, work *w, cuzk_error *err)
{
    blake2b_state b;
    blake2b_init(&b, 64, NULL, 0);
    work_phase_begin(w, "params: digest", map->len);
    for (size_t at = 0; at < map->len && !work_cancelled(w); at += DIGEST_STEP) {
        size_t n = map->len - at < DIGEST_STEP ? map->len - at : DIGEST_STEP;
        blake2b_update(&b, map->data + at, n);
        work_advance(w, n);
    }
    blake2b_final(&b, out);
    work_phase_end(w);
    return work_status(w, err);
}
