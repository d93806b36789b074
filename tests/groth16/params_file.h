/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Parameters in memory whose points tests write to. */
#ifndef CUZK_TESTS_GROTH16_PARAMS_FILE_H
#define CUZK_TESTS_GROTH16_PARAMS_FILE_H

#include "groth16/params_check.h"
#include "support.h"

typedef struct params_file {
    uint8_t *data;
    size_t len;
    groth16_params p;
} params_file;

void params_file_load(params_file *f, const char *golden_name);
/* More points of each group than are tested one by one, repeated from a good file. */
void params_file_many(params_file *f);
void params_file_free(params_file *f);

uint8_t *params_file_point(params_file *f, groth16_section s, size_t i);
/* Encodes a point of the section's group that is outside the subgroup, the n-th. */
void outside_to(uint8_t *at, groth16_section s, unsigned n);
/* The check says no and names this point and what is wrong with it. */
void damaged(work *w, const params_file *f, groth16_section s, size_t i, point_status why);

#endif
