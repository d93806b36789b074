/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/cpu.h"
#include "base/cpu_detect.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[CPU_VARIANTS] = { "portable", "adx", "ifma" };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static cpu_features features;
static const char *ignored;
/* Atomic because tests force them while pool threads exist. */
static _Atomic cpu_variant variant;
static atomic_bool sha_ni;

static bool available(cpu_variant v)
{
    const bool adx = features.bmi2 && features.adx;
    return v == CPU_PORTABLE || (v == CPU_ADX && adx) ||
           (v == CPU_IFMA && adx && features.avx512_ifma);
}

static void detect_once(void)
{
    features = cpu_detect_platform();
    cpu_variant v = CPU_VARIANTS - 1;
    while (!available(v))
        v--;
    bool sha = features.sha_ni;
    const char *wish = getenv("CUZK_CPU");
    if (wish && *wish) {
        ignored = wish;
        for (unsigned i = 0; i < CPU_VARIANTS; i++)
            if (strcmp(wish, names[i]) == 0 && available((cpu_variant)i)) {
                v = (cpu_variant)i;
                sha = sha && v != CPU_PORTABLE;
                ignored = NULL;
            }
    }
    atomic_store(&variant, v);
    atomic_store(&sha_ni, sha);
}

const cpu_features *cpu_detect(void)
{
    pthread_once(&once, detect_once);
    return &features;
}

cpu_variant cpu_variant_get(void)
{
    cpu_detect();
    return atomic_load_explicit(&variant, memory_order_relaxed);
}

bool cpu_variant_available(cpu_variant v)
{
    cpu_detect();
    return available(v);
}

const char *cpu_variant_name(cpu_variant v)
{
    return (unsigned)v < CPU_VARIANTS ? names[v] : "unknown";
}

bool cpu_variant_force(cpu_variant v)
{
    if (!cpu_variant_available(v))
        return false;
    atomic_store(&variant, v);
    return true;
}

const char *cpu_variant_ignored(void)
{
    cpu_detect();
    return ignored;
}

bool cpu_sha_ni_enabled(void)
{
    cpu_detect();
    return atomic_load_explicit(&sha_ni, memory_order_relaxed);
}

void cpu_sha_ni_force(bool enabled)
{
    /* Detection first, whatever is asked: it would undo a later store. */
    const bool have = cpu_detect()->sha_ni;
    atomic_store(&sha_ni, enabled && have);
}
