/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A directory of parameters, and what is found in it by name. */
#ifndef CUZK_PROVER_PARAMS_DIR_H
#define CUZK_PROVER_PARAMS_DIR_H

#include "filecoin/param_names.h"
#include "prover/params_judge.h"

#define DIR_PATH_MAX 4096

/* dir/file into out; CUZK_BAD_INPUT when it is too long. */
cuzk_status params_dir_path(char out[DIR_PATH_MAX], const char *dir, const char *file,
                            cuzk_error *err);

/* CUZK_BAD_INPUT naming it when it is not a directory that is there. */
cuzk_status params_dir_require(const char *dir, cuzk_error *err);

/* Opens the parameters of a circuit and judges them. The directory, or the file, is named when it
 * is not there; nothing is made. */
cuzk_status params_dir_open(groth16_params *p, judgement *j, cuzk_context *c, const char *dir,
                            const param_set *set, cuzk_error *err);

#endif
