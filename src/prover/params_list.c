/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Lists of parameter files: all the official ones, or all that a directory has, checked. */
#include "prover/params_dir.h"

#include "groth16/key.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void cuzk_params_list_free(cuzk_params_list *l)
{
    if (!l)
        return;
    for (size_t i = 0; i < l->n; i++) {
        free(l->file[i].name);
        free(l->file[i].path);
    }
    free(l->file);
    free(l);
}

/* A new entry at the end, with its file's size when there is one; NULL when memory ran out. */
static cuzk_params_file *append(cuzk_params_list *l, const char *dir, const char *name,
                                cuzk_error *err)
{
    cuzk_params_file *grown = realloc(l->file, (l->n + 1) * sizeof *grown), *f;
    char path[DIR_PATH_MAX];
    struct stat st;

    if (!grown) {
        err_no_memory(err, "a list", (l->n + 1) * sizeof *grown);
        return NULL;
    }
    l->file = grown;
    if (params_dir_path(path, dir, name, err) != CUZK_OK)
        return NULL;
    f = &l->file[l->n++];
    memset(f, 0, sizeof *f);
    f->error.index = -1;
    f->name = strdup(name);
    f->path = strdup(path);
    if (!f->name || !f->path) {
        err_no_memory(err, "a list", strlen(path));
        return NULL;
    }
    if (stat(path, &st) == 0) {
        f->bytes = (uint64_t)st.st_size;
        return f;
    }
    /* A directory that cannot be looked into is not one without files. */
    if (errno == EACCES) {
        err_system(err, errno, "examine", path);
        return NULL;
    }
    f->verdict = CUZK_VERDICT_MISSING;
    return f;
}

static void describe(cuzk_params_file *f, const param_set *set, param_file which)
{
    f->kind = proof_kind_name(set->kind);
    f->sector_size = set->shape->name;
    f->official_digest = which == PARAM_FILE_VK ? set->vk_digest : set->params_digest;
    f->official_bytes = which == PARAM_FILE_VK ? param_set_vk_len(set) : param_set_params_len(set);
}

cuzk_status cuzk_params_scan(cuzk_context *c, const char *dir, cuzk_params_list **out,
                             cuzk_error *err)
{
    cuzk_params_list *l;
    char name[PARAM_NAME_MAX];

    (void)c;
    *out = NULL;
    TRY(params_dir_require(dir, err));
    l = calloc(1, sizeof *l);
    if (!l)
        return err_no_memory(err, "a list", sizeof *l);
    for (size_t i = 0; i < PARAM_SETS; i++) {
        static const param_file files[] = { PARAM_FILE_PARAMS, PARAM_FILE_VK };
        for (size_t k = 0; k < 2; k++) {
            param_set_file_name(&param_sets[i], files[k], name);
            cuzk_params_file *f = append(l, dir, name, err);
            if (!f) {
                cuzk_params_list_free(l);
                return err ? err->status : CUZK_NO_RESOURCES;
            }
            describe(f, &param_sets[i], files[k]);
        }
    }
    *out = l;
    return CUZK_OK;
}

static bool ends_with(const char *s, const char *tail)
{
    size_t n = strlen(s), m = strlen(tail);
    return n > m && strcmp(s + n - m, tail) == 0;
}

/* Every .params and .vk file of the directory, official names or not, sorted. */
static cuzk_status list_files(cuzk_params_list *l, const char *dir, cuzk_error *err)
{
    struct dirent **entry = NULL;
    int n = scandir(dir, &entry, NULL, alphasort);
    cuzk_status s = n < 0 ? err_system(err, errno, "read the directory", dir) : CUZK_OK;

    for (int i = 0; i < n; i++) {
        const char *name = entry[i]->d_name;
        if (s == CUZK_OK && (ends_with(name, ".params") || ends_with(name, ".vk"))) {
            param_file which;
            const param_set *set = param_set_by_file(name, &which);
            cuzk_params_file *f = append(l, dir, name, err);
            if (f && set)
                describe(f, set, which);
            if (!f)
                s = err ? err->status : CUZK_NO_RESOURCES;
        }
        free(entry[i]);
    }
    free(entry);
    return s;
}

/* A file that cannot even be parsed is damaged; a lack of memory or a cancel is the caller's. */
static cuzk_status check_one(cuzk_params_file *f, cuzk_context *c, unsigned flags, cuzk_error *err)
{
    param_file which;
    const param_set *set = param_set_by_file(f->name, &which);
    groth16_params p = { 0 };
    judgement j = { .verdict = CUZK_VERDICT_DAMAGED };
    cuzk_error e = { .index = -1 };
    cuzk_status s;

    if (ends_with(f->name, ".vk")) {
        s = vk_judge(&j, f->path, set, &e);
    } else {
        s = groth16_params_open(&p, f->path, (flags & CUZK_CHECK_ALLOW_TRAILER) != 0, &e);
        if (s == CUZK_OK)
            s = params_judge(&j, c, &p, set, (flags & CUZK_CHECK_AGAIN) != 0, &e);
        groth16_params_close(&p);
    }
    if (s != CUZK_OK && s != CUZK_NO && s != CUZK_BAD_INPUT) {
        if (err)
            *err = e;
        return s;
    }
    f->verdict = s == CUZK_OK ? j.verdict : CUZK_VERDICT_DAMAGED;
    f->remembered = s == CUZK_OK && j.remembered;
    if (s != CUZK_OK) {
        f->error = e;
        f->error.status = CUZK_NO;
        /* Unless it is the .dev.json beside it that is bad. */
        err_at(&f->error, e.file[0] ? NULL : f->path, NULL, -1);
    }
    return CUZK_OK;
}

cuzk_status cuzk_params_check(cuzk_context *c, const char *dir, unsigned flags,
                              cuzk_params_list **out, cuzk_error *err)
{
    cuzk_params_list *l;
    const cuzk_error *first = NULL;
    cuzk_status s;

    *out = NULL;
    TRY(params_dir_require(dir, err));
    l = calloc(1, sizeof *l);
    if (!l)
        return err_no_memory(err, "a list", sizeof *l);
    s = list_files(l, dir, err);
    for (size_t i = 0; i < l->n && s == CUZK_OK; i++) {
        s = check_one(&l->file[i], c, flags, err);
        if (l->file[i].verdict == CUZK_VERDICT_DAMAGED && !first)
            first = &l->file[i].error;
    }
    if (s == CUZK_OK && l->n == 0) {
        s = err_set(err, CUZK_BAD_INPUT, "no-params", "there are no parameter files here");
        err_at(err, dir, NULL, -1);
    }
    if (s != CUZK_OK) {
        cuzk_params_list_free(l);
        return s;
    }
    *out = l;
    if (first && err)
        *err = *first;
    return first ? CUZK_NO : CUZK_OK;
}
