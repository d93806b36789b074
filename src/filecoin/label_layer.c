/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/label_layer.h"
#include "base/bytes.h"
#include "filecoin/label.h"
#include "hash/hash_constants.h"
#include "hash/sha256.h"

#define CHUNK 16384 /* nodes whose parents are known at a time */
#define PIECE 512   /* of those, found at once by one thread */
#define AHEAD 4     /* nodes whose parents are fetched before their turn comes */

#define PARENTS (GRAPH_BASE_DEGREE + GRAPH_EXP_DEGREE)

/* The preimage of a label as whole blocks: a head of 64 bytes, 37 parents, the padding. */
#define HEAD_LEN     64
#define PREIMAGE_LEN (HEAD_LEN + 32 * GRAPH_LABEL_PARENTS)
#define BLOCKS       20

typedef struct chunk {
    uint64_t first;
    size_t n;
    uint32_t parents[CHUNK][PARENTS];
} chunk;

typedef struct labeling {
    node32 *out;
    const node32 *below; /* NULL in layer 1 */
    const graph *graph;
    node32 replica_id;
    uint32_t layer;
    chunk *now, *next;
} labeling;

static void find_parents(const labeling *l, chunk *c, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        graph_drg_parents(l->graph, (uint32_t)(c->first + i), c->parents[i]);
    if (l->below)
        graph_exp_parents_many(l->graph, (uint32_t)(c->first + begin), end - begin,
                               c->parents[begin] + GRAPH_BASE_DEGREE, PARENTS);
}

static void fetch_parents(const labeling *l, const uint32_t parents[PARENTS])
{
    for (unsigned i = 0; i < GRAPH_BASE_DEGREE; i++)
        __builtin_prefetch(&l->out[parents[i]]);
    for (unsigned i = GRAPH_BASE_DEGREE; l->below && i < PARENTS; i++)
        __builtin_prefetch(&l->below[parents[i]]);
}

/* The parents once, then copies of them as far as there are places. */
static void put_parents(const labeling *l, node32 places[GRAPH_LABEL_PARENTS],
                        const uint32_t parents[PARENTS])
{
    unsigned n = l->below ? PARENTS : GRAPH_BASE_DEGREE;

    for (unsigned i = 0; i < GRAPH_BASE_DEGREE; i++)
        places[i] = l->out[parents[i]];
    for (unsigned i = GRAPH_BASE_DEGREE; i < n; i++)
        places[i] = l->below[parents[i]];
    for (unsigned i = n; i < GRAPH_LABEL_PARENTS; i++)
        places[i] = places[i - n];
}

static void put_label(node32 *out, const uint8_t *blocks)
{
    uint32_t h[8];

    memcpy(h, SHA256_IV, sizeof h);
    sha256_compress(h, blocks, BLOCKS);
    for (int i = 0; i < 8; i++)
        store_be32(out->b + 4 * i, h[i]);
    out->b[31] &= 0x3f;
}

static void make_labels(const labeling *l, const chunk *c)
{
    uint8_t blocks[BLOCKS * SHA256_BLOCK_LEN] = { 0 };

    memcpy(blocks, l->replica_id.b, 32);
    store_be32(blocks + 32, l->layer);
    blocks[PREIMAGE_LEN] = 0x80;
    store_be32(blocks + sizeof blocks - 4, 8 * PREIMAGE_LEN);
    for (size_t i = 0; i < c->n; i++) {
        uint64_t node = c->first + i;

        if (i + AHEAD < c->n)
            fetch_parents(l, c->parents[i + AHEAD]);
        if (!node) {
            label_create(l->out, &l->replica_id, l->layer, 0, NULL);
            continue;
        }
        store_be64(blocks + 36, node);
        put_parents(l, (node32 *)(void *)(blocks + HEAD_LEN), c->parents[i]);
        put_label(&l->out[node], blocks);
    }
}

/* Step 0 makes the labels of this chunk, the others find parents for the next. */
static void do_steps(void *ctx, size_t begin, size_t end, unsigned thread)
{
    const labeling *l = ctx;

    (void)thread;
    for (size_t step = begin; step < end; step++) {
        size_t from = (step - 1) * PIECE, to = step * PIECE;
        if (step == 0)
            make_labels(l, l->now);
        else
            find_parents(l, l->next, from, to < l->next->n ? to : l->next->n);
    }
}

static size_t chunk_n(const graph *g, uint64_t first)
{
    return g->nodes - first < CHUNK ? (size_t)(g->nodes - first) : CHUNK;
}

cuzk_status label_layer(node32 *out, const node32 *below, const graph *g, const node32 *replica_id,
                        uint32_t layer, work *w, cuzk_error *err)
{
    labeling l = {
        .out = out, .below = below, .graph = g, .replica_id = *replica_id, .layer = layer
    };
    chunk *chunks = work_alloc(w, 2 * sizeof *chunks, "parents of nodes", err);

    if (!chunks)
        return CUZK_NO_RESOURCES;
    l.now = &chunks[0];
    l.now->n = chunk_n(g, 0);
    find_parents(&l, l.now, 0, l.now->n);
    for (uint64_t first = 0; first < g->nodes && !work_cancelled(w); first += CHUNK) {
        l.next = &chunks[(first / CHUNK + 1) % 2];
        l.next->first = first + l.now->n;
        l.next->n = chunk_n(g, l.next->first);
        work_for(w, 1 + (l.next->n + PIECE - 1) / PIECE, 1, do_steps, &l);
        work_advance(w, l.now->n);
        l.now = l.next;
    }
    work_dealloc(w, chunks, 2 * sizeof *chunks);
    return work_status(w, err);
}
