/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "msm/scalars.h"
#include "field/kernels.h"

bool msm_fold(fr_raw *k)
{
    fr_raw other;
    uint64_t borrow = 0;
    for (int i = 0; i < 4; i++) {
        unsigned __int128 d = (unsigned __int128)FR_MODULUS.l[i] - k->l[i] - borrow;
        other.l[i] = (uint64_t)d;
        borrow = (uint64_t)(d >> 64) & 1;
    }
    for (int i = 3; i >= 0; i--) {
        if (other.l[i] == k->l[i])
            continue;
        if (other.l[i] > k->l[i])
            return false;
        *k = other;
        return true;
    }
    return false;
}

unsigned msm_bits(const fr_raw *k)
{
    for (int i = 3; i >= 0; i--)
        if (k->l[i])
            return 64 * (unsigned)(i + 1) - (unsigned)__builtin_clzll(k->l[i]);
    return 0;
}

/* k = sum d_w 2^(cw): a window above 2^(c-1) becomes negative and carries into the next. */
void msm_digits(int32_t *digits, size_t stride, const fr_raw *k, bool neg, unsigned c,
                unsigned windows)
{
    const int32_t full = INT32_C(1) << c, half = full / 2;
    int32_t carry = 0;
    for (unsigned w = 0; w < windows; w++) {
        unsigned bit = w * c, limb = bit / 64, shift = bit % 64;
        uint64_t v = limb < 4 ? k->l[limb] >> shift : 0;
        if (shift + c > 64 && limb < 3)
            v |= k->l[limb + 1] << (64 - shift);
        int32_t d = (int32_t)(v & (uint64_t)(full - 1)) + carry;
        carry = d > half;
        d -= carry ? full : 0;
        digits[w * stride] = neg ? -d : d;
    }
}

typedef struct survey_ctx {
    msm_survey *out;
    const fr_view *scalars;
    const bitmap *density;
    fr *scratch;
    const field_kernels *kernels;
} survey_ctx;

static unsigned folded_bits(const survey_ctx *c, const fr *k)
{
    if (fr_is_zero(k))
        return 0;
    if (fr_is_one(k))
        return 1;
    fr_raw raw;
    c->kernels->fr_to_raw(&raw, k);
    msm_fold(&raw);
    return msm_bits(&raw);
}

static void survey_range(void *ctx, size_t begin, size_t end, unsigned thread)
{
    const survey_ctx *c = ctx;
    fr *k = c->scratch + (size_t)thread * MSM_SLICE;
    fr_view_expand(c->scalars, begin, end - begin, k);
    for (size_t i = begin; i < end; i++)
        if (!c->density || bitmap_get(c->density, i))
            c->out[thread].bits[folded_bits(c, &k[i - begin])]++;
}

void msm_survey_scalars(msm_survey *out, work *w, const fr_view *scalars, const bitmap *density,
                        fr *scratch)
{
    survey_ctx c = { out, scalars, density, scratch, field_kernels_now() };
    memset(out, 0, w->threads * sizeof *out);
    work_for(w, scalars->n, MSM_SLICE, survey_range, &c);
    for (unsigned t = 1; t < w->threads; t++)
        for (unsigned b = 0; b <= FR_BITS; b++)
            out[0].bits[b] += out[t].bits[b];
}

/* Digits of a number of so many bits: one bit more for the sign. */
static unsigned windows_of(unsigned bits, unsigned c)
{
    return bits < c ? 1 : (bits + c) / c;
}

/* Reducing the buckets of one window (weighted_sum in bucket_template.h), in batched additions:
 * two a bucket, where there are few of them much more, as nothing can be batched. */
static size_t reduce_cost(unsigned c)
{
    return ((size_t)1 << c) + (c <= 6 ? (size_t)2 << c : 200);
}

msm_plan msm_choose(const msm_survey *s, unsigned max_c)
{
    const size_t per_window = 150; /* setting up, sorting, inversions */
    msm_plan best = { 0 };
    size_t best_cost = SIZE_MAX;
    for (unsigned c = 2; c <= max_c; c++) {
        msm_plan p = { .c = c };
        size_t cost = 0;
        unsigned top = 0; /* bits of the largest small scalar */
        for (unsigned b = 1; b <= FR_BITS; b++) {
            cost += s->bits[b] * windows_of(b, c);
            *(b < c ? &p.small : &p.wide) += s->bits[b];
            if (b < c && s->bits[b])
                top = b;
            else if (s->bits[b])
                p.windows = windows_of(b, c);
        }
        cost += p.windows * (per_window + reduce_cost(c)) + ((size_t)2 << top);
        if (cost < best_cost) {
            best_cost = cost;
            best = p;
        }
    }
    return best;
}
