/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/vanilla_items.h"
#include "base/bytes.h"
#include "filecoin/base64.h"
#include "filecoin/json_scan.h"
#include "filecoin/post.h"
#include "filecoin/update.h"
#include <inttypes.h>
#include <stdio.h>
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

/* JSON has no zero bytes; an item has some in its first counts, which are small. */
static bool is_array(const uint8_t *data, size_t len)
{
    size_t i = 0;

    if (memchr(data, 0, len < 48 ? len : 48))
        return false;
    while (i < len && strchr(" \t\r\n", data[i]))
        i++;
    return i < len && data[i] == '[';
}

cuzk_status vanilla_items_add(vanilla_items *v, const uint8_t *data, size_t len, const char *file,
                              cuzk_error *err)
{
    static const uint8_t empty[1];

    if (!v->arena && !(v->arena = arena_new(0)))
        return err_no_memory(err, "vanilla proofs", 0);
    if (!len)
        data = empty; /* which may have been NULL */
    if (is_array(data, len))
        return read_array(v, data, len, file, err);
    return append(v, (vanilla_item) { data, len, file, -1 }, err);
}

void vanilla_items_free(vanilla_items *v)
{
    free(v->item);
    arena_free(v->arena);
    memset(v, 0, sizeof *v);
}

/* --- what it is --- */

/* By the length of the first path: its lowest part, after a root and a leaf if it is all there is.
 */
static const sector_shape *shape_of_path(const vanilla_item *item, size_t at)
{
    if (item->len < at + 4 + 64 + 8)
        return NULL;
    uint32_t tag = load_le32(item->data + at);
    uint64_t base = load_le64(item->data + at + (tag == 0 ? 4 + 64 : 4));

    for (size_t i = 0; i < SECTOR_SHAPES; i++) {
        const sector_shape *s = &sector_shapes[i];
        if (tag == (uint32_t)(s->sub_arity != 0) + (s->top_arity != 0) && base == s->base_depth)
            return s;
    }
    return NULL;
}

bool vanilla_item_kind(const vanilla_item *item, proof_kind *kind, const sector_shape **shape)
{
    if (item->len < 64)
        return false;
    uint64_t apex = load_le64(item->data + 32), sectors = load_le64(item->data + 40);
    uint64_t paths = load_le64(item->data + 48);

    if (sectors == 1 && (paths == WINNING_SLOTS || paths == WINDOW_CHALLENGES)) {
        *kind = paths == WINNING_SLOTS ? KIND_WINNING : KIND_WINDOW;
        *shape = shape_of_path(item, 56);
    } else {
        *kind = KIND_UPDATE;
        *shape =
            apex && apex <= UPDATE_MAX_APEX ? shape_of_path(item, 48 + 32 * (size_t)apex) : NULL;
    }
    return *shape != NULL;
}

static cuzk_status wrong_item(const vanilla_item *item, const char *code, const char *expected,
                              const char *found, cuzk_error *err)
{
    char section[32] = "";

    if (item->index >= 0)
        snprintf(section, sizeof section, "[%" PRId64 "]", item->index);
    err_set(err, CUZK_BAD_INPUT, code, "expected %s, found %s", expected, found);
    err_at(err, item->file, section, -1);
    err_expected(err, "%s", expected);
    err_found(err, "%s", found);
    return CUZK_BAD_INPUT;
}

/* An item that looks like nothing known is let pass when the size is given: reading it will tell
 * what is wrong. */
static cuzk_status require_item(const vanilla_item *item, proof_kind kind,
                                const sector_shape **shape, cuzk_error *err)
{
    const sector_shape *implied;
    char expected[64], found[64];
    proof_kind looks;

    snprintf(expected, sizeof expected, "a vanilla proof of kind %s", proof_kind_name(kind));
    if (!vanilla_item_kind(item, &looks, &implied))
        return *shape ? CUZK_OK
                      : wrong_item(item, "unknown-shape", expected,
                                   "counts that fit no kind and sector size", err);
    snprintf(found, sizeof found, "one of kind %s", proof_kind_name(looks));
    if (looks != kind)
        return wrong_item(item, "wrong-kind", expected, found, err);
    if (*shape && *shape != implied) {
        snprintf(expected, sizeof expected, "a sector of %s", (*shape)->name);
        snprintf(found, sizeof found, "one of %s", implied->name);
        return wrong_item(item, "wrong-size", expected, found, err);
    }
    *shape = implied;
    return CUZK_OK;
}

cuzk_status vanilla_items_require(const vanilla_items *v, proof_kind kind,
                                  const sector_shape **shape, cuzk_error *err)
{
    if (!v->n)
        return err_set(err, CUZK_BAD_INPUT, "wrong-length", "there are no vanilla proofs");
    for (size_t i = 0; i < v->n; i++)
        TRY(require_item(&v->item[i], kind, shape, err));
    return CUZK_OK;
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
