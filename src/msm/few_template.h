/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Sums of few multiples, on the caller's thread: of each point the multiples 1 to 8, of each window
 * of four bits a list of those that the digits say, all lists added up side by side, and the
 * windows' sums put together (Straus 1964). There are no buckets to be summed up, which is most of
 * what few points cost otherwise.
 *
 * Parameters: those of prepare_template.h, which is included before, and MSM_FN(costs).
 * No include guard: included once per instance. */
#include "curve/kernels.h"

#define FEW_WINDOW    4
#define FEW_MULTIPLES 8    /* 2^(FEW_WINDOW - 1), the largest digit */
#define FEW_WINDOWS   64   /* of a whole scalar */
#define FEW_EXPAND    64   /* scalars are read so many at a time, */
#define FEW_SCALARS   1024 /* and not more than these */

/* Places in the pool: multiple m of point i in (m - 1) n + i; 8 n further on, of phi of the point;
 * the points of ones; slots, where elements of the lists are added up. */
typedef struct MSM_FN(few) {
    fr_raw k[MSM_MAX_FEW];                              /* folded: those greater than one */
    uint32_t from[MSM_MAX_FEW], ones_from[FEW_SCALARS]; /* their points, those of ones */
    bool neg[MSM_MAX_FEW], ones_neg[FEW_SCALARS];
    uint32_t n, n_ones;
    bool in_subgroup; /* the points */
    unsigned parts, windows;

    void *memory; /* one allocation */
    size_t memory_len;
    MSM_ELEM *pool;
    uint32_t *elems; /* of the lists: places in the pool, negated with BATCH_ADD_NEG */
    batch_add_op *ops;
    void *scratch;
    uint32_t first_one, first_slot, n_slots;
    uint32_t start[FEW_WINDOWS], len[FEW_WINDOWS]; /* of a window's list */
} MSM_FN(few);

/* False if that are too many. */
static bool MSM_FN(few_take)(MSM_FN(few) * f, fr_raw *k, uint32_t from)
{
    const bool neg = msm_fold(k);
    if (msm_bits(k) == 1) {
        f->ones_neg[f->n_ones] = neg;
        f->ones_from[f->n_ones++] = from;
        return true;
    }
    if (f->n == MSM_FN(costs).few[f->in_subgroup])
        return false;
    f->neg[f->n] = neg;
    f->k[f->n] = *k;
    f->from[f->n++] = from;
    return true;
}

/* The scalars that are not zero; false if those are too many. */
static bool MSM_FN(few_read)(MSM_FN(few) * f, const fr_view *scalars, const bitmap *density)
{
    fr room[FEW_EXPAND];
    uint32_t from = 0;
    f->n = f->n_ones = 0;
    for (size_t at = 0; at < scalars->n; at += FEW_EXPAND) {
        const size_t left = scalars->n - at, n = left < FEW_EXPAND ? left : FEW_EXPAND;
        const fr *k = fr_view_read(scalars, at, n, room);
        for (size_t i = 0; i < n; i++) {
            fr_raw raw;
            if (density && !bitmap_get(density, at + i))
                continue;
            if (!msm_is_zero(&k[i])) {
                msm_raw(&raw, &k[i], 1);
                if (!MSM_FN(few_take)(f, &raw, from))
                    return false;
            }
            from++;
        }
    }
    return true;
}

/* Halves of scalars, where there is one that is longer than a half. */
static void MSM_FN(few_plan)(MSM_FN(few) * f)
{
    unsigned bits = 1;
    for (uint32_t i = 0; i < f->n; i++)
        bits = msm_bits(&f->k[i]) > bits ? msm_bits(&f->k[i]) : bits;
    f->parts = f->in_subgroup && bits > MSM_HALF_BITS ? 2 : 1;
    f->windows = msm_windows(f->parts > 1 ? MSM_HALF_BITS : bits, FEW_WINDOW);
}

