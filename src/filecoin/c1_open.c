/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/c1_open.h"
#include "filecoin/label.h"
#include <string.h>

static cuzk_status open_column(const c1_opener *o, uint32_t node, column_proof *p, arena *a,
                               cuzk_error *err)
{
    p->index = node;
    o->column(o->ctx, node, p->rows);
    return o->path(o->ctx, POREP_TREE_C, node, &p->inclusion, a, err);
}

/* What stands at the places of a label's preimage is in the columns of the parents. */
static void put_labeling(const porep_vanilla *p, uint32_t node, uint32_t layer, labeling_proof *out)
{
    out->layer = layer;
    out->node = node;
    for (unsigned i = 0; i < GRAPH_LABEL_PARENTS; i++) {
        unsigned at = label_parent_at(layer, i);
        out->parents[i] = at < GRAPH_BASE_DEGREE
                              ? p->drg_parents[at].rows[layer - 1]
                              : p->exp_parents[at - GRAPH_BASE_DEGREE].rows[layer - 2];
    }
}

cuzk_status c1_open_challenge(const c1_opener *o, uint32_t node, porep_vanilla *out, arena *a,
                              cuzk_error *err)
{
    unsigned layers = o->shape->layers;
    uint32_t drg[GRAPH_BASE_DEGREE], exp[GRAPH_EXP_DEGREE];

    TRY(o->path(o->ctx, POREP_TREE_D, node, &out->comm_d, a, err));
    TRY(o->path(o->ctx, POREP_TREE_R, node, &out->comm_r_last, a, err));
    TRY(open_column(o, node, &out->c_x, a, err));
    graph_drg_parents(o->graph, node, drg);
    for (int i = 0; i < GRAPH_BASE_DEGREE; i++)
        TRY(open_column(o, drg[i], &out->drg_parents[i], a, err));
    graph_exp_parents(o->graph, node, exp);
    for (int i = 0; i < GRAPH_EXP_DEGREE; i++)
        TRY(open_column(o, exp[i], &out->exp_parents[i], a, err));
    for (unsigned layer = 1; layer <= layers; layer++)
        put_labeling(out, node, layer, &out->labels[layer - 1]);
    out->encoding = out->labels[layers - 1];
    return CUZK_OK;
}
