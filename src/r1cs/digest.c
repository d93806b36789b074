/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "r1cs/digest.h"
#include "base/bytes.h"
#include "r1cs/coeff.h"
#include "r1cs/hash_stream.h"
#include <stdlib.h>

#define TERM_LEN 41
#define CACHE_LG 12 /* 64 bytes each: stays in the second-level cache */

typedef struct cached_coeff {
    fr coeff;
    uint8_t bytes[32]; /* of coeff */
} cached_coeff;

typedef struct digester {
    cs cs;
    circuit_digest *out;
    unsigned checkpoint_lg;
    bool circuit_done; /* the rows of cs_finish give no checkpoints */
    fr minus_one;
    hash_stream rows, aux, inputs;
    name_stack names;
    cached_coeff cache[1 << CACHE_LG]; /* all zero at first, which is right for zero */
} digester;

/* Canonical bytes of a coefficient or value: a conversion costs a multiplication, few differ. */
static const uint8_t *coeff_bytes(digester *d, const fr *c)
{
    cached_coeff *slot = &d->cache[coeff_hash(c) >> (64 - CACHE_LG)];
    if (!fr_eq(&slot->coeff, c)) {
        fr_to_bytes_le(slot->bytes, c);
        slot->coeff = *c;
    }
    return slot->bytes;
}

static void write_terms(digester *d, const lc_terms *t, uint8_t kind, digest_matrix *m)
{
    const lc_term *term = lc_terms_data(t);
    for (uint32_t i = 0; i < t->n; i++) {
        uint8_t *p = hash_stream_next(&d->rows, TERM_LEN);
        p[0] = kind;
        store_le64(p + 1, term[i].index);
        memcpy(p + 9, coeff_bytes(d, &term[i].coeff), 32);
        m->ones += fr_is_one(&term[i].coeff);
        m->minus_ones += fr_eq(&term[i].coeff, &d->minus_one);
        m->zeros += fr_is_zero(&term[i].coeff);
    }
}

static void write_lc(digester *d, const lc *l, digest_matrix *m)
{
    uint32_t n = lc_n_terms(l);
    store_le32(hash_stream_next(&d->rows, 4), n);
    write_terms(d, &l->inputs, 0, m);
    write_terms(d, &l->aux, 1, m);
    m->terms += n;
    m->empty += n == 0;
    if (n > m->longest)
        m->longest = n;
}

static void add_checkpoint(digester *d)
{
    circuit_digest *out = d->out;
    digest_checkpoint *grown = realloc(out->checkpoints, (out->n_checkpoints + 1) * sizeof *grown);
    if (!grown) {
        cs_fail(&d->cs, CUZK_NO_RESOURCES, "out-of-memory", "out of memory for checkpoints");
        return;
    }
    out->checkpoints = grown;
    digest_checkpoint *c = &grown[out->n_checkpoints++];
    c->at = (cs_counts) { d->cs.n_rows, d->cs.n_inputs, d->cs.n_aux };
    hash_stream_digest(&d->rows, c->sha256);
    names_path(&d->names, c->path, sizeof c->path);
}

static void digest_alloc(cs *s, bool input, const fr *value)
{
    digester *d = (digester *)s;
    uint8_t *p = hash_stream_next(input ? &d->inputs : &d->aux, 32);
    memcpy(p, coeff_bytes(d, value), 32);
    if (!density_alloc(&d->out->density, input))
        cs_fail(s, CUZK_NO_RESOURCES, "out-of-memory", "out of memory for densities");
}

static void digest_enforce(cs *s, const lc *a, const lc *b, const lc *c)
{
    digester *d = (digester *)s;
    write_lc(d, a, &d->out->a);
    write_lc(d, b, &d->out->b);
    write_lc(d, c, &d->out->c);
    density_mark(&d->out->density, a, b);
    if (d->checkpoint_lg < 64 && s->n_rows % (UINT64_C(1) << d->checkpoint_lg) == 0 &&
        !d->circuit_done)
        add_checkpoint(d);
}

static void digest_push(cs *s, const char *name, int64_t index)
{
    names_push(&((digester *)s)->names, name, index);
}

static void digest_pop(cs *s)
{
    names_pop(&((digester *)s)->names);
}

static const cs_ops digest_ops = {
    .name = "digest",
    .alloc = digest_alloc,
    .enforce = digest_enforce,
    .push = digest_push,
    .pop = digest_pop,
};

static void run(digester *d, const circuit *c)
{
    circuit_digest *out = d->out;
    cs_init(&d->cs, &digest_ops);
    c->synthesize(c->ctx, &d->cs);
    d->circuit_done = true;
    out->n_circuit_rows = d->cs.n_rows;
    hash_stream_digest(&d->rows, out->circuit_sha256);
    cs_finish(&d->cs);
    out->counts = (cs_counts) { d->cs.n_rows, d->cs.n_inputs, d->cs.n_aux };
    hash_stream_digest(&d->rows, out->sha256);
    hash_stream_digest(&d->aux, out->aux_sha256);
    hash_stream_digest(&d->inputs, out->input_sha256);
}

cuzk_status digest_make(circuit_digest *out, const circuit *c, unsigned checkpoint_lg,
                        cuzk_error *err)
{
    *out = (circuit_digest) { 0 };
    digester *d = calloc(1, sizeof *d);
    if (!d)
        return err_no_memory(err, "the circuit's digest", sizeof *d);
    d->out = out;
    d->checkpoint_lg = checkpoint_lg;
    fr_neg(&d->minus_one, &FR_ONE);
    cuzk_status status;
    if (hash_stream_init(&d->rows) && hash_stream_init(&d->aux) && hash_stream_init(&d->inputs)) {
        run(d, c);
        status = cs_status(&d->cs, err);
        cs_free(&d->cs);
    } else {
        status = err_no_memory(err, "the circuit's digest", 2 * HASH_STREAM_BLOCK);
    }
    hash_stream_free(&d->rows);
    hash_stream_free(&d->aux);
    hash_stream_free(&d->inputs);
    free(d);
    if (status != CUZK_OK)
        digest_free(out);
    return status;
}

void digest_free(circuit_digest *d)
{
    free(d->checkpoints);
    density_free(&d->density);
    *d = (circuit_digest) { 0 };
}

void digest_bitmap(uint8_t out[SHA256_LEN], const bitmap *b)
{
    sha256_state s;
    sha256_init(&s);
    size_t len = (b->n + 7) / 8;
    for (size_t i = 0; i < len; i += 8) {
        uint8_t word[8];
        store_le64(word, b->words[i / 8]);
        sha256_update(&s, word, len - i < 8 ? len - i : 8);
    }
    sha256_final(&s, out);
}

uint64_t digest_domain_size(uint64_t n_rows)
{
    uint64_t size = 1;
    while (size < n_rows)
        size *= 2;
    return size;
}
