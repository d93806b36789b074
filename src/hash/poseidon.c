/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "hash/poseidon.h"
#include "base/cpu.h"
#include "hash/poseidon_derive.h"
#include "hash/poseidon_kernel.h"
#include "hash/poseidon_lanes.h"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

/* Partial rounds by arity: the round-number search for x^5, 255 bits and 128-bit security (§2;
 * tests/hash/test_poseidon.c repeats it). */
#define ARITIES(X) X(2, 55) X(4, 56) X(8, 57) X(11, 57) X(16, 59) X(24, 59) X(36, 60)

#define STORAGE(arity, rp) +POSEIDON_STORAGE((arity) + 1, rp)
static fr storage[0 ARITIES(STORAGE)];
static size_t storage_used;

/* Of the arities 2, 4, 8 and 11: keys, two dense matrices, the sparse ones. */
#define LIMBS(t, rp)  (8 * (t) + (rp) + 2 * (t) * (t) + (rp) * (2 * (t)-1))
#define LANES_STORAGE (LIMBS(3, 55) + LIMBS(5, 56) + LIMBS(9, 57) + LIMBS(12, 57))

typedef struct entry {
    poseidon_params params;
    atomic_bool ready;
} entry;

#define ENTRY(n, rp) { .params = { .arity = (n), .width = (n) + 1, .partial_rounds = (rp) } },
static entry table[] = { ARITIES(ENTRY) };
static pthread_mutex_t deriving = PTHREAD_MUTEX_INITIALIZER;

static void derive(entry *e)
{
    pthread_mutex_lock(&deriving);
    if (!atomic_load_explicit(&e->ready, memory_order_relaxed)) {
        poseidon_derive(&e->params, storage + storage_used);
        storage_used += POSEIDON_STORAGE(e->params.width, e->params.partial_rounds);
        atomic_store_explicit(&e->ready, true, memory_order_release);
    }
    pthread_mutex_unlock(&deriving);
}

const poseidon_params *poseidon_params_get(unsigned arity)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        entry *e = &table[i];
        if (e->params.arity != arity)
            continue;
        if (!atomic_load_explicit(&e->ready, memory_order_acquire))
            derive(e);
        return &e->params;
    }
    return NULL;
}

#ifdef CUZK_HAVE_IFMA
/* In limbs, of the arities that are hashed in lanes. */
static const poseidon_limbs *limbs_get(unsigned arity)
{
    static poseidon_limbs limbs[POSEIDON_LANES_MAX_ARITY + 1];
    static atomic_bool ready[POSEIDON_LANES_MAX_ARITY + 1];
    static uint64_t room[LANES_STORAGE][5];
    static size_t room_used;
    const poseidon_params *p = poseidon_params_get(arity);

    if (atomic_load_explicit(&ready[arity], memory_order_acquire))
        return &limbs[arity];
    pthread_mutex_lock(&deriving);
    if (!atomic_load_explicit(&ready[arity], memory_order_relaxed)) {
        poseidon_limbs_init(&limbs[arity], p, room + room_used);
        room_used += poseidon_limbs_n(p);
        assert(room_used <= LANES_STORAGE);
        atomic_store_explicit(&ready[arity], true, memory_order_release);
    }
    pthread_mutex_unlock(&deriving);
    return &limbs[arity];
}
#endif

void poseidon_merkle_tag(fr *tag, unsigned arity)
{
    assert(arity < 64);
    *tag = fr_from_u64((UINT64_C(1) << arity) - 1);
}

static void hash(fr *out, const fr *tag, const fr *in, unsigned arity, fr *trace)
{
    const poseidon_params *p = poseidon_params_get(arity);
    poseidon_permute_fn *permute = poseidon_permute_portable;
    fr state[POSEIDON_MAX_WIDTH];
    assert(p);
#ifdef CUZK_HAVE_ADX
    if (cpu_variant_get() != CPU_PORTABLE)
        permute = poseidon_permute_adx;
#endif
    state[0] = *tag;
    memcpy(state + 1, in, arity * sizeof *in);
    permute(p, state, trace);
    *out = state[1];
}

void poseidon_hash_tagged(fr *out, const fr *tag, const fr *in, unsigned arity)
{
    hash(out, tag, in, arity, NULL);
}

