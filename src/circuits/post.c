/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "circuits/post.h"
#include "circuits/opening.h"
#include "circuits/sizes.h"
#include "gadgets/poseidon.h"
#include <stdio.h>
#include <stdlib.h>

void post_circuit_blank(post_circuit *p, const registered_post *post)
{
    *p = (post_circuit) { .post = post, .tree = tree_shape_r(post->shape) };
    snprintf(p->id, sizeof p->id, "%s-%s", proof_kind_circuit_prefix(post->kind),
             post->shape->short_id);
}

static cuzk_status check_sector(const post_circuit *p, const post_sector *sector, size_t i,
                                cuzk_error *err)
{
    char section[64];
    for (unsigned k = 0; k < post_paths(p->post->kind); k++) {
        snprintf(section, sizeof section, "sectors[%zu].inclusion_proofs[%u]", i, k);
        TRY(opening_check(&sector->paths[k], &p->tree, section, err));
    }
    return CUZK_OK;
}

cuzk_status post_circuit_init(post_circuit *p, const registered_post *post,
                              const post_sector *sectors, size_t n, cuzk_error *err)
{
    const unsigned most = registered_post_sectors(post);
    if (n < 1 || n > most) {
        err_set(err, CUZK_BAD_INPUT, "wrong-shape", "a partition has another number of sectors");
        err_expected(err, most == 1 ? "1" : "1 to %u", most);
        err_found(err, "%zu", n);
        return CUZK_BAD_INPUT;
    }
    post_circuit_blank(p, post);
    for (size_t i = 0; i < n; i++)
        TRY(check_sector(p, &sectors[i], i, err));
    p->sectors = sectors;
    p->n_sectors = n;
    return CUZK_OK;
}

/* The sector of a slot, and its first path there: each of the 66 slots of a winning proof has one
 * path of the same sector. */
static const post_sector *sector_of(const post_circuit *p, unsigned slot, const merkle_proof **path)
{
    if (!p->sectors)
        return NULL;
    const post_sector *sector = &p->sectors[slot < p->n_sectors ? slot : p->n_sectors - 1];
    *path = sector->paths + (p->post->kind == KIND_WINNING ? slot : 0);
    return sector;
}

/* §2 1, 2: comm_r is public, and the hash of comm_c and comm_r_last, which is returned. */
static num commitments(cs *s, const post_sector *sector)
{
    num pair[2]; /* comm_c, comm_r_last */
    pair[1] = node_alloc(s, sector ? &sector->comm_r_last : NULL);
    pair[0] = node_alloc(s, sector ? &sector->comm_c : NULL);
    num comm_r = node_public(s, "comm_r", sector ? &sector->comm_r : NULL);
    cs_push(s, "comm_r = hash(comm_c, comm_r_last)", -1);
    num hash = poseidon_gadget(s, pair, 2);
    num_enforce_equal(s, &comm_r, &hash); /* comm_r * 1 = hash */
    cs_pop(s);
    return pair[1];
}

/* Of a slot with a witness: its paths, hashed ahead. */
typedef struct slot_paths {
    fr leaf[POR_MAX_AHEAD];
    opening open[POR_MAX_AHEAD];
    fr sboxes[];
} slot_paths;

/* NULL: there is no witness, or the system has failed. */
static slot_paths *hash_paths(const post_circuit *p, cs *s, const merkle_proof *path)
{
    const unsigned n = p->post->challenges;
    por_level *levels[POR_MAX_AHEAD];
    opening shape;
    if (!path)
        return NULL;
    opening_read(s, &shape, &p->tree, NULL);
    slot_paths *o =
        malloc(sizeof *o + n * por_sboxes(shape.level, shape.depth) * sizeof *o->sboxes);
    if (!o) {
        cs_fail(s, CUZK_NO_RESOURCES, "out-of-memory", "out of memory for the paths of a sector");
        return NULL;
    }
    for (unsigned i = 0; i < n; i++) {
        o->leaf[i] = node_value(s, &path[i].leaf);
        opening_read(s, &o->open[i], &p->tree, &path[i]);
        levels[i] = o->open[i].level;
    }
    por_hash_ahead(levels, o->leaf, p->tree.depth, n, o->sboxes);
    return o;
}

/* §2 3: each challenged leaf stands under comm_r_last. */
static void slot_part(const void *ctx, cs *s, const void *shared, unsigned slot)
{
    const post_circuit *p = ctx;
    const merkle_proof *path = NULL;
    const post_sector *sector = sector_of(p, slot, &path);
    slot_paths *ahead = hash_paths(p, s, path);
    (void)shared;
    cs_push(s, "sector", slot);
    num root = commitments(s, sector);
    for (unsigned i = 0; i < p->post->challenges; i++) {
        cs_push(s, "challenge", i);
        num leaf = node_alloc(s, ahead ? &path[i].leaf : NULL);
        if (ahead)
            por_gadget(s, NODE_POSEIDON, &leaf, ahead->open[i].level, p->tree.depth, &root);
        else
            opening_gadget(s, NODE_POSEIDON, &p->tree, &leaf, NULL, &root);
        cs_pop(s);
    }
    cs_pop(s);
    free(ahead);
}

static void no_head(const void *ctx, cs *s, void *shared)
{
    (void)ctx;
    (void)s;
    (void)shared;
}

static void post_synthesize(const void *ctx, cs *s)
{
    const post_circuit *p = ctx;
    for (unsigned i = 0; i < p->post->slots && s->status == CUZK_OK; i++)
        slot_part(p, s, NULL, i);
}

/* Three nodes, one of them public; hash, equality; a leaf and its path a challenge. */
static cs_counts slot_counts(const registered_post *post)
{
    const tree_shape tree = tree_shape_r(post->shape);
    const circuit_size challenge =
        size_add((circuit_size) { 0, 1 }, size_opening(NODE_POSEIDON, &tree));
    circuit_size n = size_add((circuit_size) { 2, 3 }, size_poseidon(2));
    n = size_add(n, size_times(post->challenges, challenge));
    return (cs_counts) { n.rows, 1 + post->challenges, (uint32_t)n.aux };
}

cs_counts post_circuit_counts(const registered_post *post)
{
    const cs_counts each = slot_counts(post);
    const uint32_t inputs = 1 + post->slots * each.n_inputs;
    return (cs_counts) { post->slots * each.n_rows + inputs, inputs, post->slots * each.n_aux };
}

circuit post_circuit_of(const post_circuit *p)
{
    return (circuit) { .id = p->id, .synthesize = post_synthesize, .ctx = p };
}

circuit_parts post_circuit_parts(const post_circuit *p)
{
    return (circuit_parts) {
        .bytes_8_rows = 8 * 12,
        .n = p->post->slots,
        .head_counts = { .n_inputs = 1 },
        .part_counts = slot_counts(p->post),
        .head = no_head,
        .part = slot_part,
        .ctx = p,
    };
}
