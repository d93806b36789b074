/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A first look finds the layout and the registered proof, wherever in the document they stand; then
 * everything is read once against the shape that fixes every count. */
#include "filecoin/c1.h"
#include "filecoin/base64.h"
#include "filecoin/c1_read.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define N(table) (sizeof(table) / sizeof *(table))

/* --- the first look --- */

static const registered_seal *seal_by_exact_name(const char *name)
{
    for (size_t i = 0; i < REGISTERED_SEALS; i++) {
        if (!strcmp(registered_seals[i].name, name))
            return &registered_seals[i];
    }
    return NULL;
}

static cuzk_status read_seal(jscan *j, void *into, size_t index)
{
    c1_reader *r = into;
    char name[64];

    (void)index;
    TRY(jscan_string(j, name, sizeof name));
    r->seal = seal_by_exact_name(name);
    if (!r->seal)
        return jscan_fail(j, "unknown-variant", "a registered seal proof", name);
    if (r->wanted && r->wanted != r->seal)
        return jscan_fail(j, "mismatch", r->wanted->name, name);
    return CUZK_OK;
}

static cuzk_status find_seal(jscan *j, c1_reader *r)
{
    TRY(jscan_enter(j, "registered_proof"));
    return read_seal(j, r, 0);
}

/* Before Curio's string: the registered proof of the document in it. */
static cuzk_status find_wrapped_seal(jscan *j, c1_reader *r)
{
    base64_reader base64;
    jscan inner;

    TRY(base64_open(&base64, j));
    jscan_open_pieces(&inner, base64_refill, &base64, "Phase1Out", r->name, r->err);
    return find_seal(&inner, r);
}

/* Before the array of a bare C1: the path of its first challenge in tree D is as long as the
 * logarithm of the sector's nodes. */
static cuzk_status find_depth(jscan *j, c1_reader *r)
{
    static const char *const steps[] = { "comm_d_proofs", "data", "Single", "path", "path" };
    unsigned depth = 0;
    bool more = true;
    char found[32];

    for (int level = 0; level < 2; level++) {
        TRY(jscan_next_item(j, true, &more));
        if (!more)
            return jscan_fail(j, "wrong-length", "vanilla proofs", "an empty array");
        jscan_push_index(j, 0);
    }
    for (size_t i = 0; i < N(steps); i++)
        TRY(jscan_enter(j, steps[i]));
    for (bool first = true;; first = false) {
        TRY(jscan_next_item(j, first, &more));
        if (!more)
            break;
        TRY(jscan_skip(j));
        depth++;
    }
    for (size_t i = 0; i < SECTOR_SHAPES; i++) {
        if (sector_shapes[i].lg_nodes == depth) {
            r->seal = registered_seal_default(&sector_shapes[i]);
            return CUZK_OK;
        }
    }
    snprintf(found, sizeof found, "%u", depth);
    return jscan_fail(j, "wrong-length", "6, 18, 24, 30 or 31 elements", found);
}

/* The layout by the field that tells, and the registered proof. */
static cuzk_status look(c1_reader *r, const uint8_t *data, c1_layout *layout)
{
    char key[JSCAN_MAX_KEY];
    bool more = true;
    jscan j, again;

    jscan_open(&j, data, r->len, r->name, r->err);
    for (bool first = true;; first = false) {
        TRY(jscan_next_key(&j, first, key, &more));
        if (!more)
            return jscan_fail(&j, "missing-field", "\"vanilla_proofs\" or \"Phase1Out\"",
                              "neither");
        jscan_push_name(&j, key);
        if (!strcmp(key, "Phase1Out")) {
            *layout = C1_CURIO;
            return find_wrapped_seal(&j, r);
        }
        if (!strcmp(key, "vanilla_proofs"))
            break;
        TRY(jscan_skip(&j));
        jscan_pop(&j);
    }
    if (jscan_peek(&j) == '{') {
        *layout = C1_API;
        jscan_open(&again, data, r->len, r->name, r->err);
        return find_seal(&again, r);
    }
    *layout = C1_BARE;
    r->seal = r->wanted;
    return r->wanted ? CUZK_OK : find_depth(&j, r);
}

