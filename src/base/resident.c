/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/resident.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static _Atomic size_t peak;

enum field { ANONYMOUS, SHARED, FILES, GREATEST, FIELDS };

/* In bytes, all of one moment; all 0 where the system does not say. */
static void read_fields(size_t of[FIELDS])
{
    static const char *const format[FIELDS] = {
        [ANONYMOUS] = "RssAnon: %llu kB",
        [SHARED] = "RssShmem: %llu kB",
        [FILES] = "RssFile: %llu kB",
        [GREATEST] = "VmHWM: %llu kB",
    };
    FILE *f = fopen("/proc/self/status", "re");
    unsigned long long kib;
    char line[256];

    memset(of, 0, FIELDS * sizeof *of);
    if (!f)
        return;
    while (fgets(line, sizeof line, f)) {
        for (int i = 0; i < FIELDS; i++)
            if (sscanf(line, format[i], &kib) == 1)
                of[i] = (size_t)kib * 1024;
    }
    fclose(f);
}

size_t resident_now(void)
{
    size_t of[FIELDS];

    read_fields(of);
    return of[ANONYMOUS] + of[SHARED];
}

size_t resident_greatest(void)
{
    size_t of[FIELDS];

    read_fields(of);
    return of[GREATEST] > of[FILES] ? of[GREATEST] - of[FILES] : 0;
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
