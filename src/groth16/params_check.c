/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The curve equation is looked at point by point. The subgroup test, a scalar multiplication, would
 * take minutes for ten million points; instead, in each of CHECK_ROUNDS rounds every point goes
 * into one of BUCKETS buckets, drawn afresh from a ChaCha20 stream the kernel seeds after the file
 * is fixed, and only the buckets' sums are tested.
 *
 * Why that is enough. Write c(P) for the class of P modulo the subgroup: P is inside when c(P) = 0.
 * Let some point P be outside. Whatever buckets the other points drew, let s_b be the sum of their
 * classes in bucket b. The round passes only if P's bucket k has s_k = -c(P) /= 0 while s_b = 0 in
 * every other bucket b: at most one k does. P's bucket is uniform and independent of the others',
 * so a round misses with probability at most 1/BUCKETS, and CHECK_ROUNDS independent ones with at
 * most 2^-(13 * 5) < 2^-64.
 */
#include "groth16/params_check.h"
#include "base/bytes.h"
#include "base/random.h"
#include "groth16/bucket.h"
#include "groth16/checked_point.h"
#include "hash/blake2b.h"
#include "hash/chacha.h"

#define CHECK_ROUNDS 5
#define CHECK_SUMS   ((size_t)CHECK_ROUNDS * BUCKETS)
/* Up to here a test a point is cheaper than a test a sum. */
#define CHECK_EACH_MAX CHECK_SUMS
#define CHECK_NONE     UINT64_MAX
#define TEST_GRAIN     64
#define DIGEST_STEP    ((size_t)1 << 24)

_Static_assert(CHECK_ROUNDS *BUCKET_LG >= 64, "a bad point passes with at most 2^-64");

typedef struct check_scratch {
    uint16_t bucket[CHECK_ROUNDS][BUCKET_CHUNK];
    union {
        g1_affine g1[BUCKET_CHUNK];
        g2_affine g2[BUCKET_CHUNK];
    } points;
    bucket_scratch add;
} check_scratch;

/* The points of one group strung together, sections first to last. */
typedef struct check_vector {
    const struct check_ops *ops;
    const groth16_params *params;
    uint64_t n;
    work *w;
    uint8_t key[32];          /* of the buckets' choice */
    void *sums;               /* CHECK_SUMS affine points a thread, round after round */
    check_scratch *scratch;   /* one a thread */
    _Atomic uint64_t bad;     /* the lowest element known to fail by itself, or CHECK_NONE */
    _Atomic uint64_t bad_sum; /* the lowest sum outside the subgroup, or CHECK_NONE */
} check_vector;

typedef struct check_ops {
    groth16_section first, last;
    size_t affine_len;
    point_status (*point)(const uint8_t *at, bool subgroup);
    work_range_fn throw_range, sums_range;
} check_ops;

typedef struct check_place {
    groth16_section section;
    size_t index;
    const uint8_t *at;
} check_place;

static check_place check_locate(const check_vector *v, uint64_t i)
{
    groth16_section s = v->ops->first;
    while (i >= v->params->section[s].n)
        i -= v->params->section[s++].n;
    return (check_place) { s, (size_t)i,
                           v->params->section[s].points + i * v->params->section[s].point_len };
}

static void check_lower(_Atomic uint64_t *lowest, uint64_t i)
{
    uint64_t now = atomic_load(lowest);
    while (i < now && !atomic_compare_exchange_weak(lowest, &now, i))
        ;
}

/* The buckets of a chunk's elements: its own stream, so that any thread can draw it. */
static void check_buckets(const check_vector *v, uint64_t begin, size_t n,
                          uint16_t bucket[CHECK_ROUNDS][BUCKET_CHUNK])
{
    chacha_state c;
    uint8_t nonce[8];
    store_le64(nonce, begin);
    chacha_init(&c, 20, v->key, 0, nonce);
    for (unsigned r = 0; r < CHECK_ROUNDS; r++) {
        chacha_keystream(&c, bucket[r], n * sizeof bucket[r][0]);
        for (size_t i = 0; i < n; i++)
            bucket[r][i] &= BUCKETS - 1;
    }
}

#define G g1
#include "groth16/params_check_template.h"
#define G g2
#include "groth16/params_check_template.h"

static const check_ops CHECK_G1 = { SECTION_H,      SECTION_B_G1,   sizeof(g1_affine),
                                    g1_check_point, g1_throw_range, g1_sums_range };
static const check_ops CHECK_G2 = { SECTION_B_G2,   SECTION_B_G2,   sizeof(g2_affine),
                                    g2_check_point, g2_throw_range, g2_sums_range };

static void each_range(void *ctx, size_t begin, size_t end, unsigned thread)
{
    check_vector *v = ctx;
    (void)thread;
    for (size_t i = begin; i < end; i++)
        if (v->ops->point(check_locate(v, i).at, true) != POINT_OK) {
            check_lower(&v->bad, i);
            return;
        }
    work_advance(v->w, end - begin);
}

/* The members of the bad sum among [begin, end), one by one. */
static void members_range(void *ctx, size_t begin, size_t end, unsigned thread)
{
    check_vector *v = ctx;
    check_scratch *s = &v->scratch[thread];
    uint64_t sum = atomic_load(&v->bad_sum);
    check_buckets(v, begin, end - begin, s->bucket);
    for (size_t i = begin; i < end; i++)
        if (s->bucket[sum / BUCKETS][i - begin] == sum % BUCKETS &&
            v->ops->point(check_locate(v, i).at, true) != POINT_OK)
            check_lower(&v->bad, i);
}

static cuzk_status check_sums(check_vector *v, cuzk_error *err)
{
    TRY(random_bytes(v->key, sizeof v->key, err));
    work_for(v->w, v->n, BUCKET_CHUNK, v->ops->throw_range, v);
    TRY(work_status(v->w, err));
    if (atomic_load(&v->bad) != CHECK_NONE)
        return CUZK_OK;
    work_for(v->w, CHECK_SUMS, TEST_GRAIN, v->ops->sums_range, v);
    TRY(work_status(v->w, err));
    if (atomic_load(&v->bad_sum) == CHECK_NONE)
        return CUZK_OK;
    work_for(v->w, v->n, BUCKET_CHUNK, members_range, v);
    TRY(work_status(v->w, err));
    if (atomic_load(&v->bad) == CHECK_NONE)
        return err_set(err, CUZK_FAULT, "check-disagrees",
                       "a sum of points is outside the subgroup but none of the points is");
    return CUZK_OK;
}

static cuzk_status check_many(check_vector *v, cuzk_error *err)
{
    size_t sums_len = v->w->threads * CHECK_SUMS * v->ops->affine_len;
    size_t scratch_len = v->w->threads * sizeof *v->scratch;
    v->sums = work_alloc(v->w, sums_len, "sums of points", err);
    if (!v->sums)
        return CUZK_NO_RESOURCES;
    v->scratch = work_alloc(v->w, scratch_len, "points being checked", err);
    cuzk_status status = v->scratch ? check_sums(v, err) : CUZK_NO_RESOURCES;
    if (v->scratch)
        work_dealloc(v->w, v->scratch, scratch_len);
    work_dealloc(v->w, v->sums, sums_len);
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

static cuzk_status check_run(const groth16_params *p, const check_ops *ops, work *w,
                             cuzk_error *err)
{
    check_vector v = { .ops = ops, .params = p, .w = w, .bad = CHECK_NONE, .bad_sum = CHECK_NONE };
    for (groth16_section s = ops->first; s <= ops->last; s++)
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
    return point_damaged(p, place.section, place.index, ops->point(place.at, true), err);
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
