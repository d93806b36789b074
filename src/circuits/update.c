/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "circuits/update.h"
#include "circuits/opening.h"
#include "circuits/update_challenge.h"
#include "gadgets/multipack.h"
#include "gadgets/poseidon.h"
#include <stdio.h>

void update_circuit_blank(update_circuit *u, const update_shape *shape)
{
    *u =
        (update_circuit) { .shape = shape, .statement = { .shape = shape, .h = shape->h_default } };
    snprintf(u->id, sizeof u->id, "%s-%s", proof_kind_circuit_prefix(KIND_UPDATE),
             shape->sector->short_id);
}

static cuzk_status check_challenge(const update_shape *shape, const update_challenge *v, unsigned i,
                                   cuzk_error *err)
{
    const tree_shape d = tree_shape_d(shape->sector), r = tree_shape_r(shape->sector);
    char section[64];
    snprintf(section, sizeof section, "challenge_proofs[%u].proof_r_old", i);
    TRY(opening_check(&v->r_old, &r, section, err));
    snprintf(section, sizeof section, "challenge_proofs[%u].proof_d_new", i);
    TRY(opening_check(&v->d_new, &d, section, err));
    snprintf(section, sizeof section, "challenge_proofs[%u].proof_r_new", i);
    return opening_check(&v->r_new, &r, section, err);
}

cuzk_status update_circuit_init(update_circuit *u, const update_statement *statement,
                                unsigned partition, const update_partition *proof, cuzk_error *err)
{
    update_circuit_blank(u, statement->shape);
    if (partition >= u->shape->partitions) {
        err_set(err, CUZK_BAD_INPUT, "no-partition", "there is no partition %u", partition);
        err_expected(err, "0 to %u", u->shape->partitions - 1);
        return CUZK_BAD_INPUT;
    }
    for (unsigned i = 0; i < u->shape->challenges; i++)
        TRY(check_challenge(u->shape, &proof->challenges[i], i, err));
    u->statement = *statement;
    u->partition = partition;
    u->proof = proof;
    return CUZK_OK;
}

/* A number whose bits, lowest first, are allocated: sum of 2^i bit_i * 1 = x. */
static void bits_of(cs *s, boolean *bits, unsigned n, const num *x)
{
    fr_raw raw;
    fr_to_raw(&raw, &x->value);
    for (unsigned i = 0; i < n; i++)
        bits[i] = boolean_alloc(s, raw.l[i / 64] >> i % 64 & 1);
    cs_row r = cs_row_begin(s);
    for (unsigned i = 0; i < n; i++)
        lc_add_boolean_pow2(r.a, i, bits[i]);
    lc_add_var(r.b, CS_ONE);
    lc_add_var(r.c, x->var);
    cs_row_end(s);
}

/* §9 1..3: which partition, and which h, as one public number. The partition's number. */
static num partition(const update_circuit *u, cs *s, update_head *h)
{
    const unsigned lg = u->shape->lg_partitions, select = update_h_select(u->shape, u->statement.h);
    boolean bits[UPDATE_MAX_LG_PARTITIONS + UPDATE_H_VALUES];
    const fr value = fr_from_u64(u->proof ? u->partition | (uint64_t)select << lg : 0);
    num both, k;
    cs_push(s, "partition", -1);
    both = num_alloc(s, &value);
    num_inputize(s, &both);
    bits_of(s, bits, lg + UPDATE_H_VALUES, &both);
    for (unsigned i = 0; i < lg; i++)
        h->partition[i] = bits[i];
    for (unsigned i = 0; i < UPDATE_H_VALUES; i++)
        h->h_select[i] = bits[lg + i];
    k.var = pack_bits(s, bits, lg, &k.value);
    cs_pop(s);
    return k;
}

static num tagged_hash(cs *s, const num *a, const num *b)
{
    const fr tag = update_tag();
    const num in[2] = { *a, *b };
    return poseidon_gadget_tagged(s, &tag, in, 2);
}

/* hash(comm_c, root) * 1 = comm_r */
static void commits(cs *s, const char *name, const num *comm_c, const num *root, const num *comm_r)
{
    const num in[2] = { *comm_c, *root };
    cs_push(s, name, -1);
    num hash = poseidon_gadget(s, in, 2);
    num_enforce_equal(s, &hash, comm_r);
    cs_pop(s);
}

/* §9 8: the apex leaves are the partition's part of tree D. */
static void apex_tree(const update_circuit *u, cs *s, const update_head *h, const num *path)
{
    const tree_shape d = tree_shape_d(u->shape->sector);
    num row[UPDATE_MAX_APEX];
    cs_push(s, "apex", -1);
    for (unsigned i = 0; i < u->shape->apex; i++)
        row[i] = h->apex[i];
    for (unsigned n = u->shape->apex / 2; n; n /= 2)
        for (unsigned i = 0; i < n; i++)
            row[i] = node_gadget(s, NODE_SHA256, &row[2 * i], 2);
    num root =
        opening_climb(s, NODE_SHA256, &d, u->shape->lg_partitions, &row[0], h->partition, path);
    num_enforce_equal(s, &root, &h->comm_d_new); /* root * 1 = comm_d_new */
    cs_pop(s);
}

