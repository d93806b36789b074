/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "prover/params_dir.h"

#include "base/file.h"
#include "groth16/key.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

cuzk_status params_dir_path(char out[DIR_PATH_MAX], const char *dir, const char *file,
                            cuzk_error *err)
{
    if (file_path_join(out, DIR_PATH_MAX, dir, file))
        return CUZK_OK;
    err_set(err, CUZK_BAD_INPUT, "bad-path", "the path is too long");
    err_at(err, dir, NULL, -1);
    return CUZK_BAD_INPUT;
}

cuzk_status params_dir_require(const char *dir, cuzk_error *err)
{
    struct stat st;

    if (stat(dir, &st) != 0)
        return err_system(err, errno, "open the parameter directory", dir);
    if (S_ISDIR(st.st_mode))
        return CUZK_OK;
    err_set(err, CUZK_BAD_INPUT, "not-a-directory", "this is not a directory of parameters");
    err_at(err, dir, NULL, -1);
    return CUZK_BAD_INPUT;
}

cuzk_status params_dir_open(groth16_params *p, judgement *j, cuzk_context *c, const char *dir,
                            const param_set *set, cuzk_error *err)
{
    char name[PARAM_NAME_MAX], path[DIR_PATH_MAX];
    struct stat st;
    cuzk_status s;

    TRY(params_dir_require(dir, err));
    param_set_file_name(set, PARAM_FILE_PARAMS, name);
    TRY(params_dir_path(path, dir, name, err));
    if (stat(path, &st) != 0 && errno == ENOENT) {
        err_set(err, CUZK_BAD_INPUT, "no-params",
                "no parameters for %s sectors here: get the official file, or make development "
                "ones with cuzk setup",
                set->shape->name);
        err_at(err, path, NULL, -1);
        return CUZK_BAD_INPUT;
    }
    s = groth16_params_open(p, path, false, err);
    if (s == CUZK_OK)
        s = params_judge(j, c, p, set, false, err);
    if (s != CUZK_OK)
        groth16_params_close(p);
    return s;
}
