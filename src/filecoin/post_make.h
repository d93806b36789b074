/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Making the vanilla proofs of PoSt, from sealed sectors. */
#ifndef CUZK_FILECOIN_POST_MAKE_H
#define CUZK_FILECOIN_POST_MAKE_H

#include "filecoin/post_vanilla.h"
#include "filecoin/replica.h"

/* What the statement challenges, opened; replicas[i] is that of the statement's sector i, whose
 * comm_r must be its (CUZK_NO: "wrong-comm-r"). post_vanilla_free. */
cuzk_status post_make(post_vanilla *out, const post_statement *s, const replica *const *replicas,
                      cuzk_error *err);

#endif
