/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Parameter files: the sections of what is accepted lie one behind the other inside the file, and
 * with its trailer make up all of it. */
#include "fuzz.h"
#include "groth16/key.h"

unsigned long fuzz_accepted;

static cuzk_status parse(const uint8_t *data, size_t len, bool allow_trailer)
{
    groth16_params p;
    cuzk_error err = { 0 };
    cuzk_status status = groth16_params_parse(&p, data, len, "fuzz", allow_trailer, &err);
    if (status == CUZK_OK) {
        fuzz_accepted++;
        const uint8_t *at = data + GROTH16_VK_LEN(p.vk.n_ic);
        for (int s = 0; s < SECTIONS; s++) {
            CHECK(p.section[s].points == at + 4);
            CHECK(p.section[s].point_len == (s == SECTION_B_G2 ? 192 : 96));
            at += 4 + p.section[s].n * p.section[s].point_len;
            CHECK(at <= data + len);
        }
        CHECK(at + p.trailer_len == data + len);
        CHECK(allow_trailer || p.trailer_len == 0);
    } else {
        CHECK(err.status == status && err.code[0] && err.message[0]);
    }
    groth16_params_close(&p);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    cuzk_status strict = parse(data, len, false);
    cuzk_status lax = parse(data, len, true);
    if (strict == CUZK_OK)
        CHECK(lax == CUZK_OK);
    return 0;
}
