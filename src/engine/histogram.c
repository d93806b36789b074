/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "engine/snapshot.h"

const double engine_duration_bounds[DURATION_BOUNDS] = { 0.1, 0.25, 0.5, 1,   2.5, 5,    10,
                                                         25,  50,   100, 250, 500, 1000, 2500 };

void histogram_add(histogram *h, double seconds)
{
    unsigned i = 0;

    while (i < DURATION_BOUNDS && seconds > engine_duration_bounds[i])
        i++;
    h->bucket[i]++;
    h->count++;
    h->sum += seconds;
}
