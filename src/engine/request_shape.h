/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef CUZK_ENGINE_REQUEST_SHAPE_H
#define CUZK_ENGINE_REQUEST_SHAPE_H

#include "engine/request.h"
#include "filecoin/c1.h"

/* By the sector size; where it is 0, which clients may send, by the registered proof, or by what
 * wraps the C1. NULL when that is no sector there is. What is proved is checked against it. */
const sector_shape *request_shape(const engine_request *q);

/* Whether the sector that a PoRep request names is that of its C1, which the network's verifier
 * would find out: first by what stands at the head of Curio's wrapping, at a glance; then by the
 * replica's id. A miner 0 is none: such a client names no sector. CUZK_BAD_INPUT, "wrong-sector",
 * naming both. */
cuzk_status request_sector_glance(const engine_request *q, cuzk_error *err);
cuzk_status request_sector_check(const engine_request *q, const c1 *c, cuzk_error *err);

#endif
