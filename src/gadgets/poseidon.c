/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Every S-box takes a variable and gives a variable. Between them the state is linear in what the
 * S-boxes gave, with coefficients that depend on the arity only: they are taken from the
 * parameters, and no linear combination is ever computed from another. */
#include "gadgets/poseidon.h"
#include "gadgets/poseidon_values.h"
#include <assert.h>
#include <string.h>

typedef struct hasher {
    cs *s;
    const poseidon_params *p;
    const fr *trace;                             /* of the next S-box: what it takes */
    const fr *key;                               /* of the next S-box */
    cs_var full[POSEIDON_MAX_WIDTH];             /* what the last full round gave */
    fr full0;                                    /* its element 0 is full0 * full[0] */
    cs_var partial[POSEIDON_MAX_PARTIAL_ROUNDS]; /* what the partial rounds so far gave */
} hasher;

/* x * y = z */
static void product_row(cs *s, cs_var x, cs_var y, cs_var z)
{
    cs_row r = cs_row_begin(s);
    lc_add_var(r.a, x);
    lc_add_var(r.b, y);
    lc_add_var(r.c, z);
    cs_row_end(s);
}

/* The values of an S-box. */
typedef struct powers {
    fr x2, x4, out;
} powers;

static powers next_powers(hasher *h, bool last_round)
{
    powers p;
    const fr *x = h->trace++;
    fr_sqr(&p.x2, x);
    fr_sqr(&p.x4, &p.x2);
    fr_mul(&p.out, &p.x4, x);
    if (!last_round)
        fr_add(&p.out, &p.out, h->key);
    return p;
}

/* out = x^5 + key:  x * x = x2,  x2 * x2 = x4,  x * x4 = out - key */
static cs_var sbox(hasher *h, cs_var x, bool last_round)
{
    cs *s = h->s;
    fr minus_key;
    const powers value = next_powers(h, last_round);
    cs_var x2 = cs_alloc(s, &value.x2);
    product_row(s, x, x, x2);
    cs_var x4 = cs_alloc(s, &value.x4);
    product_row(s, x2, x2, x4);
    cs_var out = cs_alloc(s, &value.out);
    cs_row r = cs_row_begin(s);
    lc_add_var(r.a, x);
    lc_add_var(r.b, x4);
    if (!last_round) {
        fr_neg(&minus_key, h->key++);
        lc_add(r.c, &minus_key, CS_ONE);
    }
    lc_add_var(r.c, out);
    cs_row_end(s);
    return out;
}

/* As sbox, of x + before:  (x + before) * (x + before) = x2,  x2 * x2 = x4,
 * (x + before) * x4 = out - key */
static cs_var first_sbox(hasher *h, cs_var x, const fr *before)
{
    cs *s = h->s;
    fr minus_key;
    const powers value = next_powers(h, false);
    cs_var x2 = cs_alloc(s, &value.x2);
    cs_row r = cs_row_begin(s);
    lc_add(r.a, before, CS_ONE);
    lc_add_var(r.a, x);
    lc_copy(r.b, r.a);
    lc_add_var(r.c, x2);
    cs_row_end(s);
    cs_var x4 = cs_alloc(s, &value.x4);
    product_row(s, x2, x2, x4);
    cs_var out = cs_alloc(s, &value.out);
    r = cs_row_begin(s);
    lc_add(r.a, before, CS_ONE);
    lc_add_var(r.a, x);
    lc_add_var(r.b, x4);
    fr_neg(&minus_key, h->key++);
    lc_add(r.c, &minus_key, CS_ONE);
    lc_add_var(r.c, out);
    cs_row_end(s);
    return out;
}

/* l += the last full round's state * a column m[0], m[stride], ... */
static void add_full(hasher *h, lc *l, const fr *m, unsigned stride)
{
    fr coeff;
    fr_mul(&coeff, &h->full0, &m[0]);
    lc_add(l, &coeff, h->full[0]);
    for (unsigned i = 1; i < h->p->width; i++)
        lc_add(l, &m[i * stride], h->full[i]);
}

/* The element that the row's A has been set to becomes a variable v: element * 1 = v. */
static cs_var allocate(hasher *h, cs_row r, const fr *value)
{
    cs_var v = cs_alloc(h->s, value);
    lc_add_var(r.b, CS_ONE);
    lc_add_var(r.c, v);
    cs_row_end(h->s);
    return v;
}