/* §9 4..8 */
static void commitments(const update_circuit *u, cs *s, update_head *h)
{
    const update_partition *v = u->proof;
    const update_challenge *first = v ? v->challenges : NULL;
    const update_statement *st = v ? &u->statement : NULL;
    const unsigned below = u->shape->challenge_bits; /* levels of tree D under the partition */
    num path[UPDATE_MAX_LG_PARTITIONS];
    num comm_r_old = node_public(s, "comm_r_old", st ? &st->comm_r_old : NULL);
    h->comm_d_new = node_public(s, "comm_d_new", st ? &st->comm_d_new : NULL);
    h->comm_r_new = node_public(s, "comm_r_new", st ? &st->comm_r_new : NULL);
    h->phi = tagged_hash(s, &h->comm_d_new, &comm_r_old);
    num comm_c = node_alloc(s, v ? &v->comm_c : NULL);
    h->root_r_old = node_alloc(s, first ? &first->r_old.root : NULL);
    h->root_r_new = node_alloc(s, first ? &first->r_new.root : NULL);
    for (unsigned i = 0; i < u->shape->apex; i++)
        h->apex[i] = node_alloc(s, v ? &v->apex[i] : NULL);
    for (unsigned i = 0; i < u->shape->lg_partitions; i++)
        path[i] = node_alloc(s, first ? first->d_new.level[below + i].siblings : NULL);
    commits(s, "comm_r_old", &comm_c, &h->root_r_old, &comm_r_old);
    commits(s, "comm_r_new", &comm_c, &h->root_r_new, &h->comm_r_new);
    apex_tree(u, s, h, path);
}

/* §9 9: digest j is the hash of comm_r_new and of its number over all partitions,
 * (digests * partition + j) * 1 = index. */
static void digest(const update_circuit *u, cs *s, update_head *h, const num *k, unsigned j)
{
    const fr n = fr_from_u64(u->shape->digests), offset = fr_from_u64(j);
    num index;
    cs_push(s, "digest", j);
    fr_mul(&index.value, &n, &k->value);
    fr_add(&index.value, &index.value, &offset);
    index = num_alloc(s, &index.value);
    cs_row r = cs_row_begin(s);
    lc_add(r.a, &n, k->var);
    lc_add(r.a, &offset, CS_ONE);
    lc_add_var(r.b, CS_ONE);
    lc_add_var(r.c, index.var);
    cs_row_end(s);
    num hash = tagged_hash(s, &h->comm_r_new, &index);
    bits_of(s, h->digest[j], FR_BITS, &hash);
    cs_pop(s);
}

static void head_part(const void *ctx, cs *s, void *shared)
{
    const update_circuit *u = ctx;
    num k = partition(u, s, shared);
    commitments(u, s, shared);
    for (unsigned j = 0; j < u->shape->digests; j++)
        digest(u, s, shared, &k, j);
}

static void challenge_part(const void *ctx, cs *s, const void *shared, unsigned i)
{
    const update_circuit *u = ctx;
    cs_push(s, "challenge", i);
    update_challenge_part(s, u->shape, shared, u->proof ? &u->proof->challenges[i] : NULL, i);
    cs_pop(s);
}

static void update_synthesize(const void *ctx, cs *s)
{
    const update_circuit *u = ctx;
    update_head head;
    head_part(u, s, &head);
    for (unsigned i = 0; i < u->shape->challenges && s->status == CUZK_OK; i++)
        challenge_part(u, s, &head, i);
}

/* ONE and four public numbers. */
static cs_counts head_counts(const update_shape *shape)
{
    const uint64_t p = shape->lg_partitions;
    const tree_shape d = tree_shape_d(shape->sector);
    const circuit_size digest_size =
        size_add((circuit_size) { 2 + FR_BITS, 1 + FR_BITS }, size_poseidon(2));
    circuit_size n = { p + UPDATE_H_VALUES + 3, p + UPDATE_H_VALUES + 2 };               /* 1..3 */
    n = size_add(n, size_add((circuit_size) { 3, 3 }, size_poseidon(2)));                /* 4, 5 */
    n = size_add(n, (circuit_size) { 0, 3 + shape->apex + p });                          /* 6 */
    n = size_add(n, size_times(2, size_add((circuit_size) { 1, 0 }, size_poseidon(2)))); /* 7 */
    n = size_add(n, size_times(shape->apex - 1, size_sha256_node()));                    /* 8 */
    n = size_add(n, size_climb(NODE_SHA256, &d, 0, shape->lg_partitions));
    n = size_add(n, (circuit_size) { 1, 0 });
    n = size_add(n, size_times(shape->digests, digest_size)); /* 9 */
    return (cs_counts) { n.rows, 1 + UPDATE_PUBLIC_INPUTS, (uint32_t)n.aux };
}

static cs_counts part_counts(const update_shape *shape)
{
    const circuit_size n = update_challenge_size(shape);
    return (cs_counts) { .n_rows = n.rows, .n_aux = (uint32_t)n.aux };
}

cs_counts update_circuit_counts(const update_shape *shape)
{
    const cs_counts head = head_counts(shape), each = part_counts(shape);
    return (cs_counts) {
        .n_rows = head.n_rows + shape->challenges * each.n_rows + head.n_inputs,
        .n_inputs = head.n_inputs,
        .n_aux = head.n_aux + shape->challenges * each.n_aux,
    };
}

circuit update_circuit_of(const update_circuit *u)
{
    return (circuit) { .id = u->id, .synthesize = update_synthesize, .ctx = u };
}

circuit_parts update_circuit_parts(const update_circuit *u)
{
    return (circuit_parts) {
        .bytes_8_rows = 8,
        .n = u->shape->challenges,
        .head_counts = head_counts(u->shape),
        .part_counts = part_counts(u->shape),
        .shared_len = sizeof(update_head),
        .head = head_part,
        .part = challenge_part,
        .ctx = u,
    };
}