/* A piece of the allocation: as a count when base is NULL. */
static void MSM_FN(few_lay_out)(MSM_FN(few) * f, uint8_t *base)
{
    const uint32_t row = f->parts * f->n, elems = f->windows * row + f->n_ones;
    const size_t tables = FEW_MULTIPLES / 2 * f->n, pairs = elems / 2;
    const size_t ops = pairs > tables ? pairs : tables;
    size_t at = 0;
    f->first_one = FEW_MULTIPLES * row;
    f->first_slot = f->first_one + f->n_ones;
    f->n_slots = 0;
    for (unsigned w = 0; w < f->windows; w++) { /* the ones go to window 0, the last */
        f->start[w] = (f->windows - 1 - w) * row;
        f->len[w] = 0;
    }
    f->scratch = MSM_FN(carve)(base, &at, MSM_SCRATCH(ops < ROUND_OPS ? ops : ROUND_OPS));
    f->pool = MSM_FN(carve)(base, &at, (f->first_slot + pairs) * sizeof *f->pool);
    f->ops = MSM_FN(carve)(base, &at, ops * sizeof *f->ops);
    f->elems = MSM_FN(carve)(base, &at, elems * sizeof *f->elems);
    f->memory_len = at;
}

/* CUZK_OK, or the first point that cannot be decoded. */
static cuzk_status MSM_FN(few_load)(MSM_FN(few) * f, const MSM_SOURCE *points, cuzk_error *err)
{
    size_t bad = f->n ? MSM_E(load)(f->pool, points, 0, f->from, f->n) : SIZE_MAX;
    if (bad == SIZE_MAX && f->n_ones)
        bad = MSM_E(load)(f->pool + f->first_one, points, 0, f->ones_from, f->n_ones);
    return bad == SIZE_MAX ? CUZK_OK : MSM_FN(bad_point)(bad, err);
}

static void MSM_FN(few_run)(MSM_FN(few) * f, size_t n_ops)
{
    for (size_t at = 0, n; at < n_ops; at += n) {
        n = n_ops - at < ROUND_OPS ? n_ops - at : ROUND_OPS;
        MSM_E(batch_add)(f->pool, f->ops + at, n, f->scratch);
    }
}

/* With the multiples up to `top`: m = top + (m - top) for those up to twice that. */
static void MSM_FN(few_tables)(MSM_FN(few) * f)
{
    const uint32_t n = f->n;
    for (uint32_t top = 1; top < FEW_MULTIPLES; top *= 2) {
        const uint32_t first = top * n;
        for (uint32_t i = 0; i < first; i++) {
            f->pool[first + i] = f->pool[first - n + i % n];
            f->ops[i] = (batch_add_op) { first + i, i };
        }
        MSM_FN(few_run)(f, first);
    }
    if (f->parts > 1)
        MSM_E(endo)(f->pool + FEW_MULTIPLES * n, f->pool, FEW_MULTIPLES * n);
}

static void MSM_FN(few_digits)(MSM_FN(few) * f, const fr_raw *k, bool neg, uint32_t point)
{
    int32_t digits[FEW_WINDOWS];
    msm_digits(digits, 1, k, neg, FEW_WINDOW, f->windows);
    for (unsigned w = 0; w < f->windows; w++) {
        const uint32_t digit = (uint32_t)abs(digits[w]);
        if (digit)
            f->elems[f->start[w] + f->len[w]++] =
                (point + (digit - 1) * f->n) | (digits[w] < 0 ? BATCH_ADD_NEG : 0);
    }
}

static void MSM_FN(few_lists)(MSM_FN(few) * f)
{
    msm_halver halver;
    msm_halver_init(&halver);
    for (uint32_t i = 0; i < f->n; i++) {
        if (f->parts == 1) {
            MSM_FN(few_digits)(f, &f->k[i], f->neg[i], i);
            continue;
        }
        fr_raw low, high;
        const bool low_neg = msm_halve(&halver, &low, &high, &f->k[i]);
        MSM_FN(few_digits)(f, &low, f->neg[i] ^ low_neg, i);
        MSM_FN(few_digits)(f, &high, !f->neg[i], FEW_MULTIPLES * f->n + i); /* of -phi(P) */
    }
    for (uint32_t i = 0; i < f->n_ones; i++)
        f->elems[f->start[0] + f->len[0]++] =
            (f->first_one + i) | (f->ones_neg[i] ? BATCH_ADD_NEG : 0);
}

