/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The golden vanilla proofs of PoSt and sector updates, with what they prove. */
#ifndef CUZK_TESTS_FILECOIN_VANILLA_CASE_H
#define CUZK_TESTS_FILECOIN_VANILLA_CASE_H

#include "filecoin/fixture.h"
#include "filecoin/post_vanilla.h"
#include "filecoin/update_vanilla.h"

typedef struct post_case {
    bytes file;
    vanilla_items items;
    post_vanilla v;
    post_statement s;
    post_sector_claim claims[2];
} post_case;

void post_case_open(post_case *c, proof_kind kind); /* winning or window */
void post_case_close(post_case *c);

typedef struct update_case {
    bytes file;
    vanilla_items items;
    update_vanilla v;
    update_statement s;
} update_case;

void update_case_open(update_case *c);
void update_case_close(update_case *c);

/* The public inputs of the golden proof of this circuit, partition 0, must be these. */
void vanilla_case_inputs(const char *proof_json, const fr *inputs, size_t n);

#endif
