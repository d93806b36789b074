/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef CUZK_APPS_BENCH_ORDER_H
#define CUZK_APPS_BENCH_ORDER_H

#include <cuzk/error.h>

/* A state that nobody can foresee. */
cuzk_status order_seed(uint64_t *state, cuzk_error *err);
/* 0..n-1 in an order that follows from the state, which moves on. */
void order_shuffle(unsigned *order, unsigned n, uint64_t *state);

#endif
