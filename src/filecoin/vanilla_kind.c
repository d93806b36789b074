/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What an item is, before it is read: its first counts tell kinds and sizes apart. */
#include "base/bytes.h"
#include "filecoin/bincode.h"
#include "filecoin/post.h"
#include "filecoin/update.h"
#include <inttypes.h>
#include <stdio.h>

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

/* --- what keeps an item from being one of a kind, of whatever size --- */

static cuzk_status refuse_path(bincode *b)
{
    char found[64];

    TRY(bincode_need(b, "data", 4 + 64 + 8));
    uint32_t tag = load_le32(b->p);
    snprintf(found, sizeof found, "part %" PRIu32 " with %" PRIu64 " levels", tag,
             load_le64(b->p + (tag == 0 ? 4 + 64 : 4)));
    return bincode_fail(b, "wrong-length", "a path of 2KiB, 8MiB, 512MiB, 32GiB or 64GiB sectors",
                        found);
}

static cuzk_status refuse_post(bincode *b, proof_kind kind)
{
    node32 comm_r;
    uint64_t id;

    TRY(bincode_u64(b, "sector_id", &id));
    TRY(bincode_node(b, "comm_r", &comm_r));
    TRY(bincode_count(b, "sectors", 1, 0));
    TRY(bincode_count(b, "inclusion_proofs", post_paths(kind), 0));
    bincode_push(b, "inclusion_proofs", 0);
    return refuse_path(b);
}

static cuzk_status refuse_update(bincode *b)
{
    const unsigned small = update_shapes[0].apex;
    const node32 *apex;
    uint64_t n;
    node32 comm_c;

    TRY(bincode_node(b, "comm_c", &comm_c));
    TRY(bincode_need(b, "apex_leafs", 8));
    n = load_le64(b->p) == small ? small : UPDATE_MAX_APEX;
    TRY(bincode_count(b, "apex_leafs", n, sizeof(node32)));
    TRY(bincode_nodes(b, "apex_leafs", &apex, n));
    TRY(bincode_u64(b, "challenge_proofs", &n));
    bincode_push(b, "challenge_proofs", 0);
    bincode_push(b, "proof_r_old", -1);
    return refuse_path(b);
}

static cuzk_status refuse(const vanilla_item *item, proof_kind kind, cuzk_error *err)
{
    bincode b;

    bincode_open(&b, item, NULL, err);
    return kind == KIND_UPDATE ? refuse_update(&b) : refuse_post(&b, kind);
}

/* An item that looks like nothing known is let pass when the size is given: reading it will tell
 * what is wrong. */
static cuzk_status require_item(const vanilla_item *item, proof_kind kind,
                                const sector_shape **shape, cuzk_error *err)
{
    const sector_shape *implied;
    char expected[64], found[64];
    proof_kind looks;

    if (!vanilla_item_kind(item, &looks, &implied))
        return *shape ? CUZK_OK : refuse(item, kind, err);
    if (looks != kind) {
        snprintf(expected, sizeof expected, "a vanilla proof of kind %s", proof_kind_name(kind));
        snprintf(found, sizeof found, "one of kind %s", proof_kind_name(looks));
        return wrong_item(item, "wrong-kind", expected, found, err);
    }
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
