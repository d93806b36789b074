/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Vanilla proofs of PoSt and updates, bare or as JSON: what is accepted is written back as the same
 * bytes, and memory stays within a few times the input. */
#include "filecoin/post_vanilla.h"
#include "filecoin/update_vanilla.h"
#include "fuzz.h"

unsigned long fuzz_accepted;

static void check_error(cuzk_status status, const cuzk_error *err)
{
    CHECK(err->status == status && err->code[0] && err->message[0]);
}

static void same_bytes(const vanilla_item *item, const uint8_t *written, size_t len)
{
    CHECK(item->len == len && memcmp(item->data, written, len) == 0);
}

/* Paths take at most twice what they are read from (a level of a binary tree takes 48 bytes). */
static void check_memory(const arena *a, const vanilla_items *items)
{
    size_t total = 0;

    for (size_t i = 0; i < items->n; i++)
        total += items->item[i].len;
    CHECK(arena_used(a) <= 2 * total + 65536);
}

static void try_post(const vanilla_items *items, proof_kind kind)
{
    cuzk_error err = { 0 };
    post_vanilla v;
    cuzk_status s = post_vanilla_read(&v, items, kind, NULL, &err);

    if (s != CUZK_OK) {
        check_error(s, &err);
        return;
    }
    fuzz_accepted++;
    check_memory(v.arena, items);
    size_t len = post_sector_len(kind, v.shape);
    uint8_t *out = malloc(len);
    CHECK(out && v.n_sectors == items->n);
    for (size_t i = 0; i < v.n_sectors; i++) {
        post_sector_write(out, &v, i);
        same_bytes(&items->item[i], out, len);
    }
    free(out);
    post_vanilla_free(&v);
}

static void try_update(const vanilla_items *items)
{
    cuzk_error err = { 0 };
    update_vanilla v;
    cuzk_status s = update_vanilla_read(&v, items, NULL, &err);

    if (s != CUZK_OK) {
        check_error(s, &err);
        return;
    }
    fuzz_accepted++;
    check_memory(v.arena, items);
    size_t len = update_partition_len(v.shape);
    uint8_t *out = malloc(len);
    CHECK(out && v.shape->partitions == items->n);
    for (unsigned k = 0; k < v.shape->partitions; k++) {
        update_partition_write(out, &v, k);
        same_bytes(&items->item[k], out, len);
    }
    free(out);
    update_vanilla_free(&v);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    vanilla_items items = { 0 };
    cuzk_error err = { 0 };
    cuzk_status s = vanilla_items_add(&items, data, len, NULL, &err);

    if (s == CUZK_OK) {
        try_post(&items, KIND_WINNING);
        try_post(&items, KIND_WINDOW);
        try_update(&items);
    } else {
        check_error(s, &err);
    }
    vanilla_items_free(&items);
    return 0;
}
