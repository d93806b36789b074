/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The daemon's configuration: what was read is the same when it is printed and read again. */
#include "apps/daemon/config.h"
#include "fuzz.h"

unsigned long fuzz_accepted;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    static const config_source from = { 0 };
    config c, again;
    cuzk_error err = { 0 };
    char *out = NULL;
    size_t out_len = 0;
    FILE *f;

    cuzk_status s = config_read(&c, (const char *)data, len, "fuzz", &from, &err);
    if (s != CUZK_OK) {
        CHECK(err.status == s && err.code[0] && err.message[0]);
        return 0;
    }
    fuzz_accepted++;
    f = open_memstream(&out, &out_len);
    CHECK(f);
    config_print(f, &c);
    fclose(f);
    CHECK(config_read(&again, out, out_len, "again", &from, &err) == CUZK_OK);
    CHECK(memcmp(&c, &again, sizeof c) == 0);
    free(out);
    return 0;
}
