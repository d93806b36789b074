/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The end of every verify command: the answer in words and as "valid". Returns s. */
#ifndef CUZK_APPS_VERIFY_REPORT_H
#define CUZK_APPS_VERIFY_REPORT_H

#include "apps/cli/program.h"

cuzk_status verify_report(const invocation *in, cuzk_status s, size_t proofs,
                          const cuzk_error *err);

#endif
