/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/cli/output.h"
#include "apps/commands.h"

#include <stdio.h>
#include <string.h>

/* One file as an object of the "files" array. */
static json_t *file_object(json_t *files, const cuzk_params_file *f)
{
    json_t *o = json_object();

    out_text(o, "name", f->name);
    out_text(o, "path", f->path);
    out_text(o, "kind", f->kind);
    out_text(o, "sector_size", f->sector_size);
    out_text(o, "official_digest", f->official_digest);
    out_integer(o, "official_bytes", f->official_bytes);
    out_integer(o, "bytes", f->bytes);
    json_array_append_new(files, o);
    return o;
}

static const option check_options[] = {
    { "again", NULL, false, "Check everything, even what was checked before." },
    { "allow-trailer", NULL, false,
      "Accept bytes behind the last section: Zcash's official files have the ceremony's transcript "
      "there, Filecoin's have none." },
    { NULL, NULL, false, NULL },
};

static void show_checked(const invocation *in, const cuzk_params_file *f, json_t *files)
{
    json_t *o = file_object(files, f);
    char place[256] = "";

    out_text(o, "verdict", cuzk_verdict_name(f->verdict));
    out_boolean(o, "remembered", f->remembered);
    if (f->verdict == CUZK_VERDICT_DAMAGED) {
        json_object_set_new(o, "error", out_error(&f->error));
        if (f->error.section[0] && f->error.index >= 0)
            snprintf(place, sizeof place, "%s[%lld]: ", f->error.section,
                     (long long)f->error.index);
        else if (f->error.section[0])
            snprintf(place, sizeof place, "%s: ", f->error.section);
    }
    say(in, "%-12s %s%s", cuzk_verdict_name(f->verdict), f->name,
        f->remembered ? " (checked before)" : "");
    if (f->verdict == CUZK_VERDICT_DAMAGED)
        say(in, "             %s%s", place, f->error.message);
}

static cuzk_status run_params_check(invocation *in, cuzk_error *err)
{
    cuzk_params_list *list = NULL;
    cuzk_status s = invocation_context(in, err);
    unsigned flags = 0;

    if (s != CUZK_OK)
        return s;
    if (invocation_value(in, "again"))
        flags |= CUZK_CHECK_AGAIN;
    if (invocation_value(in, "allow-trailer"))
        flags |= CUZK_CHECK_ALLOW_TRAILER;
    s = cuzk_params_check(in->ctx, in->operand[0], flags, &list, err);
    if (list) {
        json_t *files = out_array(in->out, "files");
        for (size_t i = 0; i < list->n; i++)
            show_checked(in, &list->file[i], files);
    }
    cuzk_params_list_free(list);
    return s;
}

const command cmd_params_check = {
    .name = "params check",
    .schema = "cuzk.params-check.v1",
    .operands = "DIR",
    .min_operands = 1,
    .max_operands = 1,
    .options = check_options,
    .summary = "check parameter files",
    .description =
        "Checks every .params and .vk file in DIR and gives each one of three verdicts. official: "
        "the digest the network publishes matches, which is enough. development: marked as such "
        "by the .dev.json beside it, every point on the curve and in the subgroup, every section "
        "as described. damaged: anything else, with the section and the index of the first point "
        "that is wrong. A check that is passed is remembered by the file's device, inode, size "
        "and times, so that the next start is instant.",
    .exit_no = "A file is damaged.",
    .examples = "cuzk params check /var/tmp/filecoin-proof-parameters",
    .run = run_params_check,
};

static cuzk_status run_params_list(invocation *in, cuzk_error *err)
{
    cuzk_params_list *list = NULL;
    cuzk_status s = invocation_context(in, err);
    json_t *files;

    if (s != CUZK_OK)
        return s;
    s = cuzk_params_scan(in->ctx, in->operand[0], &list, err);
    if (s != CUZK_OK)
        return s;
    files = out_array(in->out, "files");
    for (size_t i = 0; i < list->n; i++) {
        const cuzk_params_file *f = &list->file[i];
        bool here = f->verdict != CUZK_VERDICT_MISSING;
        char size[32];
        json_t *o = file_object(files, f);
        out_boolean(o, "present", here);
        say(in, "%-7s %-8s %-8s %-11s %s  %s", f->kind, f->sector_size, here ? "here" : "missing",
            f->official_bytes ? show_bytes(size, f->official_bytes) : "?", f->official_digest,
            f->name);
    }
    cuzk_params_list_free(list);
    return CUZK_OK;
}

const command cmd_params_list = {
    .name = "params list",
    .schema = "cuzk.params-list.v1",
    .operands = "DIR",
    .min_operands = 1,
    .max_operands = 1,
    .summary = "list the official parameter files and what is there of them",
    .description =
        "Lists every parameter file the network uses, with its kind and sector size, whether DIR "
        "has a file of that name, and the size and digest (the first half of BLAKE2b-512) of the "
        "official one: what to get, and how to tell that it arrived. Contents are not looked at: "
        "see params check.",
    .examples = "cuzk params list /var/tmp/filecoin-proof-parameters\n"
                "cuzk params list . --json | jq -r '.files[] | select(.present | not) | .name'",
    .run = run_params_list,
};
