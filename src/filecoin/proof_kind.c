/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "filecoin/proof_kind.h"
#include <stddef.h>
#include <strings.h>

#define MAX_ALIASES 4

static const struct {
    const char *name, *circuit_prefix;
    const char *aliases[MAX_ALIASES];
} kinds[PROOF_KINDS] = {
    [KIND_POREP] = { "porep", "porep", { "porep-c2", "seal-commit" } },
    [KIND_WINNING] = { "winning", "winning", { "winning-post", "winningpost" } },
    [KIND_WINDOW] = { "window", "wpost", { "wpost", "window-post", "windowpost" } },
    [KIND_UPDATE] = { "update", "snap", { "snap", "snap-deals", "snap-update" } },
};

const char *proof_kind_name(proof_kind kind)
{
    return kinds[kind].name;
}

const char *proof_kind_circuit_prefix(proof_kind kind)
{
    return kinds[kind].circuit_prefix;
}

static bool is_called(int kind, const char *name)
{
    if (!strcasecmp(name, kinds[kind].name))
        return true;
    for (int i = 0; i < MAX_ALIASES && kinds[kind].aliases[i]; i++) {
        if (!strcasecmp(name, kinds[kind].aliases[i]))
            return true;
    }
    return false;
}

bool proof_kind_find(const char *name, proof_kind *out)
{
    for (int kind = 0; kind < PROOF_KINDS; kind++) {
        if (is_called(kind, name)) {
            *out = (proof_kind)kind;
            return true;
        }
    }
    return false;
}
