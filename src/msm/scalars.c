/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "msm/scalars.h"
#include "curve/g1_constants.h"
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
    const uint64_t words[6] = { k->l[0], k->l[1], k->l[2], k->l[3] };
    const int32_t full = INT32_C(1) << c, half = full / 2, sign = -(int32_t)neg;
    int32_t carry = 0;
    unsigned word = 0, shift = 0;
    for (unsigned w = 0; w < windows; w++) {
        const unsigned __int128 two = (unsigned __int128)words[word + 1] << 64 | words[word];
        int32_t d = (int32_t)((uint64_t)(two >> shift) & (uint64_t)(full - 1)) + carry;
        carry = d > half;
        d -= carry << c;
        digits[w * stride] = (d ^ sign) - sign; /* -d for a sign of -1 */
        shift += c;
        word += shift / 64;
        shift %= 64;
    }
}

unsigned msm_windows(unsigned bits, unsigned c)
{
    return bits < c ? 1 : (bits + c) / c;
}

void msm_middle(msm_wide *middle, unsigned c, unsigned windows)
{
    memset(middle, 0, sizeof *middle);
    for (unsigned bit = c - 1; bit < c * windows; bit += c)
        middle->l[bit / 64] |= UINT64_C(1) << (bit % 64);
}

void msm_block_set(msm_block *b, size_t i, const fr_raw *k, bool neg, const msm_wide *middle)
{
    uint64_t carry = 0;
    for (int j = 0; j < MSM_WIDE_LIMBS; j++) {
        unsigned __int128 t = (unsigned __int128)middle->l[j] + carry + (j < 4 ? k->l[j] : 0);
        b->limb[j][i] = (uint64_t)t;
        carry = (uint64_t)(t >> 64);
    }
    b->neg[i] = -(int32_t)neg;
}

/* With 2^(c-1) in every window added to k, a window's bits are its digit and 2^(c-1) more; the top
 * one keeps its carry. What is above bit 64 of limb j comes from limb j + 1: the last is zero. */
void msm_block_digits(int32_t *digits, const msm_block *b, size_t n, unsigned w, unsigned c,
                      unsigned windows)
{
    const unsigned j = w * c / 64, shift = w * c % 64;
    const uint64_t *low = b->limb[j], *high = b->limb[j + 1 < MSM_WIDE_LIMBS ? j + 1 : j];
    const uint32_t mask = (UINT32_C(2) << (w + 1 < windows ? c - 1 : c)) - 1;
    const int32_t half = INT32_C(1) << (c - 1);
    for (size_t i = 0; i < n; i++) {
        uint64_t v = low[i] >> shift | high[i] << 1 << (63 - shift);
        int32_t d = (int32_t)((uint32_t)v & mask) - half;
        digits[i] = (d ^ b->neg[i]) - b->neg[i];
    }
}

void msm_raw(fr_raw *o, const fr *k, size_t n)
{
    const field_kernels *kernels = field_kernels_now();
    for (size_t i = 0; i < n; i++)
        kernels->fr_to_raw(&o[i], &k[i]);
}

typedef struct survey_ctx {
    msm_survey_scratch *scratch;
    const fr_view *scalars;
    const bitmap *density;
} survey_ctx;

static void survey_range(void *ctx, size_t begin, size_t end, unsigned thread)
{
    const survey_ctx *c = ctx;
    msm_survey_scratch *s = &c->scratch[thread];
    const fr *k = fr_view_read(c->scalars, begin, end - begin, s->k);
    uint32_t zeros = 0, ones = 0, others = 0;
    for (size_t i = begin; i < end; i++) { /* no branches: nobody can foresee them */
        const uint32_t meets = !c->density || bitmap_get(c->density, i);
        const uint32_t zero = msm_is_zero(&k[i - begin]), one = msm_is_one(&k[i - begin]);
        s->place[others] = (uint32_t)(i - begin);
        __builtin_prefetch(&k[i - begin + 64]);
        zeros += meets & zero;
        ones += meets & one;
        others += meets & ~(zero | one);
    }
    s->survey.bits[0] += zeros;
    s->survey.bits[1] += ones;
    for (uint32_t i = 0; i < others; i++) /* in its place, or to the front */
        s->k[i] = k[s->place[i]];
    msm_raw(s->raw, s->k, others);
    for (uint32_t i = 0; i < others; i++) {
        msm_fold(&s->raw[i]);
        s->survey.bits[msm_bits(&s->raw[i])]++;
    }
}

void msm_survey_scalars(msm_survey_scratch *scratch, work *w, const fr_view *scalars,
                        const bitmap *density)
{
    survey_ctx c = { scratch, scalars, density };
    for (unsigned t = 0; t < w->threads; t++)
        memset(&scratch[t].survey, 0, sizeof scratch[t].survey);
    work_for(w, scalars->n, MSM_SLICE, survey_range, &c);
    for (unsigned t = 1; t < w->threads; t++)
        for (unsigned b = 0; b <= FR_BITS; b++)
            scratch[0].survey.bits[b] += scratch[t].survey.bits[b];
}

