/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/show_stats.h"

const char *verdict_name(verdict v)
{
    static const char *const names[] = {
        [VERDICT_NONE] = "undecided",
        [VERDICT_FASTER] = "faster",
        [VERDICT_SLOWER] = "slower",
        [VERDICT_SAME] = "no-difference",
    };

    return names[v];
}

void out_interval(json_t *o, const char *key, interval i)
{
    json_t *v = out_object(o, key);

    out_real(v, "median", i.median);
    out_real(v, "low", i.low);
    out_real(v, "high", i.high);
}

void out_column(json_t *o, const char *key, const double *x, unsigned n)
{
    json_t *a = out_array(o, key);

    for (unsigned i = 0; i < n; i++)
        json_array_append_new(a, json_real(x[i]));
}
