/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Sums of lists of points, thousands of independent additions to one inversion.
 *
 * All points are in one array, the pool, and an element is an index into it. A list is a bucket and
 * the points that are to be added to it; a round adds the second half of each list to its first, so
 * that its length does not matter: it may hold all points there are. What is left of the lists of
 * one round is joined by new ones before the next, so that rounds are full.
 *
 * Parameters:
 *   MSM_FN(f)        the name of function f
 *   MSM_ELEM         a point in the pool
 *   MSM_E(f)         on those: is_infinity(p); copy(o, p, neg): o = p or -p;
 *                    batch_add(pool, ops, n, scratch): pool[op.acc] += pool[op.point];
 *                    batch_add_next(pool, ops, n, next, n_next, scratch): the same, fetching the
 *                    points of the next operations
 *   MSM_SCRATCH(n)   bytes of scratch for n additions
 *   MSM_ROUND_OPS    additions to an inversion: few enough for what they are about and the scratch
 *                    to stay in a second-level cache
 * No include guard: included once per instance. */

#define ROUND_OPS   MSM_ROUND_OPS
#define ROUND_ELEMS (2 * ROUND_OPS)

#define GROUP_SLOTS ROUND_ELEMS /* no element needs more than one */

typedef struct MSM_FN(list) {
    uint32_t start, n; /* of the group's elements */
} MSM_FN(list);

/* One element of a bucket is in the group's operations; n more come next. */
typedef struct MSM_FN(stream) {
    const uint32_t *next;
    uint32_t n, bucket;
} MSM_FN(stream);

/* One a thread. Elements have BATCH_ADD_NEG set if they are to be subtracted; the first of a list
 * is its bucket, and never is. Slots are places in the pool for what a round adds to. */
typedef struct MSM_FN(group) {
    _Alignas(64) uint8_t scratch[MSM_SCRATCH(ROUND_OPS)];
    batch_add_op op_room[2][ROUND_OPS];
    batch_add_op *ops, *next_ops; /* of the streams: this round's, the next's */
    uint32_t elems[ROUND_ELEMS];
    MSM_FN(list) lists[ROUND_OPS + 1];
    MSM_FN(stream) streams[ROUND_OPS];
    uint32_t n_streams;
    uint32_t free_slots[GROUP_SLOTS];
    uint32_t n_elems, n_lists, n_free, first_slot;
} MSM_FN(group);

static void MSM_FN(group_init)(MSM_FN(group) * g, uint32_t first_slot)
{
    g->first_slot = first_slot;
    g->ops = g->op_room[0];
    g->next_ops = g->op_room[1];
    g->n_elems = g->n_lists = g->n_streams = 0;
    for (g->n_free = 0; g->n_free < GROUP_SLOTS; g->n_free++)
        g->free_slots[g->n_free] = first_slot + g->n_free;
}

static inline bool MSM_FN(is_slot)(const MSM_FN(group) * g, uint32_t elem)
{
    return elem - g->first_slot < GROUP_SLOTS;
}

static inline void MSM_FN(prefetch)(const MSM_ELEM *pool, uint32_t elem)
{
    const uint8_t *p = (const uint8_t *)&pool[elem & ~BATCH_ADD_NEG];
    for (size_t line = 0; line < sizeof *pool; line += 64)
        __builtin_prefetch(p + line);
}

/* The pairs of a list; the first of each is made a slot, as points stay what they are. */
static size_t MSM_FN(pair_up)(MSM_FN(group) * g, MSM_ELEM *pool, const MSM_FN(list) * l,
                              batch_add_op *ops)
{
    uint32_t *e = g->elems + l->start, half = l->n / 2;
    for (uint32_t i = 0; i < half; i++) {
        const uint32_t neg = e[i] & BATCH_ADD_NEG, from = e[i] - neg;
        uint32_t acc = from;
        if (i && !MSM_FN(is_slot)(g, from)) {
            acc = g->free_slots[--g->n_free];
            pool[acc] = pool[from];
            e[i] = acc | neg;
        }
        ops[i] = (batch_add_op) { acc, e[l->n - 1 - i] ^ neg };
    }
    return half;
}

/* Add the second half of each list to the first. The last list stays even if it is complete: more
 * may be coming. */
