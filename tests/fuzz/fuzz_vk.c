/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Verifying keys: what is accepted fills the bytes exactly and is written back as the same. */
#include "fuzz.h"
#include "groth16/key.h"

unsigned long fuzz_accepted;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    groth16_vk vk;
    cuzk_error err = { 0 };
    size_t used = 0, laid_out = 0;
    cuzk_status layout = groth16_vk_layout(&laid_out, data, len, "fuzz", &err);
    if (layout == CUZK_OK)
        CHECK(laid_out <= len);
    cuzk_status head = groth16_vk_parse(&vk, data, len, &used, "fuzz", &err);
    if (head == CUZK_OK) {
        fuzz_accepted++;
        CHECK(layout == CUZK_OK && used == laid_out && used == GROTH16_VK_LEN(vk.n_ic));
        uint8_t *out = malloc(used);
        CHECK(out);
        groth16_vk_write(out, &vk);
        CHECK(memcmp(out, data, used) == 0);
        free(out);
    } else {
        CHECK(err.status == head && err.code[0] && err.message[0]);
    }
    groth16_vk_free(&vk);

    cuzk_status whole = groth16_vk_parse(&vk, data, len, NULL, "fuzz", &err);
    CHECK((whole == CUZK_OK) == (head == CUZK_OK && used == len));
    groth16_vk_free(&vk);
    return 0;
}
