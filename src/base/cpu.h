/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What this CPU offers, and which variant of the kernels runs on it.
 *
 * The environment variable CUZK_CPU=portable|adx|ifma forces a variant; one this CPU
 * lacks is refused by cpu_variant_force and ignored (with a word from `cuzk doctor`) in the
 * environment. CUZK_CPU=portable also leaves the SHA extensions unused. */
#ifndef CUZK_BASE_CPU_H
#define CUZK_BASE_CPU_H

#include <stdbool.h>

typedef enum cpu_variant {
    CPU_PORTABLE, /* plain C */
    CPU_ADX,      /* BMI2 and ADX: mulx, adcx, adox */
    CPU_IFMA,     /* AVX-512 IFMA: eight elements at a time; what is not in lanes, as ADX */
    CPU_VARIANTS  /* how many */
} cpu_variant;

typedef struct cpu_features {
    bool bmi2, adx, sha_ni, avx2, avx512_ifma;
} cpu_features;

const cpu_features *cpu_detect(void);

/* The variant the kernels use now: the best this CPU has, or the forced one. */
cpu_variant cpu_variant_get(void);
bool cpu_variant_available(cpu_variant v);
const char *cpu_variant_name(cpu_variant v);

/* For tests and CUZK_CPU: false, and nothing changes, if this CPU lacks it. Not thread-safe. */
bool cpu_variant_force(cpu_variant v);

/* What CUZK_CPU asked for in vain, or NULL. */
const char *cpu_variant_ignored(void);

/* As cpu_detect, but for SHA extensions: the hash layer asks here so tests can turn them off. */
bool cpu_sha_ni_enabled(void);
void cpu_sha_ni_force(bool enabled);

#endif
