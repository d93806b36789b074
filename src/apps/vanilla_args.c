/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/vanilla_args.h"
#include "apps/cli/value.h"
#include "apps/limits.h"

#include <string.h>

typedef struct bytes32_option {
    const char *name;
    uint8_t *out;
    const uint8_t **given;
    bool update; /* of updates; else of proofs of spacetime */
} bytes32_option;

/* A command may take only some of the options. */
static bool has_option(const invocation *in, const char *name)
{
    for (const option *o = in->cmd->options; o->name; o++)
        if (strcmp(o->name, name) == 0)
            return true;
    return false;
}

static cuzk_status read_bytes32(const bytes32_option *o, const invocation *in, cuzk_kind kind,
                                cuzk_error *err)
{
    const char *text = has_option(in, o->name) ? invocation_value(in, o->name) : NULL;
    cuzk_status s;

    if (!text)
        return CUZK_OK;
    if (o->update != (kind == CUZK_KIND_UPDATE) || kind == CUZK_KIND_POREP)
        return usage_error(err, "--%s does not go with --kind %s", o->name, cuzk_kind_name(kind));
    s = value_hex(o->out, 32, o->name, text, err);
    *o->given = o->out;
    return s;
}

static cuzk_status read_files(vanilla_args *a, const invocation *in, cuzk_kind kind,
                              cuzk_error *err)
{
    const char *path[VANILLA_MAX_FILES];
    size_t n = 0;
    cuzk_status s = invocation_all(in, "vanilla", path, VANILLA_MAX_FILES, &n, err);

    if (s == CUZK_OK && n && kind == CUZK_KIND_POREP)
        s = usage_error(err, "--vanilla does not go with --kind porep: it has a --c1");
    for (size_t i = 0; i < n && s == CUZK_OK; i++)
        s = cuzk_file_read(&a->file[a->vanilla.n_files++], path[i], MAX_VANILLA_LEN, err);
    return s;
}

cuzk_status vanilla_args_read(vanilla_args *a, const invocation *in, cuzk_kind kind,
                              cuzk_error *err)
{
    const bytes32_option options[] = {
        { "randomness", a->randomness, &a->vanilla.randomness, false },
        { "comm-r-old", a->comm_r_old, &a->vanilla.comm_r_old, true },
        { "comm-r-new", a->comm_r_new, &a->vanilla.comm_r_new, true },
        { "comm-d-new", a->comm_d_new, &a->vanilla.comm_d_new, true },
    };
    cuzk_status s = CUZK_OK;

    a->vanilla.file = a->file;
    for (size_t i = 0; i < sizeof options / sizeof *options && s == CUZK_OK; i++)
        s = read_bytes32(&options[i], in, kind, err);
    return s == CUZK_OK ? read_files(a, in, kind, err) : s;
}

void vanilla_args_free(vanilla_args *a)
{
    for (size_t i = 0; i < a->vanilla.n_files; i++)
        cuzk_file_free(&a->file[i]);
    a->vanilla.n_files = 0;
}
