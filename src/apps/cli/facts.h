/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A list of facts as text, or as members of the JSON object. */
#ifndef CUZK_APPS_CLI_FACTS_H
#define CUZK_APPS_CLI_FACTS_H

#include "apps/cli/program.h"

void show_facts(const invocation *in, const cuzk_facts *facts); /* NULL: nothing */

#endif
