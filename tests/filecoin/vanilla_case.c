/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/vanilla_case.h"
#include "golden.h"

static void read_items(vanilla_items *items, bytes *file, const char *dir)
{
    cuzk_error err = { 0 };
    char name[64];

    snprintf(name, sizeof name, "golden/%s/vanilla.json", dir);
    *file = fixture_read(name);
    if (vanilla_items_add(items, file->data, file->len, "vanilla.json", &err) != CUZK_OK)
        fail_msg("%s: %s", err.section, err.message);
}

void post_case_open(post_case *c, proof_kind kind)
{
    const char *dir = kind == KIND_WINNING ? "winning-2k" : "window-2k";
    cuzk_error err = { 0 };
    char name[64], id[24];

    memset(c, 0, sizeof *c);
    read_items(&c->items, &c->file, dir);
    if (post_vanilla_read(&c->v, &c->items, kind, NULL, &err) != CUZK_OK)
        fail_msg("%s: %s", err.section, err.message);
    snprintf(name, sizeof name, "%s/meta.json", dir);
    json_t *meta = golden_load(name);
    c->s.post = registered_post_find(json_string_value(json_object_get(meta, "registered_proof")));
    assert_non_null(c->s.post);
    fixture_hex32(c->s.randomness, meta, "randomness");
    json_t *sectors = json_object_get(meta, "sectors");
    c->s.n_sectors = json_array_size(sectors);
    c->s.sectors = c->claims;
    for (size_t i = 0; i < c->s.n_sectors; i++) {
        c->claims[i].id = (uint64_t)json_integer_value(json_array_get(sectors, i));
        snprintf(id, sizeof id, "%d", (int)c->claims[i].id);
        fixture_hex32(c->claims[i].comm_r.b, json_object_get(meta, "comm_r"), id);
    }
    json_decref(meta);
}

void post_case_close(post_case *c)
{
    post_vanilla_free(&c->v);
    vanilla_items_free(&c->items);
    free(c->file.data);
}

void update_case_open(update_case *c)
{
    cuzk_error err = { 0 };

    memset(c, 0, sizeof *c);
    read_items(&c->items, &c->file, "update-2k");
    if (update_vanilla_read(&c->v, &c->items, NULL, &err) != CUZK_OK)
        fail_msg("%s: %s", err.section, err.message);
    json_t *meta = golden_load("update-2k/meta.json");
    c->s.shape = c->v.shape;
    c->s.h = (unsigned)json_integer_value(json_object_get(meta, "h"));
    fixture_hex32(c->s.comm_r_old.b, meta, "comm_r_old");
    fixture_hex32(c->s.comm_d_new.b, meta, "comm_d_new");
    fixture_hex32(c->s.comm_r_new.b, meta, "comm_r_new");
    json_decref(meta);
}

void update_case_close(update_case *c)
{
    update_vanilla_free(&c->v);
    vanilla_items_free(&c->items);
    free(c->file.data);
}

void vanilla_case_inputs(const char *proof_json, const fr *inputs, size_t n)
{
    json_t *proof = golden_load(proof_json);
    const json_t *row = json_array_get(json_object_get(proof, "public_inputs"), 0);
    fr *want = malloc(n * sizeof *want);

    golden_frs(row, want, n);
    assert_memory_equal(inputs, want, n * sizeof *want);
    free(want);
    json_decref(proof);
}