/* The second half of a list onto its first, which goes to slots. How many additions that are. */
static uint32_t MSM_FN(few_pairs)(MSM_FN(few) * f, unsigned w, batch_add_op *ops)
{
    uint32_t *e = f->elems + f->start[w];
    const uint32_t half = f->len[w] / 2;
    for (uint32_t i = 0; i < half; i++) {
        const uint32_t neg = e[i] & BATCH_ADD_NEG;
        if ((e[i] ^ neg) < f->first_slot) {
            const uint32_t slot = f->first_slot + f->n_slots++;
            f->pool[slot] = f->pool[e[i] ^ neg];
            e[i] = slot | neg;
        }
        ops[i] = (batch_add_op) { e[i] ^ neg, e[f->len[w] - 1 - i] ^ neg };
    }
    f->len[w] -= half;
    return half;
}

static void MSM_FN(few_add_up)(MSM_FN(few) * f)
{
    uint32_t n;
    do {
        n = 0;
        for (unsigned w = 0; w < f->windows; w++)
            n += MSM_FN(few_pairs)(f, w, f->ops + n);
        MSM_FN(few_run)(f, n);
    } while (n);
}

/* sum over windows of 16^w times the window's sum. */
static void MSM_FN(few_combine)(const MSM_FN(few) * f, MSM_POINT *o)
{
    const MSM_G(kernels) *kernels = MSM_G(kernels_of)(cpu_variant_get());
    MSM_G(set_infinity)(o);
    for (unsigned w = f->windows; w-- > 0;) {
        for (unsigned i = 0; i < FEW_WINDOW; i++)
            kernels->dbl(o, o);
        if (!f->len[w])
            continue;
        const uint32_t elem = f->elems[f->start[w]];
        MSM_AFFINE p;
        MSM_E(to_affine)(&p, &f->pool[elem & ~BATCH_ADD_NEG]);
        if (elem & BATCH_ADD_NEG)
            MSM_G(affine_neg)(&p, &p);
        kernels->add_affine(o, o, &p);
    }
}

static cuzk_status MSM_FN(few_sum)(MSM_FN(few) * f, work *w, const MSM_SOURCE *points, MSM_POINT *o,
                                   cuzk_error *err)
{
    f->memory = work_alloc_dirty(w, f->memory_len, "MSM of few", err);
    if (!f->memory)
        return CUZK_NO_RESOURCES;
    MSM_FN(few_lay_out)(f, f->memory);
    cuzk_status status = MSM_FN(few_load)(f, points, err);
    if (status == CUZK_OK) {
        MSM_FN(few_tables)(f);
        MSM_FN(few_lists)(f);
        MSM_FN(few_add_up)(f);
        MSM_FN(few_combine)(f, o);
    }
    work_dealloc(w, f->memory, f->memory_len);
    return status;
}

/* Whether the scalars are few, and so is the memory for them: f is ready for few_sum then. What
 * cannot be summed at all is none of ours. */
static bool MSM_FN(is_few)(MSM_FN(few) * f, const MSM_SOURCE *points, const fr_view *scalars,
                           const bitmap *density, const msm_options *options, size_t memory)
{
    f->in_subgroup = points->in_subgroup;
    if (scalars->n > FEW_SCALARS || options->window || msm_window_forced() ||
        MSM_FN(check)(*points, scalars, density, NULL) != CUZK_OK ||
        !MSM_FN(few_read)(f, scalars, density))
        return false;
    MSM_FN(few_plan)(f);
    MSM_FN(few_lay_out)(f, NULL);
    return f->memory_len <= memory;
}

/* As MSM_FN(run); false, and nothing is done, unless all sums are of few. */
static bool MSM_FN(run_few)(cuzk_status *status, MSM_POINT *o, work *w, const MSM_SOURCE *points,
                            const fr_view *scalars, size_t k, const bitmap *density,
                            const msm_options *options, size_t memory, cuzk_error *err)
{
    MSM_FN(few) f;
    for (size_t j = 0; j < k; j++)
        if (!MSM_FN(is_few)(&f, points, &scalars[j], density, options, memory))
            return false;
    if (options->reached)
        options->reached(options->reached_ctx, 0);
    *status = work_status(w, err);
    for (size_t j = 0; j < k && *status == CUZK_OK; j++) {
        work_pause_point(w);
        if (k > 1)
            (void)MSM_FN(is_few)(&f, points, &scalars[j], density, options, memory);
        *status = MSM_FN(few_sum)(&f, w, points, &o[j], err);
        work_advance(w, scalars[j].n);
        if (*status == CUZK_OK)
            *status = work_status(w, err);
    }
    if (options->reached && *status == CUZK_OK)
        options->reached(options->reached_ctx, points->n);
    return true;
}
