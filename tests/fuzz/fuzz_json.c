/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The JSON scanner: whole and in pieces give the same answer at the same place; the fast reader of
 * byte arrays and its slow twin agree. */
#include "filecoin/json_scan.h"
#include "fuzz.h"

unsigned long fuzz_accepted;

typedef struct pieces {
    const uint8_t *data;
    size_t len, at, step;
} pieces;

static cuzk_status refill(void *ctx, const uint8_t **piece, size_t *len)
{
    pieces *p = ctx;
    size_t n = p->len - p->at < p->step ? p->len - p->at : p->step;
    *piece = p->data + p->at;
    *len = n;
    p->at += n;
    return CUZK_OK;
}

static cuzk_status skip_all(jscan *j)
{
    TRY(jscan_skip(j));
    return jscan_end(j);
}

static void whole_and_pieces(const uint8_t *data, size_t len)
{
    jscan j;
    cuzk_error whole = { 0 }, cut = { 0 };
    jscan_open(&j, data, len, "fuzz", &whole);
    cuzk_status status = skip_all(&j);
    fuzz_accepted += status == CUZK_OK;
    for (size_t step = 1; step <= 64; step = step * 3 + 1) {
        pieces p = { data, len, 0, step };
        jscan_open_pieces(&j, refill, &p, NULL, "fuzz", &cut);
        CHECK(skip_all(&j) == status);
        if (status != CUZK_OK) {
            CHECK(strcmp(cut.code, whole.code) == 0);
            CHECK(strcmp(cut.message, whole.message) == 0);
            CHECK(cut.index == whole.index);
        }
    }
}

static void bytes_and_slow_bytes(const uint8_t *data, size_t len)
{
    for (size_t n = 0; n <= 33; n += 11) {
        jscan j;
        cuzk_error err;
        uint8_t a[33] = { 0 }, b[33] = { 0 };
        jscan_open(&j, data, len, NULL, &err);
        cuzk_status fast = jscan_bytes(&j, a, n);
        jscan_open(&j, data, len, NULL, &err);
        CHECK(jscan_bytes_slow(&j, b, n) == fast);
        if (fast == CUZK_OK)
            CHECK(memcmp(a, b, n) == 0);
    }
}

static void strings_and_numbers(const uint8_t *data, size_t len)
{
    jscan j;
    cuzk_error err;
    char text[16];
    uint64_t v;
    jscan_open(&j, data, len, NULL, &err);
    if (jscan_string(&j, text, sizeof text) == CUZK_OK)
        CHECK(strnlen(text, sizeof text) < sizeof text);
    jscan_open(&j, data, len, NULL, &err);
    if (jscan_u64(&j, 1000, &v) == CUZK_OK)
        CHECK(v <= 1000);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    whole_and_pieces(data, len);
    /* What stands at each opening of an array or string, so that a document's inside is reached. */
    size_t tried = 0;
    for (size_t i = 0; i < len && tried < 32; i++)
        if (i == 0 || data[i] == '[' || data[i] == '"') {
            bytes_and_slow_bytes(data + i, len - i);
            strings_and_numbers(data + i, len - i);
            tried++;
        }
    return 0;
}