/* Element j of the state that the dense matrix m makes of the last full round. */
static cs_var mixed(hasher *h, const fr *m, unsigned j, const fr *value)
{
    cs_row r = cs_row_begin(h->s);
    add_full(h, r.a, m + j, h->p->width);
    return allocate(h, r, value);
}

/* Element 0 before partial round k, element j >= 1 after all of them. */
static cs_var head(hasher *h, unsigned k)
{
    const fr *coeff = poseidon_head(h->p, k);
    cs_row r = cs_row_begin(h->s);
    add_full(h, r.a, coeff, 1);
    for (unsigned l = 0; l < k; l++)
        lc_add(r.a, &coeff[h->p->width + l], h->partial[l]);
    return allocate(h, r, h->trace);
}

static cs_var tail(hasher *h, unsigned j)
{
    cs_row r = cs_row_begin(h->s);
    add_full(h, r.a, h->p->pre_sparse + j, h->p->width);
    for (unsigned l = 0; l < h->p->partial_rounds; l++)
        lc_add(r.a, &poseidon_sparse(h->p, l).row[j - 1], h->partial[l]);
    return allocate(h, r, h->trace);
}

/* The key of element 0 and its S-box leave a constant there: no rows. */
static void first_round(hasher *h, const num *in)
{
    const fr *before = h->p->keys;
    h->key = before + h->p->width;
    h->full0 = next_powers(h, false).out;
    h->key++;
    h->full[0] = CS_ONE;
    for (unsigned i = 1; i < h->p->width; i++) {
        cs_push(h->s, "s-box", i);
        h->full[i] = first_sbox(h, in[i - 1].var, &before[i]);
        cs_pop(h->s);
    }
}

/* A full round behind a full round, or (`after_partial`) behind the partial ones. */
static void full_round(hasher *h, bool after_partial, bool last)
{
    cs_var out[POSEIDON_MAX_WIDTH];
    for (unsigned i = 0; i < h->p->width; i++) {
        cs_push(h->s, "s-box", i);
        cs_var x = !after_partial ? mixed(h, h->p->mds, i, h->trace)
                   : i == 0       ? head(h, h->p->partial_rounds)
                                  : tail(h, i);
        out[i] = sbox(h, x, last);
        cs_pop(h->s);
    }
    memcpy(h->full, out, h->p->width * sizeof *out);
    h->full0 = FR_ONE;
}

num poseidon_gadget(cs *s, const num *in, unsigned arity)
{
    fr tag;
    poseidon_merkle_tag(&tag, arity);
    return poseidon_gadget_tagged(s, &tag, in, arity);
}

num poseidon_gadget_tagged(cs *s, const fr *tag, const num *in, unsigned arity)
{
    fr trace[POSEIDON_MAX_SBOXES];
    fr values[POSEIDON_MAX_ARITY], digest;
    for (unsigned i = 0; i < arity; i++)
        values[i] = in[i].value;
    poseidon_hash_traced(&digest, trace, tag, values, arity);
    return poseidon_gadget_traced(s, in, arity, trace, &digest);
}

num poseidon_gadget_traced(cs *s, const num *in, unsigned arity, const fr *trace, const fr *digest)
{
    num out = { .value = *digest };
    hasher h = { .s = s, .p = poseidon_params_get(arity), .trace = trace };
    assert(h.p);
    if (cs_values_of(s)) {
        out.var = poseidon_values(s->values, h.p, trace, digest);
        return out;
    }

    for (unsigned r = 0; r < POSEIDON_FULL_ROUNDS; r++) {
        cs_push(s, "full round", r);
        if (r == 0)
            first_round(&h, in);
        else
            full_round(&h, r == POSEIDON_HALF_ROUNDS, r == POSEIDON_FULL_ROUNDS - 1);
        cs_pop(s);
        for (unsigned k = 0; r == POSEIDON_HALF_ROUNDS - 1 && k < h.p->partial_rounds; k++) {
            cs_push(s, "partial round", k);
            h.partial[k] = sbox(&h, head(&h, k), false);
            cs_pop(s);
        }
    }
    cs_push(s, "digest", -1);
    out.var = mixed(&h, h.p->mds, 1, &out.value);
    cs_pop(s);
    return out;
}
