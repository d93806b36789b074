/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the values of the public enumerations are called. */
#include "base/error.h"
#include "filecoin/proof_kind.h"
#include <cuzk/params.h>

cuzk_status cuzk_kind_find(cuzk_kind *out, const char *name, cuzk_error *err)
{
    proof_kind kind;

    if (!proof_kind_find(name, &kind))
        return err_set(err, CUZK_BAD_INPUT, "unknown-kind",
                       "there is no kind \"%.40s\": porep, winning, window and update are", name);
    *out = (cuzk_kind)(CUZK_KIND_POREP + (int)kind); /* the same order */
    return CUZK_OK;
}

const char *cuzk_kind_name(cuzk_kind kind)
{
    const int k = (int)kind - CUZK_KIND_POREP;
    return k >= 0 && k < PROOF_KINDS ? proof_kind_name((proof_kind)k) : NULL;
}

const char *cuzk_verdict_name(cuzk_verdict v)
{
    static const char *const names[] = { "unchecked", "official", "development", "damaged",
                                         "missing" };
    return (unsigned)v < sizeof names / sizeof *names ? names[v] : "unknown";
}