void msm_halver_init(msm_halver *h)
{
    h->x2 = (unsigned __int128)BLS_X_ABS * BLS_X_ABS;
    h->quotient = 0;
    unsigned __int128 rest = 1; /* of 2^i / x^2 */
    for (int i = 0; i < 254; i++) {
        const bool over = rest >> 127; /* x^2 has 128 bits, and so may the rest */
        rest <<= 1;
        h->quotient <<= 1;
        if (over || rest >= h->x2) {
            rest -= h->x2;
            h->quotient++;
        }
    }
}

/* The upper half of a product of 128-bit numbers. */
static unsigned __int128 mul_high(unsigned __int128 a, unsigned __int128 b)
{
    const uint64_t a0 = (uint64_t)a, a1 = (uint64_t)(a >> 64);
    const uint64_t b0 = (uint64_t)b, b1 = (uint64_t)(b >> 64);
    const unsigned __int128 m0 = (unsigned __int128)a0 * b1, m1 = (unsigned __int128)a1 * b0;
    const unsigned __int128 low = (unsigned __int128)a0 * b0;
    const unsigned __int128 middle = (low >> 64) + (uint64_t)m0 + (uint64_t)m1;
    return (unsigned __int128)a1 * b1 + (m0 >> 64) + (m1 >> 64) + (middle >> 64);
}

/* k = q x^2 + rest: the estimate of q from the upper 128 bits of k and of 2^254 / x^2 is at most 3
 * too small, so that the rest fits 130 bits and its low 128 are not enough to see that it is too
 * large: count down with the upper part. */
bool msm_halve(const msm_halver *h, fr_raw *low, fr_raw *high, const fr_raw *k)
{
    const unsigned __int128 k0 = (unsigned __int128)k->l[1] << 64 | k->l[0];
    const unsigned __int128 k1 = (unsigned __int128)k->l[3] << 64 | k->l[2];
    unsigned __int128 q = mul_high(k1 << 2 | k0 >> 126, h->quotient);
    const unsigned __int128 p0 = q * h->x2;
    unsigned __int128 rest = k0 - p0;
    unsigned __int128 above = k1 - mul_high(q, h->x2) - (k0 < p0);
    while (above || rest >= h->x2) {
        above -= rest < h->x2;
        rest -= h->x2;
        q++;
    }
    const bool neg = rest > h->x2 - rest;
    if (neg) {
        rest = h->x2 - rest;
        q++;
    }
    *low = (fr_raw) { { (uint64_t)rest, (uint64_t)(rest >> 64) } };
    *high = (fr_raw) { { (uint64_t)q, (uint64_t)(q >> 64) } };
    return neg;
}

msm_plan msm_plan_at(const msm_survey *s, const msm_costs *costs, unsigned c, bool halved)
{
    msm_plan p = { .c = c, .halved = halved };
    uint64_t digits = 0, top = 0;
    for (unsigned b = 1; b <= FR_BITS; b++) {
        if (b < c) {
            p.small += s->bits[b];
            digits += s->bits[b];
            top = s->bits[b] ? b : top;
        } else {
            /* what is shorter than a half has both all the same */
            unsigned windows = msm_windows(halved ? MSM_HALF_BITS : b, c);
            p.wide += s->bits[b];
            digits += s->bits[b] * windows * (halved ? 2 : 1);
            p.windows = s->bits[b] ? windows : p.windows;
        }
    }
    uint64_t buckets = ((uint64_t)p.windows << (c - 1)) + (top ? UINT64_C(1) << (top - 1) : 0);
    p.cost = digits * costs->add + buckets * costs->bucket + p.windows * costs->window;
    p.cost += halved ? p.wide * costs->endo : 0;
    return p;
}

static unsigned forced_window; /* 0: none */

bool msm_force_window(unsigned c)
{
    if (c && (c < MSM_MIN_WINDOW || c > MSM_MAX_WINDOW))
        return false;
    forced_window = c;
    return true;
}

bool msm_window_forced(void)
{
    return forced_window != 0;
}

msm_plan msm_choose(const msm_survey *s, const msm_costs *costs, unsigned window, unsigned max_c,
                    bool in_subgroup)
{
    unsigned first = forced_window ? forced_window : MSM_MIN_WINDOW;
    unsigned last = forced_window ? forced_window : max_c;
    if (window && !forced_window) {
        last = window < first ? first : window < max_c ? window : max_c;
        first = last;
    }
    msm_plan best = msm_plan_at(s, costs, first, false);
    for (unsigned c = first; c <= last; c++)
        for (int halved = 0; halved < (in_subgroup && costs->endo ? 2 : 1); halved++) {
            msm_plan p = msm_plan_at(s, costs, c, halved);
            if (p.cost < best.cost)
                best = p;
        }
    return best;
}
