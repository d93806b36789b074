/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/public_inputs.h"
#include "filecoin/challenges.h"
#include "filecoin/graph.h"
#include <string.h>

/* Of a challenge: the node itself as the leaf of tree D, its parents as leaves of tree C, the node
 * as a number, as the leaf of tree R, as the leaf of tree C. */
#define INPUTS_PER_CHALLENGE (1 + GRAPH_BASE_DEGREE + GRAPH_EXP_DEGREE + 3)

void porep_statement_from_c1(porep_statement *s, const c1 *c)
{
    s->seal = c->seal;
    registered_seal_porep_id(c->seal, s->porep_id);
    s->replica_id = c->replica_id;
    s->comm_d = c->comm_d;
    s->comm_r = c->comm_r;
    memcpy(s->seed, c->seed, sizeof s->seed);
}

size_t porep_public_inputs_n(const sector_shape *shape)
{
    return 3 + (size_t)INPUTS_PER_CHALLENGE * shape->challenges;
}

static fr *put(fr *out, const uint32_t *values, size_t n)
{
    for (size_t i = 0; i < n; i++)
        *out++ = fr_from_u64(values[i]);
    return out;
}

bool porep_public_inputs(fr *out, const porep_statement *s, unsigned partition)
{
    const sector_shape *shape = s->seal->shape;
    uint64_t challenges[SECTOR_MAX_CHALLENGES];
    graph g;

    if (!fr_from_bytes_le(out, s->replica_id.b) || !fr_from_bytes_le(out + 1, s->comm_d.b) ||
        !fr_from_bytes_le(out + 2, s->comm_r.b))
        return false;
    out += 3;
    graph_init(&g, shape->nodes, s->seal->version, s->porep_id);
    challenges_of_partition(challenges, s->seal, s->replica_id.b, s->comm_r.b, s->seed, partition);
    for (unsigned i = 0; i < shape->challenges; i++) {
        uint32_t node = (uint32_t)challenges[i];
        uint32_t drg[GRAPH_BASE_DEGREE], exp[GRAPH_EXP_DEGREE];

        graph_drg_parents(&g, node, drg);
        graph_exp_parents(&g, node, exp);
        out = put(out, &node, 1);
        out = put(out, drg, GRAPH_BASE_DEGREE);
        out = put(out, exp, GRAPH_EXP_DEGREE);
        for (int again = 0; again < 3; again++)
            out = put(out, &node, 1);
    }
    return true;
}
