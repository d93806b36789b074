/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void sorted(double *out, const double *x, size_t n)
{
    memcpy(out, x, n * sizeof *out);
    qsort(out, n, sizeof *out, ascending);
}

static double middle(const double *s, size_t n)
{
    return n % 2 ? s[n / 2] : (s[n / 2 - 1] + s[n / 2]) / 2;
}

double stats_median(const double *x, size_t n)
{
    double s[STATS_MAX_N];

    sorted(s, x, n);
    return middle(s, n);
}

interval stats_quartiles(const double *x, size_t n)
{
    double s[STATS_MAX_N];

    sorted(s, x, n);
    return (interval) { middle(s, n), s[n / 4], s[n - 1 - n / 4] };
}

/* How many of the smallest and of the largest samples can be left out: the median is below the
 * (k + 1)-th smallest when at most k samples are below the median, a coin thrown n times. */
static size_t left_out(size_t n)
{
    double tail = 0, lg_choose = 0; /* ln of n over k */

    for (size_t k = 0;; k++) {
        tail += exp(lg_choose - (double)n * log(2));
        if (2 * tail > 0.05)
            return k ? k - 1 : 0;
        lg_choose += log((double)(n - k)) - log((double)(k + 1));
    }
}

interval stats_median_interval(const double *x, size_t n)
{
    double s[STATS_MAX_N];
    size_t k = left_out(n);

    sorted(s, x, n);
    return (interval) { middle(s, n), s[k], s[n - 1 - k] };
}

interval stats_paired_ratio(const double *y, const double *x, size_t n)
{
    double ratio[STATS_MAX_N];

    for (size_t i = 0; i < n; i++)
        ratio[i] = y[i] / x[i];
    return stats_median_interval(ratio, n);
}

verdict stats_verdict(interval ratio, interval control)
{
    if (!interval_holds(control, 1))
        return VERDICT_NONE;
    if (interval_holds(ratio, 1))
        return VERDICT_SAME;
    return ratio.high < 1 ? VERDICT_FASTER : VERDICT_SLOWER;
}
