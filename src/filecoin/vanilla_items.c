/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/vanilla_items.h"
#include "base/bytes.h"
#include "filecoin/base64.h"
#include "filecoin/json_scan.h"
#include <stdlib.h>

/* --- reading --- */

static cuzk_status append(vanilla_items *v, vanilla_item item, cuzk_error *err)
{
    if (v->n == v->room) {
        size_t room = v->room ? 2 * v->room : 16;
        vanilla_item *more = realloc(v->item, room * sizeof *more);

        if (!more)
            return err_no_memory(err, "a list of vanilla proofs", room * sizeof *more);
        v->item = more;
        v->room = room;
    }
    v->item[v->n++] = item;
    return CUZK_OK;
}

/* One string into out, where its rest of the document would fit. */
static cuzk_status decode(jscan *j, uint8_t *out, size_t *len)
{
    base64_reader base64;
    const uint8_t *piece;
    size_t n;

    *len = 0;
    TRY(base64_open(&base64, j));
    do {
        TRY(base64_refill(&base64, &piece, &n));
        memcpy(out + *len, piece, n);
        *len += n;
    } while (n);
    return CUZK_OK;
}

static cuzk_status read_array(vanilla_items *v, const uint8_t *data, size_t len, const char *file,
                              cuzk_error *err)
{
    uint8_t *out = arena_alloc(v->arena, len / 4 + 1, 3);
    bool more = true;
    jscan j;

    if (!out)
        return err_no_memory(err, "vanilla proofs", len / 4 * 3);
    jscan_open(&j, data, len, file, err);
    for (uint64_t i = 0;; i++) {
        vanilla_item item = { .data = out, .file = file, .index = (int64_t)i };

        TRY(jscan_next_item(&j, i == 0, &more));
        if (!more && i == 0)
            return jscan_fail(&j, "wrong-length", "vanilla proofs", "an empty array");
        if (!more)
            return jscan_end(&j);
        jscan_push_index(&j, i);
        TRY(decode(&j, out, &item.len));
        jscan_pop(&j);
        TRY(append(v, item, err));
        out += item.len;
    }
}

/* The first character of JSON, or 0. It has no zero bytes; an item has some in its first counts,
 * which are small. */
static uint8_t first_of_json(const uint8_t *data, size_t len)
{
    size_t i = 0;

    if (memchr(data, 0, len < 48 ? len : 48))
        return 0;
    while (i < len && strchr(" \t\r\n", data[i]))
        i++;
    return i < len ? data[i] : 0;
}

static cuzk_status refuse_object(const char *file, cuzk_error *err)
{
    static const char expected[] = "vanilla proofs: bincode, or a JSON array of base64";
    static const char found[] = "a JSON object, which a C1 is";

    err_set(err, CUZK_BAD_INPUT, "wrong-kind", "expected %s, found %s", expected, found);
    err_at(err, file, NULL, -1);
    err_expected(err, "%s", expected);
    err_found(err, "%s", found);
    return CUZK_BAD_INPUT;
}

cuzk_status vanilla_items_add(vanilla_items *v, const uint8_t *data, size_t len, const char *file,
                              cuzk_error *err)
{
    static const uint8_t empty[1];

    if (!v->arena && !(v->arena = arena_new(0)))
        return err_no_memory(err, "vanilla proofs", 0);
    if (!len)
        data = empty; /* which may have been NULL */
    const uint8_t first = first_of_json(data, len);
    if (first == '{')
        return refuse_object(file, err);
    if (first == '[')
        return read_array(v, data, len, file, err);
    return append(v, (vanilla_item) { data, len, file, -1 }, err);
}

void vanilla_items_free(vanilla_items *v)
{
    free(v->item);
    arena_free(v->arena);
    memset(v, 0, sizeof *v);
}

/* --- writing --- */

static cuzk_status write_base64(const vanilla_item *item, vanilla_sink_fn sink, void *ctx)
{
    char text[BASE64_LEN(3 * 1024)];

    for (size_t at = 0; at < item->len; at += 3 * 1024) {
        size_t n = item->len - at < 3 * 1024 ? item->len - at : 3 * 1024;
        TRY(sink(ctx, text, base64_encode(text, item->data + at, n)));
    }
    return CUZK_OK;
}

cuzk_status vanilla_items_write(const vanilla_items *v, vanilla_sink_fn sink, void *ctx)
{
    for (size_t i = 0; i < v->n; i++) {
        TRY(sink(ctx, i ? ",\"" : "[\"", 2));
        TRY(write_base64(&v->item[i], sink, ctx));
        TRY(sink(ctx, "\"", 1));
    }
    return sink(ctx, "]", 1);
}
