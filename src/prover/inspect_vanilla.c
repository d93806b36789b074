/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "prover/inspect_vanilla.h"
#include "base/bytes.h"
#include "filecoin/merkle.h"
#include "filecoin/param_names.h"
#include "filecoin/post_vanilla.h"
#include "filecoin/update_vanilla.h"
#include "prover/update_claim.h"

#include <inttypes.h>
#include <string.h>

#define INPUT_DIGITS 64 /* of a public input in hexadecimal */

static size_t skip_spaces(const uint8_t *data, size_t len, size_t at)
{
    while (at < len && data[at] && strchr(" \t\r\n", data[at]))
        at++;
    return at;
}

static bool is_array_of_long_strings(const uint8_t *data, size_t len)
{
    size_t at = skip_spaces(data, len, 0);

    if (at == len || data[at] != '[')
        return false;
    at = skip_spaces(data, len, at + 1);
    return at < len && data[at] == '"' && len - at > INPUT_DIGITS + 1 &&
           !memchr(data + at + 1, '"', INPUT_DIGITS + 1);
}

bool looks_like_vanilla(const uint8_t *data, size_t len)
{
    const vanilla_item item = { .data = data, .len = len };
    const sector_shape *shape;
    proof_kind kind;

    return vanilla_item_kind(&item, &kind, &shape) || is_array_of_long_strings(data, len);
}

static void add_common(facts *f, const vanilla_items *items, proof_kind kind,
                       const sector_shape *shape)
{
    char name[PARAM_NAME_MAX];

    facts_text(f, "type", "vanilla");
    facts_text(f, "layout", "%s", items->item[0].index < 0 ? "bincode" : "json");
    facts_text(f, "kind", "%s", proof_kind_name(kind));
    facts_text(f, "sector_size", "%s", shape->name);
    param_set_file_name(param_set_find(kind, shape), PARAM_FILE_PARAMS, name);
    facts_text(f, "params", "%s", name);
    facts_integer(f, "vanilla_proofs", items->n);
}

static cuzk_status inspect_post(facts *f, const vanilla_items *items, proof_kind kind,
                                cuzk_error *err)
{
    const registered_post *post;
    post_vanilla v;

    TRY(post_vanilla_read(&v, items, kind, NULL, err));
    post = registered_post_default(kind, v.shape);
    add_common(f, items, kind, v.shape);
    facts_text(f, "registered_proof", "%s", post->name);
    facts_boolean(f, "registered_proof_assumed", true);
    facts_integer(f, "sectors", v.n_sectors);
    facts_integer(f, "challenges", v.paths);
    facts_integer(f, "slots", registered_post_sectors(post));
    for (size_t i = 0; i < v.n_sectors; i++) {
        char hex[65];
        hex_encode(hex, &v.sectors[i].comm_r, 32);
        facts_item(f, "sector", "%" PRIu64 "=%s", v.sectors[i].id, hex);
    }
    post_vanilla_free(&v);
    return CUZK_OK;
}

static void add_comm_r(facts *f, const char *name, const node32 *comm_c, const node32 *root)
{
    node32 comm_r;

    if (merkle_comm_r(&comm_r, comm_c, root)) /* of a reader, they are canonical */
        facts_hex(f, name, &comm_r, sizeof comm_r);
}

static cuzk_status inspect_update(facts *f, const vanilla_items *items, cuzk_error *err)
{
    const update_partition *first;
    update_vanilla v;

    TRY(update_vanilla_read_some(&v, items, NULL, err));
    first = &v.partitions[0];
    add_common(f, items, KIND_UPDATE, v.shape->sector);
    facts_text(f, "registered_proof", "%s", update_name(v.shape->sector));
    facts_integer(f, "partitions", v.shape->partitions);
    facts_integer(f, "challenges", v.shape->challenges);
    facts_hex(f, "comm_c", &first->comm_c, 32);
    add_comm_r(f, "comm_r_old", &first->comm_c, &first->challenges[0].r_old.root);
    add_comm_r(f, "comm_r_new", &first->comm_c, &first->challenges[0].r_new.root);
    facts_hex(f, "comm_d_new", &first->challenges[0].d_new.root, 32);
    update_vanilla_free(&v);
    return CUZK_OK;
}

static cuzk_status inspect_items(facts *f, const vanilla_items *items, cuzk_error *err)
{
    const sector_shape *shape;
    proof_kind kind;

    if (!vanilla_item_kind(&items->item[0], &kind, &shape)) {
        err_set(err, CUZK_BAD_INPUT, "unknown-file",
                "base64, but of nothing cuzk knows: its first counts are those of no kind of "
                "vanilla proof and no sector size");
        err_at(err, items->item[0].file, "[0]", -1);
        return CUZK_BAD_INPUT;
    }
    return kind == KIND_UPDATE ? inspect_update(f, items, err) : inspect_post(f, items, kind, err);
}

cuzk_status inspect_vanilla(facts *f, const uint8_t *data, size_t len, const char *path,
                            cuzk_error *err)
{
    vanilla_items items = { 0 };
    cuzk_status s = vanilla_items_add(&items, data, len, path, err);

    if (s == CUZK_OK)
        s = inspect_items(f, &items, err);
    vanilla_items_free(&items);
    return s;
}
