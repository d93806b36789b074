/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/sector.h"
#include "base/bytes.h"
#include <stdlib.h>
#include <strings.h>

#define KIB UINT64_C(1024)
#define MIB (KIB * KIB)
#define GIB (KIB * MIB)

/* The production minimum of challenges is 176, over 10 partitions: ceil(176 / 10) = 18 in each; of
 * non-interactive ones 2253, over 126: again 18. The small sizes have 2, and 26 over 13. */
#define SMALL .layers = 2, .partitions = 1, .challenges = 2, .ni_partitions = 13
#define LARGE                                                                                      \
    .layers = 11, .partitions = 10, .challenges = SECTOR_MAX_CHALLENGES, .ni_partitions = 126
#define SIZE(bytes, lg) .size = (bytes), .nodes = (bytes) / 32, .lg_nodes = (lg)
#define TREE(base, sub, top, depth)                                                                \
    .base_arity = (base), .sub_arity = (sub), .top_arity = (top), .base_depth = (depth)

const sector_shape sector_shapes[SECTOR_SHAPES] = {
    { .name = "2KiB", .short_id = "2k", SIZE(2 * KIB, 6), SMALL, TREE(8, 0, 0, 2) },
    { .name = "8MiB", .short_id = "8m", SIZE(8 * MIB, 18), SMALL, TREE(8, 0, 0, 6) },
    { .name = "512MiB", .short_id = "512m", SIZE(512 * MIB, 24), SMALL, TREE(8, 0, 0, 8) },
    { .name = "32GiB", .short_id = "32g", SIZE(32 * GIB, 30), LARGE, TREE(8, 8, 0, 9) },
    { .name = "64GiB", .short_id = "64g", SIZE(64 * GIB, 31), LARGE, TREE(8, 8, 2, 9) },
};

/* All digits, and fits; strtoull alone would take signs and spaces. */
static bool parse_u64(const char *s, uint64_t *out)
{
    uint64_t v = 0;

    if (!*s)
        return false;
    for (; *s; s++) {
        unsigned digit = (unsigned)*s - '0';
        if (digit > 9 || v > (UINT64_MAX - digit) / 10)
            return false;
        v = v * 10 + digit;
    }
    *out = v;
    return true;
}

const sector_shape *sector_shape_find(const char *name)
{
    uint64_t size;

    for (size_t i = 0; i < SECTOR_SHAPES; i++) {
        if (!strcasecmp(name, sector_shapes[i].name) ||
            !strcasecmp(name, sector_shapes[i].short_id))
            return &sector_shapes[i];
    }
    return parse_u64(name, &size) ? sector_shape_by_size(size) : NULL;
}

const sector_shape *sector_shape_by_size(uint64_t size)
{
    for (size_t i = 0; i < SECTOR_SHAPES; i++) {
        if (sector_shapes[i].size == size)
            return &sector_shapes[i];
    }
    return NULL;
}

unsigned sector_tree_arities(const sector_shape *s, uint32_t arity[32])
{
    unsigned n = 0;

    while (n < s->base_depth)
        arity[n++] = s->base_arity;
    if (s->sub_arity)
        arity[n++] = s->sub_arity;
    if (s->top_arity)
        arity[n++] = s->top_arity;
    return n;
}

/* One row a size, in the order of sector_shapes. */
#define EACH_SIZE(first, suffix, version, feature)                                                 \
    { "StackedDrg2KiB" suffix, (first), version, feature, &sector_shapes[0] },                     \
        { "StackedDrg8MiB" suffix, (first) + 1, version, feature, &sector_shapes[1] },             \
        { "StackedDrg512MiB" suffix, (first) + 2, version, feature, &sector_shapes[2] },           \
        { "StackedDrg32GiB" suffix, (first) + 3, version, feature, &sector_shapes[3] },            \
    {                                                                                              \
        "StackedDrg64GiB" suffix, (first) + 4, version, feature, &sector_shapes[4]                 \
    }

const registered_seal registered_seals[REGISTERED_SEALS] = {
    EACH_SIZE(0, "V1", POREP_V1_0, POREP_INTERACTIVE),
    EACH_SIZE(5, "V1_1", POREP_V1_1, POREP_INTERACTIVE),
    EACH_SIZE(10, "V1_1_Feat_SyntheticPoRep", POREP_V1_2, POREP_SYNTHETIC),
    EACH_SIZE(15, "V1_2_Feat_NonInteractivePoRep", POREP_V1_2, POREP_NON_INTERACTIVE),
};

const registered_seal *registered_seal_find(const char *name)
{
    static const char go_prefix[] = "RegisteredSealProof_";
    uint64_t number;

    if (parse_u64(name, &number))
        return number < REGISTERED_SEALS ? &registered_seals[number] : NULL;
    if (!strncasecmp(name, go_prefix, sizeof go_prefix - 1))
        name += sizeof go_prefix - 1;
    for (size_t i = 0; i < REGISTERED_SEALS; i++) {
        if (!strcasecmp(name, registered_seals[i].name))
            return &registered_seals[i];
    }
    return NULL;
}

const registered_seal *registered_seal_default(const sector_shape *s)
{
    return &registered_seals[SECTOR_SHAPES + (s - sector_shapes)];
}

unsigned registered_seal_partitions(const registered_seal *r)
{
    return r->feature == POREP_NON_INTERACTIVE ? r->shape->ni_partitions : r->shape->partitions;
}

/* porep_id = number (u64 LE) || nonce 0 (u64 LE) || 16 zero bytes */
void registered_seal_porep_id(const registered_seal *r, uint8_t porep_id[32])
{
    memset(porep_id, 0, 32);
    store_le64(porep_id, r->number);
}
