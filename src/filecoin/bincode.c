/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/bincode.h"
#include "base/bytes.h"
#include "field/fr.h"
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#define NUMBER_LEN 24

void bincode_open(bincode *b, const vanilla_item *item, arena *a, cuzk_error *err)
{
    *b = (bincode) {
        .item = item, .p = item->data, .end = item->data + item->len, .arena = a, .err = err
    };
}

void bincode_push(bincode *b, const char *name, int64_t index)
{
    assert(b->depth < BINCODE_MAX_PATH);
    b->path[b->depth++] = (bincode_step) { name, index };
}

void bincode_pop(bincode *b)
{
    b->depth--;
}

/* "[3].inclusion_proofs[2].path[1].hashes" */
static void format_path(const bincode *b, char *out, size_t size)
{
    size_t len = 0;

    out[0] = '\0';
    if (b->item->index >= 0)
        len = (size_t)snprintf(out, size, "[%" PRId64 "]", b->item->index);
    for (unsigned i = 0; i < b->depth && len < size; i++) {
        const bincode_step *s = &b->path[i];
        len += (size_t)snprintf(out + len, size - len, "%s%s", len ? "." : "", s->name);
        if (s->index >= 0 && len < size)
            len += (size_t)snprintf(out + len, size - len, "[%" PRId64 "]", s->index);
    }
}

cuzk_status bincode_fail(bincode *b, const char *code, const char *expected, const char *found)
{
    char path[sizeof b->err->section];

    format_path(b, path, sizeof path);
    err_set(b->err, CUZK_BAD_INPUT, code, "expected %s%s%s, at byte %td%s", expected,
            found ? ", found " : "", found ? found : "", b->p - b->item->data,
            b->item->index >= 0 ? " of the decoded item" : "");
    err_at(b->err, b->item->file, path, -1);
    err_expected(b->err, "%s", expected);
    if (found)
        err_found(b->err, "%s", found);
    return CUZK_BAD_INPUT;
}

static cuzk_status fail_named(bincode *b, const char *name, const char *code, const char *expected,
                              const char *found)
{
    bincode_push(b, name, -1);
    bincode_fail(b, code, expected, found);
    bincode_pop(b);
    return CUZK_BAD_INPUT;
}

cuzk_status bincode_need(bincode *b, const char *name, uint64_t len)
{
    char expected[NUMBER_LEN + 16], found[NUMBER_LEN];

    if (len <= (size_t)(b->end - b->p))
        return CUZK_OK;
    snprintf(expected, sizeof expected, "%" PRIu64 " more bytes", len);
    snprintf(found, sizeof found, "%td", b->end - b->p);
    return fail_named(b, name, "truncated", expected, found);
}

cuzk_status bincode_end(bincode *b)
{
    char found[NUMBER_LEN + 16];

    if (b->p == b->end)
        return CUZK_OK;
    snprintf(found, sizeof found, "%td more bytes", b->end - b->p);
    return bincode_fail(b, "trailing", "the end", found);
}

cuzk_status bincode_u64(bincode *b, const char *name, uint64_t *out)
{
    TRY(bincode_need(b, name, 8));
    *out = load_le64(b->p);
    b->p += 8;
    return CUZK_OK;
}

cuzk_status bincode_count(bincode *b, const char *name, uint64_t n, size_t min_len)
{
    char expected[NUMBER_LEN], found[NUMBER_LEN];
    uint64_t count;

    TRY(bincode_u64(b, name, &count));
    if (count == n)
        return bincode_need(b, name, n * min_len);
    b->p -= 8;
    snprintf(expected, sizeof expected, "%" PRIu64, n);
    snprintf(found, sizeof found, "%" PRIu64, count);
    return fail_named(b, name, "wrong-length", expected, found);
}

static bool is_canonical(const uint8_t bytes[32])
{
    fr_raw raw;

    for (int i = 0; i < 4; i++)
        raw.l[i] = load_le64(bytes + 8 * i);
    return fr_raw_is_canonical(&raw);
}

cuzk_status bincode_nodes(bincode *b, const char *name, const node32 **out, size_t n)
{
    TRY(bincode_need(b, name, n * sizeof **out));
    *out = (const node32 *)(const void *)b->p;
    for (size_t i = 0; i < n; i++, b->p += sizeof **out) {
        if (is_canonical(b->p))
            continue;
        bincode_push(b, name, n == 1 ? -1 : (int64_t)i);
        bincode_fail(b, "not-canonical", "an element below the modulus", "one at or above it");
        bincode_pop(b);
        return CUZK_BAD_INPUT;
    }
    return CUZK_OK;
}

