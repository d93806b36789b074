/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Multiples of one point for one group.
 *
 * Parameters:
 *   FB_FN(f)               the name of function f (fixed_base_g1_mul for mul, ...)
 *   FB_G(f)                function f of the group
 *   FB_TABLE               the struct tag and type
 *   FB_AFFINE, FB_POINT    the group's point types
 *   FB_FIELD               the type of a coordinate
 * No include guard: included once per group. */

typedef struct FB_FN(scratch) {
    int32_t digits[FIXED_BASE_MAX_WINDOWS * FIXED_BASE_BATCH]; /* a row a window */
    batch_add_op ops[FIXED_BASE_BATCH];
    FB_FIELD field[FIXED_BASE_BATCH];
} FB_FN(scratch);

struct FB_TABLE {
    unsigned c, windows;
    size_t row_len;   /* 2^(c-1) */
    FB_AFFINE *point; /* point[w * row_len + j - 1] = j 2^(cw) G */
    FB_FN(scratch) * scratch;
    size_t alloc_len;
};

/* row[j - 1] = j row[0], doubling what is there: (m + i) G = i G + m G for i <= m. */
static void FB_FN(fill_row)(FB_AFFINE *row, size_t row_len, FB_FN(scratch) * s)
{
    for (size_t m = 1; m < row_len; m *= 2) {
        memcpy(row + m, row, m * sizeof *row);
        for (size_t i = 0; i < m;) {
            size_t batch = m - i < FIXED_BASE_BATCH ? m - i : FIXED_BASE_BATCH;
            for (size_t b = 0; b < batch; b++, i++)
                s->ops[b] = (batch_add_op) { (uint32_t)(m + i), (uint32_t)(m - 1) };
            FB_G(batch_add)(row, row, s->ops, batch, s->field);
        }
    }
}

static void FB_FN(fill_range)(void *ctx, size_t begin, size_t end, unsigned thread)
{
    struct FB_TABLE *t = ctx;
    for (size_t w = begin; w < end; w++)
        FB_FN(fill_row)(t->point + w * t->row_len, t->row_len, &t->scratch[thread]);
}

static void FB_FN(fill)(struct FB_TABLE *t, work *w, const FB_AFFINE *g)
{
    FB_POINT base;
    FB_G(from_affine)(&base, g);
    for (unsigned i = 0; i < t->windows; i++) {
        FB_G(to_affine)(&t->point[i * t->row_len], &base);
        for (unsigned b = 0; b < t->c; b++)
            FB_G(double)(&base, &base);
    }
    work_for(w, t->windows, 1, FB_FN(fill_range), t);
}

cuzk_status FB_FN(new)(struct FB_TABLE **out, work *w, const FB_AFFINE *g, size_t n_hint,
                       cuzk_error *err)
{
    *out = NULL;
    struct FB_TABLE *t = calloc(1, sizeof *t);
    if (!t)
        return err_no_memory(err, "fixed base", sizeof *t);
    t->c = fixed_base_window(n_hint);
    t->windows = fixed_base_windows(t->c);
    t->row_len = (size_t)1 << (t->c - 1);
    size_t points_len = (t->windows * t->row_len * sizeof *t->point + 63) & ~(size_t)63;
    t->alloc_len = points_len + w->threads * sizeof *t->scratch;
    uint8_t *mem = work_alloc(w, t->alloc_len, "fixed base table", err);
    if (!mem) {
        free(t);
        return CUZK_NO_RESOURCES;
    }
    t->point = (FB_AFFINE *)(void *)mem;
    t->scratch = (FB_FN(scratch) *)(void *)(mem + points_len);
    FB_FN(fill)(t, w, g);
    cuzk_status status = work_status(w, err);
    if (status == CUZK_OK)
        *out = t;
    else
        FB_FN(free)(t, w);
    return status;
}

void FB_FN(free)(struct FB_TABLE *t, work *w)
{
    if (!t)
        return;
    /* Scratch holds digits of the last scalars, and in a setup those are secret. */
    wipe(t->scratch, t->alloc_len - (size_t)((uint8_t *)t->scratch - (uint8_t *)t->point));
    work_dealloc(w, t->point, t->alloc_len);
    free(t);
}

/* One batch: all its sums take their point of window 0, then of window 1, ... */
static void FB_FN(mul_batch)(const struct FB_TABLE *t, FB_AFFINE *o, const fr *k, size_t n,
                             FB_FN(scratch) * s)
{
    const field_kernels *kernels = field_kernels_now();
    for (size_t i = 0; i < n; i++) {
        fr_raw raw;
        kernels->fr_to_raw(&raw, &k[i]);
        bool neg = msm_fold(&raw);
        msm_digits(&s->digits[i], FIXED_BASE_BATCH, &raw, neg, t->c, t->windows);
        FB_G(affine_set_infinity)(&o[i]);
    }
    for (unsigned w = 0; w < t->windows; w++) {
        size_t n_ops = 0;
        for (size_t i = 0; i < n; i++) {
            int32_t d = s->digits[w * FIXED_BASE_BATCH + i];
            uint32_t at = (uint32_t)(w * t->row_len) + (uint32_t)(d < 0 ? -d : d) - 1;
            if (d)
                s->ops[n_ops++] = (batch_add_op) { (uint32_t)i, at | (d < 0 ? BATCH_ADD_NEG : 0) };
        }
        FB_G(batch_add)(o, t->point, s->ops, n_ops, s->field);
    }
}

typedef struct FB_FN(job) {
    const struct FB_TABLE *t;
    work *w;
    FB_AFFINE *o;
    const fr *k;
} FB_FN(job);

static void FB_FN(mul_range)(void *ctx, size_t begin, size_t end, unsigned thread)
{
    const FB_FN(job) *j = ctx;
    FB_FN(mul_batch)(j->t, j->o + begin, j->k + begin, end - begin, &j->t->scratch[thread]);
    work_advance(j->w, end - begin);
}

void FB_FN(mul)(const struct FB_TABLE *t, work *w, FB_AFFINE *o, const fr *k, size_t n)
{
    FB_FN(job) j = { t, w, o, k };
    work_for(w, n, FIXED_BASE_BATCH, FB_FN(mul_range), &j);
}
