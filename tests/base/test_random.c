/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/random.h"
#include "test.h"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void bytes_differ_and_fill(void **state)
{
    (void)state;
    static uint8_t a[100000], b[sizeof a];
    assert_int_equal(random_bytes(a, sizeof a, NULL), CUZK_OK);
    assert_int_equal(random_bytes(b, sizeof b, NULL), CUZK_OK);
    assert_memory_not_equal(a, b, sizeof a);
    /* The last 64 bytes are all zero with probability 2^-512. */
    static const uint8_t zero[64];
    assert_memory_not_equal(a + sizeof a - 64, zero, 64);
    /* 800000 fair bits: mean 400000, deviation 447; ten deviations away is a defect. */
    long ones = 0;
    for (size_t i = 0; i < sizeof a; i++)
        ones += __builtin_popcount(a[i]);
    assert_in_range(ones, 400000 - 4470, 400000 + 4470);
}

static void nothing_beyond_the_length(void **state)
{
    (void)state;
    uint8_t b[8];
    memset(b, 0x5a, sizeof b);
    assert_int_equal(random_bytes(b, 0, NULL), CUZK_OK);
    assert_int_equal(b[0], 0x5a);
    assert_int_equal(random_bytes(b, 4, NULL), CUZK_OK);
    assert_int_equal(b[4], 0x5a);
    wipe(b, 4);
    assert_int_equal(b[3], 0);
    assert_int_equal(b[4], 0x5a);
    wipe(NULL, 0);
}

static void protection(void **state)
{
    (void)state;
    pid_t child = fork();
    if (child == 0) {
        struct rlimit r;
        random_protect_process();
        _exit(getrlimit(RLIMIT_CORE, &r) || r.rlim_cur || r.rlim_max || prctl(PR_GET_DUMPABLE));
    }
    int status = -1;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_differ_and_fill),
        cmocka_unit_test(nothing_beyond_the_length),
        cmocka_unit_test(protection),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
