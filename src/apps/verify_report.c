/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/verify_report.h"
#include "apps/cli/output.h"

cuzk_status verify_report(const invocation *in, cuzk_status s, size_t proofs, const cuzk_error *err)
{
    if (s == CUZK_OK || s == CUZK_NO) {
        out_boolean(in->out, "valid", s == CUZK_OK);
        out_integer(in->out, "proofs", proofs);
    }
    if (s == CUZK_OK)
        say(in, proofs == 1 ? "valid" : "valid: all %zu proofs", proofs);
    else if (s == CUZK_NO)
        say(in, "NOT valid: %s", err->message);
    return s;
}
