/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What `cuzk doctor` shows. */
#include "base/cpu.h"
#include "prover/context.h"
#include "prover/facts.h"
#include "prover/selftest.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#ifdef __clang__
#define COMPILER __VERSION__
#else
#define COMPILER "gcc " __VERSION__
#endif

static void add_cpu_model(facts *f)
{
    static const char key[] = "model name";
    FILE *info = fopen("/proc/cpuinfo", "re");
    char line[512];

    while (info && fgets(line, sizeof line, info)) {
        const char *value = strchr(line, ':');
        if (strncmp(line, key, sizeof key - 1) != 0 || !value)
            continue;
        value += strspn(value, ": \t");
        facts_text(f, "cpu_model", "%.*s", (int)strcspn(value, "\n"), value);
        break;
    }
    if (info)
        fclose(info);
}

static void add_machine(facts *f, const cuzk_context *c)
{
    const cpu_features *cpu = cpu_detect();
    struct utsname u;
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);

    facts_text(f, "version", "%s", CUZK_VERSION);
    facts_text(f, "compiler", "%s", COMPILER);
    if (uname(&u) == 0)
        facts_text(f, "system", "%s %s %s", u.sysname, u.release, u.machine);
    add_cpu_model(f);
    facts_integer(f, "cpus", (uint64_t)sysconf(_SC_NPROCESSORS_ONLN));
    facts_integer(f, "threads", c->work.threads);
    facts_integer(f, "memory_bytes", (uint64_t)sysconf(_SC_PHYS_PAGES) * page);
    facts_integer(f, "memory_free_bytes", (uint64_t)sysconf(_SC_AVPHYS_PAGES) * page);
    facts_boolean(f, "cpu_bmi2", cpu->bmi2);
    facts_boolean(f, "cpu_adx", cpu->adx);
    facts_boolean(f, "cpu_sha_ni", cpu->sha_ni);
    facts_boolean(f, "cpu_avx2", cpu->avx2);
    facts_boolean(f, "cpu_avx512_ifma", cpu->avx512_ifma);
    facts_text(f, "kernels", "%s", cpu_variant_name(cpu_variant_get()));
    facts_boolean(f, "kernels_sha_ni", cpu_sha_ni_enabled());
    if (cpu_variant_ignored())
        facts_text(f, "ignored_cuzk_cpu", "%s", cpu_variant_ignored());
    facts_text(f, "cache_dir", "%s", c->cache_dir ? c->cache_dir : "");
}

/* Every test on every variant this CPU runs; with the plain variant, the SHA extensions are off.
 * Returns the first failure. */
static const char *add_selftests(facts *f, cpu_variant *failed_on)
{
    const cpu_variant variant = cpu_variant_get();
    const bool sha_ni = cpu_sha_ni_enabled();
    const char *failed = NULL;

    for (int v = 0; v < CPU_VARIANTS; v++) {
        if (!cpu_variant_force((cpu_variant)v))
            continue;
        cpu_sha_ni_force(v != CPU_PORTABLE);
        for (size_t i = 0; i < SELFTESTS; i++) {
            char name[64];
            const char *what = NULL;
            bool good = selftests[i].run((cpu_variant)v, &what);
            snprintf(name, sizeof name, "selftest_%s_%s", cpu_variant_name((cpu_variant)v),
                     selftests[i].name);
            facts_boolean(f, name, good);
            if (!good && !failed) {
                failed = what;
                *failed_on = (cpu_variant)v;
            }
        }
    }
    cpu_variant_force(variant);
    cpu_sha_ni_force(sha_ni);
    return failed;
}

cuzk_status cuzk_machine_report(cuzk_context *c, cuzk_facts **out, cuzk_error *err)
{
    cpu_variant failed_on = CPU_PORTABLE;
    const char *failed;
    facts f;

    facts_begin(&f);
    add_machine(&f, c);
    failed = add_selftests(&f, &failed_on);
    TRY(facts_end(&f, out, err));
    if (failed)
        return selftest_error(err, failed_on, failed);
    return CUZK_OK;
}
