/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef CUZK_ENGINE_REQUEST_SHAPE_H
#define CUZK_ENGINE_REQUEST_SHAPE_H

#include "engine/request.h"
#include "filecoin/sector.h"

/* By the sector size; where it is 0, which clients may send, by the registered proof, or by what
 * wraps the C1. NULL when that is no sector there is. What is proved is checked against it. */
const sector_shape *request_shape(const engine_request *q);

#endif
