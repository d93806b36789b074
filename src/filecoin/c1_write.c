/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/c1_write.h"
#include "filecoin/base64.h"
#include <stdio.h>
#include <string.h>

#define PIECE 16384

/* Text is gathered here; once inside the base64 of Curio's wrapper it is encoded on its way out. */
typedef struct writer {
    vanilla_sink_fn sink;
    void *ctx;
    cuzk_status status; /* of the sink: nothing more is given to it after a failure */
    const c1 *c;
    bool base64;
    size_t len;
    uint8_t text[PIECE];
} writer;

static void give(writer *w, const void *data, size_t len)
{
    if (w->status == CUZK_OK && len)
        w->status = w->sink(w->ctx, data, len);
}

/* Whole groups of what is gathered, and at the end the padded rest. */
static void flush_base64(writer *w, bool end)
{
    char out[BASE64_LEN(PIECE)];
    size_t whole = end ? w->len : w->len - w->len % 3;

    give(w, out, base64_encode(out, w->text, whole));
    memmove(w->text, w->text + whole, w->len - whole);
    w->len -= whole;
}

static void flush(writer *w, bool end)
{
    if (w->base64) {
        flush_base64(w, end);
    } else {
        give(w, w->text, w->len);
        w->len = 0;
    }
}

static void put(writer *w, const char *s, size_t len)
{
    if (len > PIECE - w->len)
        flush(w, false);
    memcpy(w->text + w->len, s, len);
    w->len += len;
}

static void put_text(writer *w, const char *s)
{
    put(w, s, strlen(s));
}

static void put_number(writer *w, uint64_t v)
{
    char s[24];

    put(w, s, (size_t)snprintf(s, sizeof s, "%llu", (unsigned long long)v));
}

/* An array of 32 small integers: nearly all of a C1 is this. */
static void put_bytes(writer *w, const uint8_t b[32])
{
    char s[4 * 32 + 2], *p = s;

    *p++ = '[';
    for (int i = 0; i < 32; i++) {
        if (b[i] >= 100)
            *p++ = (char)('0' + b[i] / 100);
        if (b[i] >= 10)
            *p++ = (char)('0' + b[i] / 10 % 10);
        *p++ = (char)('0' + b[i] % 10);
        *p++ = ',';
    }
    p[-1] = ']';
    put(w, s, (size_t)(p - s));
}

static void put_nodes(writer *w, const node32 *nodes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        put_text(w, i ? "," : "[");
        put_bytes(w, nodes[i].b);
    }
    put_text(w, "]");
}

/* {"path":[{"hashes":[...],"index":n},...]} */
static void put_levels(writer *w, const merkle_level *level, unsigned n)
{
    put_text(w, "{\"path\":[");
    for (unsigned i = 0; i < n; i++) {
        put_text(w, i ? ",{\"hashes\":" : "{\"hashes\":");
        put_nodes(w, level[i].siblings, level[i].arity - 1);
        put_text(w, ",\"index\":");
        put_number(w, level[i].index);
        put_text(w, "}");
    }
    put_text(w, "]}");
}

static void put_root_and_leaf(writer *w, const merkle_proof *p)
{
    put_text(w, "\"root\":");
    put_bytes(w, p->root.b);
    put_text(w, ",\"leaf\":");
    put_bytes(w, p->leaf.b);
}

/* base: levels of the lowest part; what is above it are the parts of one level each. */
static void put_path(writer *w, const merkle_proof *p, unsigned base)
{
    unsigned above = p->depth - base;

    if (above == 0) {
        put_text(w, "{\"data\":{\"Single\":{");
        put_root_and_leaf(w, p);
        put_text(w, ",\"path\":");
        put_levels(w, p->level, base);
    } else {
        put_text(w, above == 1 ? "{\"data\":{\"Sub\":{\"base_proof\":"
                               : "{\"data\":{\"Top\":{\"base_proof\":");
        put_levels(w, p->level, base);
        put_text(w, ",\"sub_proof\":");
        put_levels(w, p->level + base, 1);
        if (above == 2) {
            put_text(w, ",\"top_proof\":");
            put_levels(w, p->level + base + 1, 1);
        }
        put_text(w, ",");
        put_root_and_leaf(w, p);
    }
    put_text(w, "}}}");
}

