/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The sidecar of development keys. */
#include "fuzz.h"
#include "prover/sidecar.h"

unsigned long fuzz_accepted;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    sidecar s;
    cuzk_error err = { 0 };
    cuzk_status status = sidecar_parse(&s, data, len, "fuzz", &err);
    if (status == CUZK_OK) {
        fuzz_accepted++;
        CHECK(strnlen(s.circuit, sizeof s.circuit) < sizeof s.circuit);
    } else {
        CHECK(err.status == status && err.code[0] && err.message[0]);
    }
    return 0;
}
