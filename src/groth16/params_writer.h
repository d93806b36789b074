/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Writes a .params file part by part, its points computed from scalars as they are written, and
 * takes the digests on the way. */
#ifndef CUZK_GROTH16_PARAMS_WRITER_H
#define CUZK_GROTH16_PARAMS_WRITER_H

#include "field/vec.h"
#include "groth16/setup.h"
#include "hash/sha256.h"
#include "msm/fixed_base.h"

#define WRITER_CHUNK 65536 /* points at a time */

typedef struct params_writer {
    work *w;
    file_out file;
    sha256_state whole;
    groth16_digests *digests;
    fr *scalars;       /* FIXED_BASE_BATCH of them a thread */
    uint8_t *bytes[2]; /* the encodings of a chunk, and of the one before */
} params_writer;

/* digests->part is filled in before; on failure there is nothing to close. */
cuzk_status params_writer_open(params_writer *pw, work *w, groth16_digests *digests,
                               const char *path, cuzk_error *err);
/* The key's parts, ic's count with them. */
cuzk_status params_writer_vk(params_writer *pw, const uint8_t *vk, size_t len, cuzk_error *err);
/* A section: its count, then scalars times the table's point, which is of the section's group. */
cuzk_status params_writer_section(params_writer *pw, groth16_section s, const fixed_base *table,
                                  const fr_view *scalars, cuzk_error *err);
/* The file appears. */
cuzk_status params_writer_commit(params_writer *pw, cuzk_error *err);
/* Always last, after commit too: wipes and frees; removes a file not committed. */
void params_writer_close(params_writer *pw);

#endif
