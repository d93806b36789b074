/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Part of a term storage: the linear combinations of a row share nothing. */
typedef struct lc_memory {
} lc_memory;

static inline void lc_memory_init(lc_memory *m)
{
    (void)m;
}
static inline void lc_memory_reset(lc_memory *m)
{
    (void)m;
}
static inline void lc_memory_free(lc_memory *m)
{
    (void)m;
}
