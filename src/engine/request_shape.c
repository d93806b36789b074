/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Of which sectors a request is, where it does not say so itself. */
#include "engine/request_shape.h"

#include "filecoin/post.h"

#include <stdio.h>
#include <string.h>

static const sector_shape *shape_of_post(const char *number)
{
    const registered_post *post = registered_post_find(number);

    return post ? post->shape : NULL;
}

static const sector_shape *shape_of_seal(const char *number)
{
    const registered_seal *seal = registered_seal_find(number);

    return seal ? seal->shape : NULL;
}

/* Curio's wrapping of a C1 says it: "SectorSize": 2048. */
static const sector_shape *shape_of_wrapping(const cuzk_bytes *c1)
{
    static const char key[] = "\"SectorSize\"";
    const char *at = c1->len ? memmem(c1->data, c1->len, key, sizeof key - 1) : NULL;
    const char *end = (const char *)c1->data + c1->len;
    uint64_t size = 0;

    if (!at)
        return NULL;
    for (at += sizeof key - 1; at < end && strchr(" \t\r\n:", *at) && *at; at++)
        ;
    for (; at < end && *at >= '0' && *at <= '9' && size < UINT64_MAX / 16; at++)
        size = size * 10 + (uint64_t)(*at - '0');
    return sector_shape_by_size(size);
}

const sector_shape *request_shape(const engine_request *q)
{
    char number[24];

    if (q->sector_size)
        return sector_shape_by_size(q->sector_size);
    snprintf(number, sizeof number, "%llu", (unsigned long long)q->registered_proof);
    switch (q->kind) {
    case CUZK_KIND_POREP:
        if (q->registered_proof)
            return shape_of_seal(number);
        return q->n_vanilla ? shape_of_wrapping(&q->vanilla[0]) : NULL;
    case CUZK_KIND_UPDATE: /* in order of size */
        return q->registered_proof < SECTOR_SHAPES ? &sector_shapes[q->registered_proof] : NULL;
    default:
        return shape_of_post(number);
    }
}