void poseidon_hash(fr *out, const fr *in, unsigned arity)
{
    fr tag;
    poseidon_merkle_tag(&tag, arity);
    hash(out, &tag, in, arity, NULL);
}

void poseidon_hash_traced(fr *out, fr *trace, const fr *tag, const fr *in, unsigned arity)
{
    hash(out, tag, in, arity, trace);
}

unsigned poseidon_sboxes(unsigned arity)
{
    const poseidon_params *p = poseidon_params_get(arity);

    assert(p);
    return POSEIDON_FULL_ROUNDS * p->width + p->partial_rounds;
}

#ifdef CUZK_HAVE_IFMA
/* n <= 8; lanes without a hash of their own repeat the first. */
static void hash_lanes(fr *out, fr *const *trace, const fr *tag, const fr *const *in,
                       unsigned arity, size_t n)
{
    const fr *lane_in[8];
    fr *lane_trace[8];
    fr digest[8];

    for (size_t i = 0; i < 8; i++) {
        lane_in[i] = in[i < n ? i : 0];
        lane_trace[i] = trace ? trace[i < n ? i : 0] : NULL;
    }
    poseidon_hash8_ifma(limbs_get(arity), digest, trace ? lane_trace : NULL, tag, lane_in);
    memcpy(out, digest, n * sizeof *out);
}
#endif

/* As many hashes take no less time one by one than eight in lanes. */
#define LANES_FROM 2

void poseidon_hash_each(fr *out, fr *const *trace, const fr *tag, const fr *const *in,
                        unsigned arity, size_t n)
{
    size_t done = 0;

#ifdef CUZK_HAVE_IFMA
    if (cpu_variant_get() == CPU_IFMA && arity <= POSEIDON_LANES_MAX_ARITY) {
        while (n - done >= LANES_FROM) {
            const size_t now = n - done < 8 ? n - done : 8;
            hash_lanes(out + done, trace ? trace + done : NULL, tag, in + done, arity, now);
            done += now;
        }
    }
#endif
    for (; done < n; done++)
        hash(&out[done], tag, in[done], arity, trace ? trace[done] : NULL);
}

void poseidon_hash_many_traced(fr *out, fr *trace, const fr *tag, const fr *in, unsigned arity,
                               size_t n)
{
    const size_t sboxes = poseidon_sboxes(arity);
    const fr *from[8];
    fr *to[8];

    for (size_t done = 0; done < n; done += 8) {
        const size_t now = n - done < 8 ? n - done : 8;

        for (size_t i = 0; i < now; i++) {
            from[i] = in + (done + i) * arity;
            to[i] = trace ? trace + (done + i) * sboxes : NULL;
        }
        poseidon_hash_each(out + done, trace ? to : NULL, tag, from, arity, now);
    }
}

void poseidon_hash_many(fr *out, const fr *in, unsigned arity, size_t n)
{
    fr tag;

    poseidon_merkle_tag(&tag, arity);
    poseidon_hash_many_traced(out, NULL, &tag, in, arity, n);
}

void poseidon_hash_ref(fr *out, const fr *tag, const fr *in, unsigned arity)
{
    const poseidon_params *p = poseidon_params_get(arity);
    fr s[POSEIDON_MAX_WIDTH], mixed[POSEIDON_MAX_WIDTH], x;
    assert(p);
    const unsigned t = p->width, half = POSEIDON_HALF_ROUNDS;
    s[0] = *tag;
    memcpy(s + 1, in, arity * sizeof *in);
    for (unsigned r = 0; r < POSEIDON_FULL_ROUNDS + p->partial_rounds; r++) {
        bool full = r < half || r >= half + p->partial_rounds;
        for (unsigned i = 0; i < t; i++) {
            fr_add(&s[i], &s[i], &p->round_keys[r * t + i]);
            if (full || i == 0)
                fr_pow_u64(&s[i], &s[i], 5);
        }
        for (unsigned i = 0; i < t; i++) {
            mixed[i] = FR_ZERO;
            for (unsigned j = 0; j < t; j++) {
                fr_mul(&x, &p->mds[i * t + j], &s[j]);
                fr_add(&mixed[i], &mixed[i], &x);
            }
        }
        memcpy(s, mixed, t * sizeof *s);
    }
    *out = s[1];
}
