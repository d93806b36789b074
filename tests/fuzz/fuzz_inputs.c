/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Public inputs in JSON: every value of the table was written. */
#include "apps/inputs_json.h"
#include "fuzz.h"

unsigned long fuzz_accepted;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    inputs_table t;
    cuzk_error err = { 0 };
    const cuzk_bytes json = { data, len, "fuzz" };
    cuzk_status status = inputs_json_parse(&t, &json, &err);
    if (status != CUZK_OK) {
        CHECK(err.status == status && err.code[0] && err.message[0]);
        CHECK(!t.values);
        return 0;
    }
    fuzz_accepted++;
    uint8_t sum = 0;
    for (size_t i = 0; i < 32 * t.rows * t.columns; i++)
        sum ^= t.values[i];
    CHECK(t.rows * t.columns * 64 <= len);
    CHECK(sum == 0 || t.values);
    free(t.values);
    return 0;
}
