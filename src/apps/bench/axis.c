/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/axis.h"

#include <math.h>
#include <stdio.h>

/* Two to five of them make up the range. */
static double round_step(double range)
{
    double least = range / 5, power = pow(10, floor(log10(least))), m = least / power;

    return power * (m <= 1 ? 1 : m <= 2 ? 2 : m <= 5 ? 5 : 10);
}

static axis axis_with(double step, double low, double high)
{
    axis a = { step, (long)floor(low / step), (long)ceil(high / step) };

    if (a.first == a.last)
        a.last++;
    return a;
}

axis axis_of(double low, double high)
{
    /* Differences too small for the digits of a label are none. */
    double range = fmax(high - low, 1e-6 * fmax(fabs(low), fabs(high)));

    return axis_with(range > 0 ? round_step(range) : 1, low, high);
}

axis axis_of_counts(double high)
{
    return axis_with(high > 1 ? fmax(round_step(high), 1) : 1, 0, high);
}

double axis_at(axis a, double x)
{
    return (x / a.step - (double)a.first) / (double)(a.last - a.first);
}

void axis_label(char *out, size_t len, axis a, long tick)
{
    /* A little more than the logarithm, which may come out just below a whole number. */
    int digits = -(int)floor(log10(a.step) + 1e-9);

    snprintf(out, len, "%.*f", digits > 0 ? digits : 0, a.step * (double)tick);
}