/* --- reading --- */

static cuzk_status read_proof(jscan *j, void *into, size_t index)
{
    c1_reader *r = into;

    if (r->n == r->room) /* room is for all that the file's length can hold */
        return jscan_fail(j, "truncated", "a file long enough for its proofs", NULL);
    return c1_read_vanilla(j, &r->out->proofs[r->n++], index);
}

static cuzk_status read_partition(jscan *j, void *into, size_t index)
{
    (void)index;
    return jscan_array(j, ((c1_reader *)into)->out->challenges, read_proof, into, 0);
}

/* One partition or more, as many as there are. */
static cuzk_status read_some_partitions(jscan *j, c1_reader *r)
{
    bool more;

    for (unsigned k = 0;; k++) {
        TRY(jscan_next_item(j, k == 0, &more));
        if (!more && k > 0) {
            r->out->partitions = k;
            return CUZK_OK;
        }
        if (!more || k == r->out->partitions)
            return jscan_fail(j, "wrong-length", "no fewer and no more partitions", NULL);
        jscan_push_index(j, k);
        TRY(read_partition(j, r, k));
        jscan_pop(j);
    }
}

static cuzk_status read_partitions(jscan *j, void *into, size_t index)
{
    c1_reader *r = into;
    c1 *out = r->out;
    size_t all = (size_t)out->partitions * out->challenges;
    size_t fit = r->len / c1_vanilla_min_len(r) + 1;

    (void)index;
    r->room = all < fit ? all : fit;
    out->proofs = arena_alloc(r->arena, r->room, sizeof *out->proofs);
    if (!out->proofs)
        return err_no_memory(r->err, "vanilla proofs", r->room * sizeof *out->proofs);
    if (r->some)
        return read_some_partitions(j, r);
    return jscan_array(j, out->partitions, read_partition, r, 0);
}

/* {"StackedDrg2KiBV1": ...}: the name of the first version, whatever the registered proof. */
static cuzk_status read_tagged_partitions(jscan *j, void *into, size_t index)
{
    const c1_reader *r = into;
    jscan_field variant = { r->seal->shape->name, read_partitions, 0 };

    (void)index;
    for (size_t i = 0; i < SECTOR_SHAPES; i++) {
        if (registered_seals[i].shape == r->seal->shape)
            variant.name = registered_seals[i].name;
    }
    return jscan_variant(j, &variant, into);
}

static bool is_zero(const uint8_t b[32])
{
    static const uint8_t zero[32];
    return !memcmp(b, zero, 32);
}

static cuzk_status read_nonzero_node(jscan *j, uint8_t out[32])
{
    TRY(c1_read_node(j, out, 0));
    return is_zero(out) ? jscan_fail(j, "zero", "a commitment", "zero") : CUZK_OK;
}

static cuzk_status read_comm_r(jscan *j, void *into, size_t index)
{
    (void)index;
    return read_nonzero_node(j, ((c1_reader *)into)->out->comm_r.b);
}

static cuzk_status read_comm_d(jscan *j, void *into, size_t index)
{
    (void)index;
    return read_nonzero_node(j, ((c1_reader *)into)->out->comm_d.b);
}

static cuzk_status read_replica_id(jscan *j, void *into, size_t index)
{
    return c1_read_node(j, &((c1_reader *)into)->out->replica_id, index);
}

static cuzk_status read_seed(jscan *j, void *into, size_t index)
{
    uint8_t *seed = ((c1_reader *)into)->out->seed;

    (void)index;
    TRY(jscan_bytes(j, seed, 32));
    return is_zero(seed) ? jscan_fail(j, "zero", "a seed", "zero") : CUZK_OK;
}

static cuzk_status read_ticket(jscan *j, void *into, size_t index)
{
    (void)index;
    return jscan_bytes(j, ((c1_reader *)into)->out->ticket, 32);
}

#define COMMON_FIELDS                                                                              \
    { "comm_r", read_comm_r, 0 }, { "comm_d", read_comm_d, 0 },                                    \
        { "replica_id", read_replica_id, 0 }, { "seed", read_seed, 0 },                            \
    {                                                                                              \
        "ticket", read_ticket, 0                                                                   \
    }

