/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/daemon/memory_limit.h"
#include "apps/run.h"
#include "base/file.h"
#include "test.h"

static char root[64];

/* A file below root, its directories made. */
static void put(const char *path, const char *text)
{
    char full[256], *slash;

    snprintf(full, sizeof full, "%s/%s", root, path);
    slash = strrchr(full, '/');
    *slash = '\0';
    assert_int_equal(file_make_dirs(full, NULL), CUZK_OK);
    *slash = '/';
    assert_int_equal(file_write(full, text, strlen(text), NULL), CUZK_OK);
}

static int make_root(void **state)
{
    (void)state;
    run_make_dir(root);
    return 0;
}

static int remove_root(void **state)
{
    (void)state;
    run_remove_dir(root);
    return 0;
}

static void nothing_there(void **state)
{
    (void)state;
    assert_true(memory_limit(root) == 0);
    put("proc/self/cgroup", "0::/a\n");
    assert_true(memory_limit(root) == 0);
    put("sys/fs/cgroup/a/memory.max", "4096\n");
    assert_true(memory_limit(root) == 4096);
}

static void the_machine(void **state)
{
    (void)state;
    put("proc/meminfo", "MemFree: 1 kB\nMemTotal:       16384 kB\nMemTotalX: 7 kB\n");
    assert_true(memory_limit(root) == UINT64_C(16) << 20);
    assert_true(memory_limit("") > UINT64_C(16) << 20);
}

static void version_2(void **state)
{
    (void)state;
    put("proc/meminfo", "MemTotal: 16384 kB\n");
    put("proc/self/cgroup", "0::/system.slice/cuzk.service\n");
    put("sys/fs/cgroup/system.slice/cuzk.service/memory.max", "max\n");
    assert_true(memory_limit(root) == UINT64_C(16) << 20);
    put("sys/fs/cgroup/system.slice/memory.max", "8388608\n");
    assert_true(memory_limit(root) == 8388608);
    put("sys/fs/cgroup/system.slice/cuzk.service/memory.max", "4194304\n");
    assert_true(memory_limit(root) == 4194304);
    put("sys/fs/cgroup/memory.max", "4096"); /* as inside a container */
    assert_true(memory_limit(root) == 4096);
}

static void version_1(void **state)
{
    (void)state;
    put("proc/meminfo", "MemTotal: 16384 kB\n");
    put("proc/self/cgroup", "12:cpu,cpuacct:/x\n9:xmemory:/x\n8:memory:/docker/abc\n0::/x\n");
    put("sys/fs/cgroup/memory/x/memory.limit_in_bytes", "1\n");
    assert_true(memory_limit(root) == UINT64_C(16) << 20);
    put("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    assert_true(memory_limit(root) == UINT64_C(16) << 20);
    put("sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes", "2097152\n");
    assert_true(memory_limit(root) == 2097152);
}

static void odd_files(void **state)
{
    (void)state;
    put("proc/meminfo", "MemTotal: much kB\n");
    put("proc/self/cgroup", "nonsense\n:\n0::\n\n5:memory\n0::/a\n");
    put("sys/fs/cgroup/a/memory.max", "-\n");
    assert_true(memory_limit(root) == 0);
    put("sys/fs/cgroup/a/memory.max", "99999999999999999999999\n");
    assert_true(memory_limit(root) == 0);
}

static void the_budget(void **state)
{
    (void)state;
    assert_true(memory_auto_budget(0, 0) == 0);
    assert_true(memory_auto_budget(0, 5) == 0);
    assert_true(memory_auto_budget(100, 0) == 100);
    assert_true(memory_auto_budget(100, 49) == 51);
    assert_true(memory_auto_budget(100, 50) == 50);
    assert_true(memory_auto_budget(100, 51) == 50);
    assert_true(memory_auto_budget(100, UINT64_MAX) == 50);
    assert_true(memory_auto_budget(UINT64_MAX, 5) == UINT64_MAX - 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nothing_there, make_root, remove_root),
        cmocka_unit_test_setup_teardown(the_machine, make_root, remove_root),
        cmocka_unit_test_setup_teardown(version_2, make_root, remove_root),
        cmocka_unit_test_setup_teardown(version_1, make_root, remove_root),
        cmocka_unit_test_setup_teardown(odd_files, make_root, remove_root),
        cmocka_unit_test(the_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
