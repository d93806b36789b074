/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A C1 output of a sector that was never sealed, for tests and benchmarks. */
#ifndef CUZK_FILECOIN_C1_FABRICATE_H
#define CUZK_FILECOIN_C1_FABRICATE_H

#include "filecoin/c1.h"

/* A ticket that says so: what is made up for anything but a test has this one. */
extern const uint8_t c1_synthetic_ticket[32];

/* A committed-capacity sector (data all zero) of any size, in moments: only the columns that are
 * opened exist, those of challenged nodes with true labels, all others with made-up ones. It
 * verifies and satisfies the circuit as a sealed sector's does; the proof is a valid proof of a
 * sector nobody stores. The registered proof must be interactive (synthetic challenges depend on
 * what they open): CUZK_BAD_INPUT otherwise. partitions: how many of them, the first ones; 0 for
 * all, more than there are is CUZK_BAD_INPUT. seed not zero. c1_free. */
cuzk_status c1_fabricate(c1 *out, const registered_seal *seal, unsigned partitions, uint64_t miner,
                         uint64_t sector, const uint8_t ticket[32], const uint8_t seed[32],
                         cuzk_error *err);

#endif
