/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Compiled once for each term storage (cmake/storages.cmake), and once as the product has it: what
 * the generic witness makes of a harness circuit, in one digest. */
#include "gadgets/storage_case.h"
#include "gadgets/harness.h"
#include "hash/sha256.h"
#include "r1cs/witness.h"
#include <string.h>

static void mix_bitmap(sha256_state *s, const bitmap *b)
{
    sha256_update(s, &b->n, sizeof b->n);
    sha256_update(s, b->words, (b->n + 63) / 64 * sizeof *b->words);
}

static void mix_vector(sha256_state *s, const fr_view *v)
{
    sha256_update(s, &v->n, sizeof v->n);
    sha256_update(s, v->plain, v->n * sizeof *v->plain);
}

/* A row with more terms, in any order, than any storage holds without growing. */
static void wide_synthesize(const void *ctx, cs *s)
{
    cs_var v[3000];
    (void)ctx;
    for (unsigned i = 0; i < 3000; i++) {
        fr x = fr_from_u64(i);
        v[i] = cs_alloc(s, &x);
    }
    for (unsigned n = 0; n <= 3000; n = n < 20 ? n + 1 : 2 * n) {
        cs_row r = cs_row_begin(s);
        for (unsigned i = 0; i < n; i++) {
            lc_add_pow2(r.a, i % 9, v[i * 7 % n]);
            lc_add_pow2(r.b, i % 5, v[n - 1 - i]);
        }
        lc_add_lc(r.a, &FR_ONE, r.b);
        lc_copy(r.c, r.a);
        lc_sub_var(r.c, CS_ONE);
        cs_row_end(s);
    }
}

static const circuit wide = { .id = "wide", .synthesize = wide_synthesize };

static bool storage_case(size_t i, uint8_t digest[32])
{
    work wk;
    witness w;
    assignment a;
    sha256_state s;
    const circuit *c = i ? harness_at(i - 1) : &wide;
    if (!c || work_init(&wk, 1, 0, NULL) != CUZK_OK)
        return false;
    bool made = witness_make(&w, &wk, c, NULL, NULL) == CUZK_OK;
    if (made) {
        witness_assignment(&w, &a);
        const fr_view *vectors[] = { &a.a, &a.b, &a.c, &a.inputs, &a.aux };
        sha256_init(&s);
        for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++)
            mix_vector(&s, vectors[k]);
        mix_bitmap(&s, &a.a_aux);
        mix_bitmap(&s, &a.b_input);
        mix_bitmap(&s, &a.b_aux);
        sha256_final(&s, digest);
        witness_free(&w);
    }
    work_free(&wk);
    return made;
}

#define PASTE2(a, b) a##_##b
#define PASTE(a, b)  PASTE2(a, b)
#define CASE         PASTE(storage_case, CUZK_STORAGE)

extern const storage_case_entry CASE;
const storage_case_entry CASE = { .name = TERMS_NAME, .lc_len = sizeof(lc), .run = storage_case };