cuzk_status bincode_node(bincode *b, const char *name, node32 *out)
{
    const node32 *in;

    TRY(bincode_nodes(b, name, &in, 1));
    *out = *in;
    return CUZK_OK;
}

/* --- paths --- */

static const char *const part_names[] = { "Single", "Sub", "Top" };

/* An element: its hashes, then the child's index. */
static cuzk_status read_level(bincode *b, uint32_t arity, merkle_level *out)
{
    char expected[NUMBER_LEN + 8], found[NUMBER_LEN];
    uint64_t index;

    out->arity = arity;
    TRY(bincode_count(b, "hashes", arity - 1, sizeof(node32)));
    TRY(bincode_nodes(b, "hashes", &out->siblings, arity - 1));
    TRY(bincode_u64(b, "index", &index));
    out->index = (uint32_t)index;
    if (index < arity)
        return CUZK_OK;
    b->p -= 8;
    snprintf(expected, sizeof expected, "below %u", arity);
    snprintf(found, sizeof found, "%" PRIu64, index);
    return fail_named(b, "index", "out-of-range", expected, found);
}

/* Levels [first, first + n) of the path. */
static cuzk_status read_part(bincode *b, const char *name, const tree_shape *tree, unsigned first,
                             unsigned n, merkle_proof *out)
{
    TRY(bincode_count(b, name, n, 16));
    for (unsigned i = first; i < first + n; i++) {
        bincode_push(b, name, i - first);
        TRY(read_level(b, tree->arity[i], &out->level[i]));
        bincode_pop(b);
    }
    return CUZK_OK;
}

static cuzk_status read_tag(bincode *b, const tree_shape *tree)
{
    char number[NUMBER_LEN];

    TRY(bincode_need(b, "data", 4));
    uint32_t tag = load_le32(b->p);
    if (tag != tree->parts - 1) {
        snprintf(number, sizeof number, "%u", tag);
        return fail_named(b, "data", "unknown-variant", part_names[tree->parts - 1],
                          tag < 3 ? part_names[tag] : number);
    }
    b->p += 4;
    return CUZK_OK;
}

cuzk_status bincode_merkle(bincode *b, const tree_shape *tree, merkle_proof *out)
{
    out->depth = tree->depth;
    TRY(read_tag(b, tree));
    if (tree->parts == 1) {
        TRY(bincode_node(b, "root", &out->root));
        TRY(bincode_node(b, "leaf", &out->leaf));
        return read_part(b, "path", tree, 0, tree->depth, out);
    }
    TRY(read_part(b, "base_proof", tree, 0, tree->base_depth, out));
    TRY(read_part(b, "sub_proof", tree, tree->base_depth, 1, out));
    if (tree->parts == 3)
        TRY(read_part(b, "top_proof", tree, tree->base_depth + 1, 1, out));
    TRY(bincode_node(b, "root", &out->root));
    return bincode_node(b, "leaf", &out->leaf);
}

/* The tag, root and leaf; each part's count; each level's count and index. */
size_t bincode_merkle_len(const tree_shape *tree)
{
    return 4 + 2 * sizeof(node32) + 8 * (size_t)tree->parts + 16 * (size_t)tree->depth +
           tree_shape_siblings(tree) * sizeof(node32);
}

/* --- writing --- */

uint8_t *bincode_put_u64(uint8_t *out, uint64_t v)
{
    store_le64(out, v);
    return out + 8;
}

uint8_t *bincode_put_nodes(uint8_t *out, const node32 *nodes, size_t n)
{
    memcpy(out, nodes, n * sizeof *nodes);
    return out + n * sizeof *nodes;
}

static uint8_t *put_part(uint8_t *out, const merkle_level *level, unsigned n)
{
    out = bincode_put_u64(out, n);
    for (; n; n--, level++) {
        out = bincode_put_u64(out, level->arity - 1);
        out = bincode_put_nodes(out, level->siblings, level->arity - 1);
        out = bincode_put_u64(out, level->index);
    }
    return out;
}

uint8_t *bincode_put_merkle(uint8_t *out, const tree_shape *tree, const merkle_proof *p)
{
    store_le32(out, tree->parts - 1);
    out += 4;
    if (tree->parts > 1) {
        out = put_part(out, p->level, tree->base_depth);
        for (unsigned i = tree->base_depth; i < tree->depth; i++)
            out = put_part(out, p->level + i, 1);
    }
    out = bincode_put_nodes(out, &p->root, 1);
    out = bincode_put_nodes(out, &p->leaf, 1);
    return tree->parts > 1 ? out : put_part(out, p->level, tree->depth);
}
