/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Each gadget circuit equals the one the official crates make: counts, digests blank and with a
 * witness, densities, and row by row where the rows are given. */
#include "gadgets/golden.h"
#include "gadgets/harness.h"
#include "test.h"
#include <stdio.h>
#include <unistd.h>

static const char *const circuits[] = {
    "boolean-ops",
    "pack-inputs-8",
    "pack-inputs-300",
    "pack-bits",
    "uint32-xor",
    "uint32-addmany-2",
    "uint32-addmany-5",
    "uint64-pack",
    "sha256-1block",
    "sha256-2block",
    "sha256-block-no-padding",
    "create-label",
    "num-ops",
    "num-bits",
    "num-bits-strict",
    "encode",
    "insert-2",
    "insert-4",
    "insert-8",
    "insert-16",
    "select-8",
    "poseidon-2",
    "poseidon-4",
    "poseidon-8",
    "poseidon-11",
    "por-oct",
    "por-oct-public",
    "por-8-2",
    "por-8-8",
    "por-8-8-2",
    "por-bin-sha256",
};
#define N_CIRCUITS (sizeof circuits / sizeof circuits[0])

static void equals_golden(void **state)
{
    const char *name = *state;
    char path[128], full[512];
    const circuit *c = harness_find(name);
    assert_non_null(c);
    snprintf(path, sizeof path, "gadgets/%s.txt", name);
    snprintf(full, sizeof full, "%s/golden/%s", CUZK_TEST_DATA, path);
    if (access(full, R_OK) == 0)
        golden_compare_rows(path, c);
    snprintf(path, sizeof path, "gadgets/%s.json", name);
    golden_compare_blank(path, c);
    golden_compare_witnessed(path, 0, c);
}

int main(void)
{
    struct CMUnitTest tests[N_CIRCUITS] = { 0 };
    for (size_t i = 0; i < N_CIRCUITS; i++) {
        tests[i].name = circuits[i];
        tests[i].test_func = equals_golden;
        tests[i].initial_state = (void *)(uintptr_t)circuits[i];
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