static const jscan_field bare_fields[] = {
    { "vanilla_proofs", read_partitions, 0 },
    COMMON_FIELDS,
};

static const jscan_field api_fields[] = {
    { "registered_proof", read_seal, 0 },
    { "vanilla_proofs", read_tagged_partitions, 0 },
    COMMON_FIELDS,
};

static cuzk_status read_sector_number(jscan *j, void *into, size_t index)
{
    c1 *out = ((c1_reader *)into)->out;

    (void)index;
    out->has_sector = true;
    return jscan_u64(j, UINT64_MAX, &out->sector_number);
}

static cuzk_status read_sector_size(jscan *j, void *into, size_t index)
{
    const c1_reader *r = into;
    char want[32], got[32];
    uint64_t size = 0;

    (void)index;
    TRY(jscan_u64(j, UINT64_MAX, &size));
    if (size == r->seal->shape->size)
        return CUZK_OK;
    snprintf(want, sizeof want, "%llu", (unsigned long long)r->seal->shape->size);
    snprintf(got, sizeof got, "%llu", (unsigned long long)size);
    return jscan_fail(j, "mismatch", want, got);
}

static cuzk_status read_wrapped(jscan *j, void *into, size_t index)
{
    c1_reader *r = into;
    base64_reader base64;
    jscan inner;

    (void)index;
    TRY(base64_open(&base64, j));
    jscan_open_pieces(&inner, base64_refill, &base64, "Phase1Out", r->name, r->err);
    inner.ctx = r;
    TRY(jscan_object(&inner, api_fields, N(api_fields), r));
    return jscan_end(&inner);
}

static const jscan_field curio_fields[] = {
    { "SectorNum", read_sector_number, 0 },
    { "Phase1Out", read_wrapped, 0 },
    { "SectorSize", read_sector_size, 0 },
};

static cuzk_status read_document(c1_reader *r, const uint8_t *data)
{
    static const struct {
        const jscan_field *fields;
        size_t n;
    } layouts[] = {
        [C1_BARE] = { bare_fields, N(bare_fields) },
        [C1_API] = { api_fields, N(api_fields) },
        [C1_CURIO] = { curio_fields, N(curio_fields) },
    };
    c1 *out = r->out;
    jscan j;

    TRY(look(r, data, &out->layout));
    assert(r->seal);
    out->seal = r->seal;
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): look found one or failed */
    out->shape = r->seal->shape;
    out->partitions = registered_seal_partitions(r->seal);
    out->challenges = r->seal->shape->challenges;
    c1_read_init_trees(r, out->shape);
    jscan_open(&j, data, r->len, r->name, r->err);
    j.ctx = r;
    TRY(jscan_object(&j, layouts[out->layout].fields, layouts[out->layout].n, r));
    return jscan_end(&j);
}

static cuzk_status parse(c1_reader r, const uint8_t *data)
{
    /* Hashes take half of what they are read from; proofs a little more, and one is always made
     * room for. */
    size_t limit = 2 * r.len + 2 * sizeof(porep_vanilla);
    cuzk_status status;

    memset(r.out, 0, sizeof *r.out);
    r.arena = r.out->arena = arena_new(limit);
    if (!r.arena)
        return err_no_memory(r.err, "a C1 output", limit);
    status = read_document(&r, data);
    if (status != CUZK_OK)
        c1_free(r.out);
    return status;
}

cuzk_status c1_parse(c1 *out, const uint8_t *data, size_t len, const registered_seal *registered,
                     const char *name, cuzk_error *err)
{
    c1_reader r = { .out = out, .wanted = registered, .len = len, .name = name, .err = err };

    return parse(r, data);
}

cuzk_status c1_parse_some(c1 *out, const uint8_t *data, size_t len,
                          const registered_seal *registered, const char *name, cuzk_error *err)
{
    c1_reader r = {
        .out = out, .wanted = registered, .len = len, .name = name, .some = true, .err = err
    };

    return parse(r, data);
}

void c1_free(c1 *c)
{
    arena_free(c->arena);
    memset(c, 0, sizeof *c);
}
