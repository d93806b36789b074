/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "hash/blake2b_words.h"
#include "base/bytes.h"
#include "base/cpu.h"
#include "hash/blake2b.h"

void blake2b_words_ref(uint64_t *out, const uint64_t *first, uint64_t second, size_t n)
{
    uint8_t message[16], digest[BLAKE2B_MAX_LEN];
    blake2b_state s;

    store_be64(message + 8, second);
    for (size_t i = 0; i < n; i++) {
        store_be64(message, first[i]);
        blake2b_init(&s, sizeof digest, NULL, 0);
        blake2b_update(&s, message, sizeof message);
        blake2b_final(&s, digest);
        out[i] = load_be64(digest);
    }
}

void blake2b_words(uint64_t *out, const uint64_t *first, uint64_t second, size_t n)
{
#ifdef CUZK_HAVE_IFMA
    if (cpu_variant_get() == CPU_IFMA) {
        for (; n >= 8; n -= 8, out += 8, first += 8)
            blake2b_words8_ifma(out, first, second);
    }
#endif
    blake2b_words_ref(out, first, second, n);
}
