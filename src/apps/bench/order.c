/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/order.h"
#include "base/error.h"
#include "base/random.h"

/* xorshift64 (Marsaglia 2003): enough for an order nobody can foresee when it is started at random.
 */
static uint64_t next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

cuzk_status order_seed(uint64_t *state, cuzk_error *err)
{
    *state = 0;
    while (*state == 0)
        TRY(random_bytes(state, sizeof *state, err));
    return CUZK_OK;
}

/* Fisher and Yates. */
void order_shuffle(unsigned *order, unsigned n, uint64_t *state)
{
    for (unsigned i = 0; i < n; i++)
        order[i] = i;
    for (unsigned i = n; i > 1; i--) {
        unsigned k = (unsigned)(next(state) % i), t = order[i - 1];
        order[i - 1] = order[k];
        order[k] = t;
    }
}
