/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/cli/output.h"
#include "apps/cli/value.h"
#include "apps/commands.h"
#include "apps/limits.h"
#include "apps/show_proof.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const option options[] = {
    { "c1", "FILE", false, "Prove this C1 of a 2 KiB sector. Default: the one that comes along." },
    { "dir", "DIR", false,
      "Where the parameters, 1.1 GB, are made and kept for the next time. Default: demo in cuzk's "
      "cache directory." },
    { NULL, NULL, false, NULL },
};

#define SECTOR_SIZE "2KiB"

/* The C1 in the source tree the program was built from, or where it was installed. */
static const char *default_c1(void)
{
    return access(CUZK_DEMO_C1_SOURCE, R_OK) == 0 ? CUZK_DEMO_C1_SOURCE : CUZK_DEMO_C1_INSTALLED;
}

static cuzk_status find_dir(char out[4096], const invocation *in, cuzk_error *err)
{
    const char *dir = invocation_value(in, "dir"), *cache = cuzk_context_cache_dir(in->ctx);
    int n;

    if (!dir && !cache)
        return usage_error(err, "there is no cache directory: --dir DIR is needed");
    n = dir ? snprintf(out, 4096, "%s", dir) : snprintf(out, 4096, "%s/demo", cache);
    return n > 0 && n < 4096 ? CUZK_OK : usage_error(err, "the directory's path is too long");
}

/* The path of a 2 KiB PoRep file in the directory. */
static cuzk_status find_file(char out[4096], invocation *in, const char *dir, const char *extension,
                             cuzk_error *err)
{
    cuzk_params_list *list = NULL;
    cuzk_status s = cuzk_params_scan(in->ctx, dir, &list, err);

    for (size_t i = 0; s == CUZK_OK && i < list->n; i++) {
        const cuzk_params_file *f = &list->file[i];
        const char *dot = strrchr(f->name, '.');
        if (strcmp(f->kind, "porep") == 0 && strcmp(f->sector_size, SECTOR_SIZE) == 0 && dot &&
            strcmp(dot, extension) == 0)
            snprintf(out, 4096, "%s", f->path);
    }
    cuzk_params_list_free(list);
    return s;
}

/* Parameters that pass their check are used again; anything else is made anew. */
static cuzk_status require_params(invocation *in, const char *dir, cuzk_error *err)
{
    cuzk_setup_request q = { .size = sizeof q, .kind = CUZK_KIND_POREP };
    cuzk_setup_result *made = NULL;
    cuzk_params_list *list = NULL;
    char path[4096] = "";
    cuzk_error ignored;
    cuzk_status s;

    if (access(dir, F_OK) == 0 && find_file(path, in, dir, ".params", &ignored) == CUZK_OK &&
        access(path, F_OK) == 0) {
        remark(in, "parameters: checking %s", dir);
        s = cuzk_params_check(in->ctx, dir, 0, &list, &ignored);
        cuzk_params_list_free(list);
        if (s == CUZK_INTERRUPTED)
            *err = ignored;
        if (s == CUZK_OK || s == CUZK_INTERRUPTED)
            return s;
    }
    remark(in, "parameters: making development parameters, 1.1 GB, in %s", dir);
    q.sector_size = SECTOR_SIZE;
    q.out_dir = dir;
    cuzk_process_protect();
    s = cuzk_params_make(in->ctx, &q, &made, err);
    if (s == CUZK_OK) {
        out_real(in->out, "setup_seconds", made->seconds);
        remark(in, "            done in %.1f s", made->seconds);
    }
    cuzk_setup_result_free(made);
    return s;
}

/* What anyone would do with the proof: only its bytes, the key and the C1. */
static cuzk_status verify(invocation *in, const char *dir, const cuzk_bytes *c1,
                          const cuzk_proof *proof, cuzk_error *err)
{
    cuzk_porep_claim claim = { .size = sizeof claim, .c1 = *c1 };
    cuzk_bytes vk = { 0 }, bytes = { proof->data, proof->len, NULL };
    char path[4096] = "";
    cuzk_status s = find_file(path, in, dir, ".vk", err);

    if (s == CUZK_OK && (s = cuzk_file_read(&vk, path, MAX_VK_LEN, err)) == CUZK_OK)
        s = cuzk_porep_verify(in->ctx, &claim, &vk, &bytes, err);
    cuzk_file_free(&vk);
    return s;
}

static void show_hex(const invocation *in, const cuzk_proof *p)
{
    for (size_t i = 0; i < p->len; i += 32) {
        char line[65];
        for (size_t k = 0; k < 32; k++)
            sprintf(line + 2 * k, "%02x", p->data[i + k]);
        say(in, "  %s", line);
    }
}

static cuzk_status run_demo(invocation *in, cuzk_error *err)
{
    const char *c1 = invocation_value(in, "c1");
    cuzk_prove_request q = { .size = sizeof q, .kind = CUZK_KIND_POREP };
    cuzk_proof *proof = NULL;
    char dir[4096];
    cuzk_status s;

    c1 = c1 ? c1 : default_c1();
    /* Read before signals are caught: waiting for a pipe can be given up. */
    if ((s = cuzk_file_read(&q.c1, c1, MAX_C1_LEN, err)) != CUZK_OK ||
        (s = invocation_context(in, err)) != CUZK_OK || (s = find_dir(dir, in, err)) != CUZK_OK)
        goto out;
    remark(in, "C1:         %s", c1);
    q.params_dir = dir;
    if ((s = require_params(in, dir, err)) != CUZK_OK)
        goto out;
    remark(in, "proving");
    if ((s = cuzk_proof_make(in->ctx, &q, &proof, err)) != CUZK_OK ||
        (s = verify(in, dir, &q.c1, proof, err)) != CUZK_OK)
        goto out;
    out_text(in->out, "c1", c1);
    out_text(in->out, "dir", dir);
    show_proof(in, in->out, proof);
    show_hex(in, proof);
out:
    cuzk_proof_free(proof);
    cuzk_file_free(&q.c1);
    return s;
}

const command cmd_demo = {
    .name = "demo",
    .schema = "cuzk.demo.v1",
    .options = options,
    .summary = "prove and verify a real 2 KiB sector",
    .description =
        "Reads the C1 of a real 2 KiB sector, makes development parameters for its circuit, which "
        "has 2,687,961 rows, proves it, verifies the proof, and prints it with its time and its "
        "size. The parameters are kept and used again.",
    .exit_no = "The C1 given does not hold.",
    .examples = "cuzk demo\ncuzk demo --c1 my-c1.json --dir /tmp/cuzk-demo",
    .run = run_demo,
};
