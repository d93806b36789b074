/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/cpu.h"
#include "test.h"

#include <sys/wait.h>
#include <unistd.h>

static void features_are_the_systems(void **state)
{
    (void)state;
    /* The kernel's own list as the oracle. Under an emulator it is the other machine's. */
    if (*TEST_EMULATOR)
        skip();
    FILE *f = fopen("/proc/cpuinfo", "r");
    static char line[1 << 16];
    bool found = false;
    while (f && !found && fgets(line, sizeof line, f))
        found = strncmp(line, "flags", 5) == 0;
    if (f)
        fclose(f);
    if (!found)
        skip();
    line[strcspn(line, "\n")] = ' ';
    const cpu_features *c = cpu_detect();
    assert_int_equal(c->bmi2, strstr(line, " bmi2 ") != NULL);
    assert_int_equal(c->adx, strstr(line, " adx ") != NULL);
    assert_int_equal(c->sha_ni, strstr(line, " sha_ni ") != NULL);
    assert_int_equal(c->avx2, strstr(line, " avx2 ") != NULL);
    assert_int_equal(c->avx512_ifma, strstr(line, " avx512ifma ") != NULL);
}

static void forcing(void **state)
{
    (void)state;
    cpu_variant before = cpu_variant_get();
    assert_true(cpu_variant_available(CPU_PORTABLE));
    assert_true(cpu_variant_force(CPU_PORTABLE));
    assert_int_equal(cpu_variant_get(), CPU_PORTABLE);
    assert_false(cpu_variant_force((cpu_variant)99));
    assert_int_equal(cpu_variant_get(), CPU_PORTABLE);
    for (cpu_variant v = CPU_ADX; v < CPU_VARIANTS; v++) {
        const bool can = cpu_variant_available(v);
        assert_true(cpu_variant_force(CPU_PORTABLE));
        assert_int_equal(cpu_variant_force(v), can);
        assert_int_equal(cpu_variant_get(), can ? v : CPU_PORTABLE);
    }
    cpu_variant_force(before);
    assert_string_equal(cpu_variant_name(CPU_PORTABLE), "portable");
    assert_string_equal(cpu_variant_name(CPU_ADX), "adx");
    assert_string_equal(cpu_variant_name(CPU_IFMA), "ifma");
    assert_string_equal(cpu_variant_name((cpu_variant)-1), "unknown");
}

static void forcing_sha(void **state)
{
    (void)state;
    cpu_sha_ni_force(false);
    assert_false(cpu_sha_ni_enabled());
    cpu_sha_ni_force(true);
    assert_int_equal(cpu_sha_ni_enabled(), cpu_detect()->sha_ni);
}

/* The environment is read once, so each wish needs a process that has asked for nothing yet. */
static int answer_with_environment(const char *wish, cpu_variant expected, bool ignored)
{
    pid_t child = fork();
    if (child == 0) {
        setenv("CUZK_CPU", wish, 1);
        bool good = cpu_variant_get() == expected && (cpu_variant_ignored() != NULL) == ignored;
        if (good && expected == CPU_PORTABLE && !ignored && *wish)
            good = !cpu_sha_ni_enabled();
        _exit(good ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    return status;
}

int main(void)
{
    /* Before anything here asks: the answer is kept. CUZK_CPU may be set by whoever runs this. */
    pid_t child = fork();
    if (child == 0) {
        unsetenv("CUZK_CPU");
        _exit((int)cpu_variant_get());
    }
    int status = -1;
    waitpid(child, &status, 0);
    cpu_variant best = (cpu_variant)WEXITSTATUS(status);
    int failed = answer_with_environment("portable", CPU_PORTABLE, false) ||
                 answer_with_environment("", best, false) ||
                 answer_with_environment("adx", best == CPU_PORTABLE ? best : CPU_ADX,
                                         best == CPU_PORTABLE) ||
                 answer_with_environment("ifma", best, best != CPU_IFMA) ||
                 answer_with_environment("PORTABLE", best, true) ||
                 answer_with_environment("avx9000", best, true);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(features_are_the_systems),
        cmocka_unit_test(forcing),
        cmocka_unit_test(forcing_sha),
    };
    if (failed)
        fputs("CUZK_CPU is not honoured\n", stderr);
    return cmocka_run_group_tests(tests, NULL, NULL) || failed;
}
