/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/resident.h"

#include <stdatomic.h>
#include <stdio.h>

static _Atomic size_t peak;

size_t resident_now(void)
{
    FILE *f = fopen("/proc/self/status", "re");
    unsigned long long anon = 0, shared = 0;
    char line[256];

    if (!f)
        return 0;
    while (fgets(line, sizeof line, f)) {
        sscanf(line, "RssAnon: %llu kB", &anon);
        sscanf(line, "RssShmem: %llu kB", &shared);
    }
    fclose(f);
    return (size_t)(anon + shared) * 1024;
}

size_t resident_peak(void)
{
    size_t now = resident_now(), most = atomic_load(&peak);

    while (now > most && !atomic_compare_exchange_weak(&peak, &most, now))
        ;
    return now > most ? now : most;
}

void resident_reset(void)
{
    atomic_store(&peak, 0);
}
