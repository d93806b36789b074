/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The C1 reader, all three layouts: whatever is accepted has the counts of its registered proof,
 * holds no more memory than it says, and gives public inputs or refuses to. */
#include "base/arena.h"
#include "filecoin/c1.h"
#include "fuzz.h"

unsigned long fuzz_accepted;

static uint64_t check_path(const merkle_proof *p)
{
    CHECK(p->depth > 0 && p->depth <= MERKLE_MAX_DEPTH);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < p->depth; i++) {
        CHECK(p->level[i].index < p->level[i].arity);
        for (uint32_t k = 0; k + 1 < p->level[i].arity; k++)
            sum += p->level[i].siblings[k].b[31]; /* reads what the path points to */
    }
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    c1 c;
    cuzk_error err = { 0 };
    cuzk_status status = c1_parse(&c, data, len, NULL, "fuzz", &err);
    if (status != CUZK_OK) {
        CHECK(status == CUZK_BAD_INPUT && err.status == status && err.code[0] && err.message[0]);
        CHECK(!c.proofs && !c.arena);
        return 0;
    }
    fuzz_accepted++;
    CHECK(c.partitions == c.shape->partitions && c.challenges == c.shape->challenges);
    CHECK(arena_used(c.arena) <= 2 * len + 4096);
    uint64_t sum = 0;
    for (size_t i = 0; i < (size_t)c.partitions * c.challenges; i++) {
        sum += check_path(&c.proofs[i].comm_d);
        sum += check_path(&c.proofs[i].comm_r_last);
        sum += check_path(&c.proofs[i].c_x.inclusion);
        for (unsigned k = 0; k < GRAPH_BASE_DEGREE; k++)
            sum += check_path(&c.proofs[i].drg_parents[k].inclusion);
        for (unsigned k = 0; k < GRAPH_EXP_DEGREE; k++)
            sum += check_path(&c.proofs[i].exp_parents[k].inclusion);
    }
    /* Canonical elements have a last byte of at most 0x73. */
    CHECK(sum <= (uint64_t)0x73 * len);
    c1_free(&c);
    return 0;
}
