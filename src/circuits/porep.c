/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "circuits/porep.h"
#include "circuits/opening.h"
#include "circuits/porep_challenge.h"
#include "gadgets/multipack.h"
#include "gadgets/poseidon.h"
#include <stdio.h>

void porep_circuit_blank(porep_circuit *p, const sector_shape *shape)
{
    *p = (porep_circuit) { .shape = shape };
    snprintf(p->id, sizeof p->id, "porep-%s", shape->short_id);
}

static cuzk_status check_path(const merkle_proof *path, const tree_shape *tree, const char *name,
                              size_t challenge, cuzk_error *err)
{
    char section[64];
    snprintf(section, sizeof section, "vanilla_proofs[%zu].%s", challenge, name);
    return opening_check(path, tree, section, err);
}

static cuzk_status check_paths(const sector_shape *shape, const porep_vanilla *v, size_t challenge,
                               cuzk_error *err)
{
    const tree_shape d = tree_shape_d(shape), r = tree_shape_r(shape);
    TRY(check_path(&v->comm_d, &d, "comm_d_proofs", challenge, err));
    TRY(check_path(&v->comm_r_last, &r, "comm_r_last_proof", challenge, err));
    TRY(check_path(&v->c_x.inclusion, &r, "c_x", challenge, err));
    for (unsigned i = 0; i < GRAPH_BASE_DEGREE; i++)
        TRY(check_path(&v->drg_parents[i].inclusion, &r, "drg_parents", challenge, err));
    for (unsigned i = 0; i < GRAPH_EXP_DEGREE; i++)
        TRY(check_path(&v->exp_parents[i].inclusion, &r, "exp_parents", challenge, err));
    return CUZK_OK;
}

cuzk_status porep_circuit_init(porep_circuit *p, const sector_shape *shape,
                               const node32 *replica_id, const node32 *comm_d, const node32 *comm_r,
                               const porep_vanilla *proofs, size_t n, cuzk_error *err)
{
    if (n != shape->challenges) {
        err_set(err, CUZK_BAD_INPUT, "wrong-shape", "a partition has another number of challenges");
        err_expected(err, "%u", shape->challenges);
        err_found(err, "%zu", n);
        return CUZK_BAD_INPUT;
    }
    for (size_t i = 0; i < n; i++)
        TRY(check_paths(shape, &proofs[i], i, err));
    porep_circuit_blank(p, shape);
    p->replica_id = *replica_id;
    p->comm_d = *comm_d;
    p->comm_r = *comm_r;
    p->proofs = proofs;
    return CUZK_OK;
}

/* §8 head 1, 2: the replica id is public; its bits go into every label. */
static void replica_id(const porep_circuit *p, cs *s, porep_head *h)
{
    boolean bits[FR_BITS];
    cs_push(s, "replica_id", -1);
    num id = node_alloc(s, &p->replica_id);
    num_inputize(s, &id);
    num_to_bits_le(s, bits, &id);
    reverse_bit_numbering(h->replica_id, bits, FR_BITS);
    cs_pop(s);
}

/* §8 head 3..7: comm_d and comm_r are public; comm_r is the hash of comm_c and comm_r_last. */
static void commitments(const porep_circuit *p, cs *s, porep_head *h)
{
    const porep_vanilla *first = p->proofs;
    h->comm_d = node_public(s, "comm_d", &p->comm_d);
    num comm_r = node_public(s, "comm_r", &p->comm_r);
    h->comm_r_last = node_alloc(s, first ? &first->comm_r_last.root : NULL);
    h->comm_c = node_alloc(s, first ? &first->c_x.inclusion.root : NULL);
    cs_push(s, "comm_r = hash(comm_c, comm_r_last)", -1);
    const num pair[2] = { h->comm_c, h->comm_r_last };
    num hash = poseidon_gadget(s, pair, 2);
    num_enforce_equal(s, &comm_r, &hash); /* comm_r * 1 = hash */
    cs_pop(s);
}

static void head_part(const void *ctx, cs *s, void *shared)
{
    replica_id(ctx, s, shared);
    commitments(ctx, s, shared);
}

static void challenge_part(const void *ctx, cs *s, const void *shared, unsigned i)
{
    const porep_circuit *p = ctx;
    cs_push(s, "challenge", i);
    porep_challenge(s, p->shape, shared, p->proofs ? &p->proofs[i] : NULL);
    cs_pop(s);
}

static void porep_synthesize(const void *ctx, cs *s)
{
    const porep_circuit *p = ctx;
    porep_head head;
    head_part(p, s, &head);
    for (unsigned i = 0; i < p->shape->challenges && s->status == CUZK_OK; i++)
        challenge_part(p, s, &head, i);
}

circuit porep_circuit_of(const porep_circuit *p)
{
    return (circuit) { .id = p->id, .synthesize = porep_synthesize, .ctx = p };
}

circuit_parts porep_circuit_parts(const porep_circuit *p)
{
    return (circuit_parts) {
        .bytes_8_rows = 10,
        .n = p->shape->challenges,
        .head_counts = porep_head_counts(),
        .part_counts = porep_challenge_counts(p->shape),
        .shared_len = sizeof(porep_head),
        .head = head_part,
        .part = challenge_part,
        .ctx = p,
    };
}
