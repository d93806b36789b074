/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/post.h"
#include "base/bytes.h"
#include "hash/sha256.h"
#include <stdio.h>
#include <strings.h>

#define WINNING(i)                KIND_WINNING, POREP_V1_0, &sector_shapes[i], WINNING_SLOTS, 1
#define WINDOW(version, i, slots) KIND_WINDOW, version, &sector_shapes[i], slots, WINDOW_CHALLENGES

/* One row a size, in the order of sector_shapes. A window partition has 2349 sectors of 32 GiB,
 * 2300 of 64 GiB, 2 of any other size. */
#define EACH_WINDOW(first, suffix, version)                                                        \
    { "StackedDrgWindow2KiB" suffix, (first), WINDOW(version, 0, 2) },                             \
        { "StackedDrgWindow8MiB" suffix, (first) + 1, WINDOW(version, 1, 2) },                     \
        { "StackedDrgWindow512MiB" suffix, (first) + 2, WINDOW(version, 2, 2) },                   \
        { "StackedDrgWindow32GiB" suffix, (first) + 3, WINDOW(version, 3, POST_MAX_SLOTS) },       \
    {                                                                                              \
        "StackedDrgWindow64GiB" suffix, (first) + 4, WINDOW(version, 4, 2300)                      \
    }

const registered_post registered_posts[REGISTERED_POSTS] = {
    { "StackedDrgWinning2KiBV1", 0, WINNING(0) },
    { "StackedDrgWinning8MiBV1", 1, WINNING(1) },
    { "StackedDrgWinning512MiBV1", 2, WINNING(2) },
    { "StackedDrgWinning32GiBV1", 3, WINNING(3) },
    { "StackedDrgWinning64GiBV1", 4, WINNING(4) },
    EACH_WINDOW(5, "V1", POREP_V1_0),
    EACH_WINDOW(10, "V1_2", POREP_V1_2),
};

const registered_post *registered_post_find(const char *name)
{
    static const char go_prefix[] = "RegisteredPoStProof_";
    char number[16];

    if (!strncasecmp(name, go_prefix, sizeof go_prefix - 1))
        name += sizeof go_prefix - 1;
    for (size_t i = 0; i < REGISTERED_POSTS; i++) {
        snprintf(number, sizeof number, "%u", registered_posts[i].number);
        if (!strcasecmp(name, registered_posts[i].name) || !strcmp(name, number))
            return &registered_posts[i];
    }
    return NULL;
}

const registered_post *registered_post_default(proof_kind kind, const sector_shape *s)
{
    return &registered_posts[(kind == KIND_WINNING ? 0 : 2 * SECTOR_SHAPES) + (s - sector_shapes)];
}

unsigned registered_post_sectors(const registered_post *r)
{
    return r->kind == KIND_WINNING ? 1 : r->slots;
}

unsigned post_paths(proof_kind kind)
{
    return kind == KIND_WINNING ? WINNING_SLOTS : WINDOW_CHALLENGES;
}

/* The first 8 bytes, little-endian, of sha256(a || b u64 LE ...) */
static uint64_t hash_u64(const uint8_t *head, size_t head_len, const uint64_t *numbers, size_t n)
{
    uint8_t le[8], digest[32];
    sha256_state s;

    sha256_init(&s);
    sha256_update(&s, head, head_len);
    for (size_t i = 0; i < n; i++) {
        store_le64(le, numbers[i]);
        sha256_update(&s, le, sizeof le);
    }
    sha256_final(&s, digest);
    return load_le64(digest);
}

/* The circuit of a winning proof has its one sector in each slot, with a challenge each: path n is
 * that of slot n. */
uint64_t post_challenge(const registered_post *r, const uint8_t randomness[32], uint64_t sector,
                        uint64_t sector_index, unsigned n)
{
    uint64_t index = n;

    if (r->kind == KIND_WINDOW && r->version != POREP_V1_2)
        index += sector_index * r->challenges;
    return hash_u64(randomness, 32, (uint64_t[]) { sector, index }, 2) % r->shape->nodes;
}

uint64_t post_winning_sector(const uint8_t prover_id[32], const uint8_t randomness[32], uint64_t n)
{
    uint8_t head[64];

    memcpy(head, prover_id, 32);
    memcpy(head + 32, randomness, 32);
    return hash_u64(head, sizeof head, (uint64_t[]) { 0 }, 1) % n;
}

size_t post_public_inputs_n(const registered_post *r)
{
    return (size_t)r->slots * (1 + r->challenges);
}

static bool put_slot(fr *out, const post_statement *s, unsigned slot)
{
    const registered_post *r = s->post;
    bool winning = r->kind == KIND_WINNING;
    size_t at = winning ? 0 : slot < s->n_sectors ? slot : s->n_sectors - 1;

    if (!fr_from_bytes_le(out, s->sectors[at].comm_r.b))
        return false;
    for (unsigned i = 0; i < r->challenges; i++) {
        unsigned n = winning ? slot : i;
        out[1 + i] = fr_from_u64(
            post_challenge(r, s->randomness, s->sectors[at].id, s->first_index + at, n));
    }
    return true;
}

bool post_public_inputs(fr *out, const post_statement *s)
{
    fr randomness;

    if (!s->n_sectors || s->n_sectors > registered_post_sectors(s->post) ||
        !fr_from_bytes_le(&randomness, s->randomness))
        return false;
    for (unsigned slot = 0; slot < s->post->slots; slot++, out += 1 + s->post->challenges) {
        if (!put_slot(out, s, slot))
            return false;
    }
    return true;
}