static void MSM_FN(round)(MSM_FN(group) * g, MSM_ELEM *pool)
{
    size_t n_ops = 0;
    uint32_t n_lists = g->n_lists;
    for (uint32_t k = 0; k < n_lists; k++)
        n_ops += MSM_FN(pair_up)(g, pool, &g->lists[k], g->ops + n_ops);
    MSM_E(batch_add)(pool, g->ops, n_ops, g->scratch);
    g->n_elems = g->n_lists = 0;
    for (uint32_t k = 0; k < n_lists; k++) {
        MSM_FN(list) l = g->lists[k];
        const uint32_t *e = g->elems + l.start;
        for (uint32_t half = l.n / 2; half; half--)
            if (MSM_FN(is_slot)(g, e[--l.n] & ~BATCH_ADD_NEG))
                g->free_slots[g->n_free++] = e[l.n] & ~BATCH_ADD_NEG;
        if (l.n == 1 && k + 1 < n_lists)
            continue;
        memmove(g->elems + g->n_elems, e, l.n * sizeof *e);
        g->lists[g->n_lists++] = (MSM_FN(list)) { g->n_elems, l.n };
        g->n_elems += l.n;
    }
}

/* Add n > 0 elements to a bucket, sooner or later; no bucket twice before the group is finished. */
static void MSM_FN(add_list)(MSM_FN(group) * g, MSM_ELEM *pool, uint32_t bucket,
                             const uint32_t *elems, size_t n)
{
    if (g->n_elems + 2 > ROUND_ELEMS)
        MSM_FN(round)(g, pool);
    g->lists[g->n_lists++] = (MSM_FN(list)) { g->n_elems, 1 };
    g->elems[g->n_elems++] = bucket;
    while (n) {
        size_t take = ROUND_ELEMS - g->n_elems < n ? ROUND_ELEMS - g->n_elems : n;
        memcpy(g->elems + g->n_elems, elems, take * sizeof *elems);
        g->n_elems += (uint32_t)take;
        g->lists[g->n_lists - 1].n += (uint32_t)take;
        elems += take;
        n -= take;
        if (g->n_elems == ROUND_ELEMS)
            MSM_FN(round)(g, pool);
    }
}

/* Whether some stream still reads the n elements from here on. Older ones stand before younger
 * ones: only the first may be of those, if the other ones are of what came after. */
static inline bool MSM_FN(reads)(const MSM_FN(group) * g, const uint32_t *elems, size_t n)
{
    return g->n_streams && (size_t)(g->streams[0].next - elems) <= n;
}

/* One element of each stream. */
static void MSM_FN(stream_round)(MSM_FN(group) * g, MSM_ELEM *pool)
{
    const uint32_t n = g->n_streams;
    batch_add_op *ops = g->ops, *next = g->next_ops;
    uint32_t left = 0;
    for (uint32_t k = 0; k < n; k++) {
        const MSM_FN(stream) s = g->streams[k];
        if (s.n == 0)
            continue;
        next[left] = (batch_add_op) { s.bucket, *s.next };
        g->streams[left++] = (MSM_FN(stream)) { s.next + 1, s.n - 1, s.bucket };
    }
    MSM_E(batch_add_next)(pool, ops, n, next, left, g->scratch);
    g->n_streams = left;
    g->ops = next;
    g->next_ops = ops;
}

/* n > 0 elements to a bucket; one that is unused may hold anything. */
static void MSM_FN(bucket_add)(MSM_FN(group) * g, MSM_ELEM *pool, uint32_t bucket, bool unused,
                               uint32_t *elems, size_t n)
{
    if (unused || MSM_E(is_infinity)(&pool[bucket])) {
        size_t first = 0; /* rather one that need not be negated */
        while (first + 1 < n && elems[first] & BATCH_ADD_NEG)
            first++;
        uint32_t from = elems[first];
        MSM_E(copy)(&pool[bucket], &pool[from & ~BATCH_ADD_NEG], from & BATCH_ADD_NEG);
        elems[first] = *elems;
        elems++;
        n--;
    }
    if (n == 0)
        return;
    g->ops[g->n_streams] = (batch_add_op) { bucket, *elems };
    g->streams[g->n_streams++] = (MSM_FN(stream)) { elems + 1, (uint32_t)n - 1, bucket };
    while (g->n_streams == ROUND_OPS)
        MSM_FN(stream_round)(g, pool);
}

/* Bring every list to its end. */
static void MSM_FN(group_finish)(MSM_FN(group) * g, MSM_ELEM *pool)
{
    while (g->n_streams > ROUND_OPS / 4)
        MSM_FN(stream_round)(g, pool);
    for (uint32_t k = 0; k < g->n_streams; k++) {
        const MSM_FN(stream) *s = &g->streams[k];
        MSM_FN(add_list)(g, pool, s->bucket, s->next - 1, (size_t)s->n + 1);
    }
    g->n_streams = 0;
    while (g->n_elems > g->n_lists)
        MSM_FN(round)(g, pool);
    g->n_elems = g->n_lists = 0;
}