static void put_column(writer *w, const column_proof *p)
{
    put_text(w, "{\"column\":{\"index\":");
    put_number(w, p->index);
    put_text(w, ",\"rows\":");
    put_nodes(w, p->rows, w->c->shape->layers);
    put_text(w, ",\"_h\":null},\"inclusion_proof\":");
    put_path(w, &p->inclusion, w->c->shape->base_depth);
    put_text(w, "}");
}

static void put_columns(writer *w, const column_proof *p, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        put_text(w, i ? "," : "[");
        put_column(w, &p[i]);
    }
    put_text(w, "]");
}

static void put_labeling(writer *w, const labeling_proof *p)
{
    put_text(w, "{\"parents\":");
    put_nodes(w, p->parents, GRAPH_LABEL_PARENTS);
    put_text(w, ",\"layer_index\":");
    put_number(w, p->layer);
    put_text(w, ",\"node\":");
    put_number(w, p->node);
    put_text(w, "}");
}

static void put_proof(writer *w, const porep_vanilla *p)
{
    put_text(w, "{\"comm_d_proofs\":");
    put_path(w, &p->comm_d, p->comm_d.depth);
    put_text(w, ",\"comm_r_last_proof\":");
    put_path(w, &p->comm_r_last, w->c->shape->base_depth);
    put_text(w, ",\"replica_column_proofs\":{\"c_x\":");
    put_column(w, &p->c_x);
    put_text(w, ",\"drg_parents\":");
    put_columns(w, p->drg_parents, GRAPH_BASE_DEGREE);
    put_text(w, ",\"exp_parents\":");
    put_columns(w, p->exp_parents, GRAPH_EXP_DEGREE);
    put_text(w, "},\"labeling_proofs\":");
    for (unsigned l = 0; l < w->c->shape->layers; l++) {
        put_text(w, l ? "," : "[");
        put_labeling(w, &p->labels[l]);
    }
    put_text(w, "],\"encoding_proof\":");
    put_labeling(w, &p->encoding);
    put_text(w, "}");
}

static void put_partitions(writer *w)
{
    const c1 *c = w->c;

    for (unsigned k = 0; k < c->partitions; k++) {
        put_text(w, k ? ",[" : "[[");
        for (unsigned i = 0; i < c->challenges; i++) {
            put_text(w, i ? "," : "");
            put_proof(w, &c->proofs[k * c->challenges + i]);
        }
        put_text(w, "]");
    }
    put_text(w, "]");
}

static void put_field(writer *w, const char *name, const uint8_t b[32])
{
    put_text(w, name);
    put_bytes(w, b);
}

/* The document without Curio's wrapper. */
static void put_document(writer *w, bool api)
{
    const c1 *c = w->c;

    put_text(w, "{");
    if (api) {
        put_text(w, "\"registered_proof\":\"");
        put_text(w, c->seal->name);
        put_text(w, "\",\"vanilla_proofs\":{\"StackedDrg");
        put_text(w, c->shape->name);
        put_text(w, "V1\":");
    } else {
        put_text(w, "\"vanilla_proofs\":");
    }
    put_partitions(w);
    put_text(w, api ? "}," : ",");
    put_field(w, "\"comm_r\":", c->comm_r.b);
    put_field(w, ",\"comm_d\":", c->comm_d.b);
    put_field(w, ",\"replica_id\":", c->replica_id.b);
    put_field(w, ",\"seed\":", c->seed);
    put_field(w, ",\"ticket\":", c->ticket);
    put_text(w, "}");
}

static void put_wrapper(writer *w)
{
    put_text(w, "{\"SectorNum\":");
    put_number(w, w->c->sector_number);
    put_text(w, ",\"Phase1Out\":\"");
    flush(w, true);
    w->base64 = true;
    put_document(w, true);
    flush(w, true);
    w->base64 = false;
    put_text(w, "\",\"SectorSize\":");
    put_number(w, w->c->shape->size);
    put_text(w, "}");
}

cuzk_status c1_write(const c1 *c, c1_layout layout, vanilla_sink_fn sink, void *ctx)
{
    writer w;

    w.sink = sink;
    w.ctx = ctx;
    w.status = CUZK_OK;
    w.c = c;
    w.base64 = false;
    w.len = 0;
    if (layout == C1_CURIO)
        put_wrapper(&w);
    else
        put_document(&w, layout == C1_API);
    flush(&w, true);
    return w.status;
}
