/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "prover/selftest.h"

#include "base/cpu.h"
#include "hash/sha256.h"

#include <pthread.h>
#include <string.h>

/* FIPS 180-4, the example "abc". */
static bool test_sha256(void)
{
    static const uint8_t want[SHA256_LEN] = {
        0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea, 0x41, 0x41, 0x40,
        0xde, 0x5d, 0xae, 0x22, 0x23, 0xb0, 0x03, 0x61, 0xa3, 0x96, 0x17,
        0x7a, 0x9c, 0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00, 0x15, 0xad,
    };
    uint8_t got[SHA256_LEN];

    sha256(got, "abc", 3);
    return memcmp(got, want, sizeof want) == 0;
}

const selftest selftests[SELFTESTS] = {
    { "sha256", test_sha256 },
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const selftest *failed; /* the first that did */

static void run_all(void)
{
    for (size_t i = 0; i < SELFTESTS && !failed; i++)
        failed = selftests[i].run() ? NULL : &selftests[i];
}

cuzk_status selftest_once(cuzk_error *err)
{
    pthread_once(&once, run_all);
    if (!failed)
        return CUZK_OK;
    return err_set(err, CUZK_FAULT, "selftest",
                   "the self-test \"%s\" fails with the %s kernels: this build computes wrongly on "
                   "this machine",
                   failed->name, cpu_variant_name(cpu_variant_get()));
}
