/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the gen-vanilla commands share. */
#ifndef CUZK_APPS_BENCH_GEN_VANILLA_H
#define CUZK_APPS_BENCH_GEN_VANILLA_H

#include "apps/cli/program.h"
#include "filecoin/vanilla_items.h"

/* n items of len bytes each, one behind another, as a JSON array of base64. */
cuzk_status gen_vanilla_write(const char *path, const uint8_t *items, size_t n, size_t len,
                              cuzk_error *err);

/* What both kinds of output say: the file, how many items, whether they were made up; then what
 * proving or verifying them takes, 32 bytes each. */
void gen_vanilla_show(const invocation *in, const char *path, size_t n);
void gen_vanilla_show_hex(const invocation *in, const char *name, const uint8_t bytes[32]);

/* --synthetic and the files of a real sector exclude each other; one of them is needed. */
cuzk_status gen_vanilla_sources(const invocation *in, const char *const *files, cuzk_error *err);

#endif
