/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "r1cs/names.h"
#include <inttypes.h>
#include <stdio.h>

void names_push(name_stack *n, const char *name, int64_t index)
{
    if (n->depth < NAMES_MAX_DEPTH) {
        n->level[n->depth].name = name;
        n->level[n->depth].index = index;
    }
    n->depth++;
}

void names_pop(name_stack *n)
{
    n->depth--;
}

void names_path(const name_stack *n, char *out, size_t len)
{
    size_t at = 0;
    if (len)
        out[0] = 0;
    for (unsigned i = 0; i < n->depth && i < NAMES_MAX_DEPTH && at < len; i++) {
        const char *slash = i ? "/" : "";
        int wrote;
        if (n->level[i].index >= 0)
            wrote = snprintf(out + at, len - at, "%s%s %" PRId64, slash, n->level[i].name,
                             n->level[i].index);
        else
            wrote = snprintf(out + at, len - at, "%s%s", slash, n->level[i].name);
        at += (size_t)wrote;
    }
}
