/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/bench.h"
#include "apps/cli/output.h"
#include "base/error.h"
#include "prover/density_cache.h"
#include "prover/subject.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct job {
    work *w;
    circuit c;
    circuit_parts parts;
    const char *dir;
    density_set made; /* by the last run */
    density_source source;
    cuzk_status status;
    cuzk_error *err;
} job;

static void compute(void *ctx)
{
    job *j = ctx;
    density_free(&j->made);
    if (j->status == CUZK_OK)
        j->status = density_make(&j->made, j->w, &j->c, &j->parts, j->err);
}

/* As the prover does: from the file when there is a good one. */
static void load(void *ctx)
{
    job *j = ctx;
    density_free(&j->made);
    if (j->status == CUZK_OK)
        j->status = density_cache_get(&j->made, &j->source, j->w, j->dir, &j->c, &j->parts, j->err);
}

static bool bitmap_same(const bitmap *a, const bitmap *b)
{
    return a->n == b->n && memcmp(a->words, b->words, (a->n + 63) / 64 * sizeof *a->words) == 0;
}

static bool same(const density_set *a, const density_set *b)
{
    return bitmap_same(&a->a_aux, &b->a_aux) && bitmap_same(&a->b_aux, &b->b_aux) &&
           bitmap_same(&a->b_input, &b->b_input);
}

static cuzk_status measure(const bench *b, job *j, const char *file, cuzk_error *err)
{
    const double variables = circuit_parts_before(&j->parts, j->parts.n).n_aux;
    density_set computed;
    struct stat st;

    bench_seconds took = bench_time(compute, j);
    TRY(j->status);
    bench_row(b, "compute", took, variables, "variable");
    computed = j->made;
    j->made = (density_set) { 0 };
    load(j); /* writes the file */
    if (j->status == CUZK_OK)
        took = bench_time(load, j);
    if (j->status == CUZK_OK)
        j->status =
            bench_check(j->source == DENSITY_LOADED && same(&computed, &j->made), "load", err);
    density_free(&computed);
    TRY(j->status);
    bench_row(b, "load", took, variables, "variable");
    if (stat(file, &st) == 0) {
        char size[32];
        out_integer(b->in->out, "file_bytes", (uint64_t)st.st_size);
        say(b->in, "%-30s %s", "file", show_bytes(size, (uint64_t)st.st_size));
    }
    return CUZK_OK;
}

static void remove_files(const char *dir, const char *file)
{
    char sub[64];

    unlink(file);
    snprintf(sub, sizeof sub, "%s/densities", dir);
    rmdir(sub);
    rmdir(dir);
}

static cuzk_status run_densities(invocation *in, cuzk_error *err)
{
    char dir[] = "/tmp/cuzk-bench-XXXXXX", file[96];
    const sector_shape *shape;
    subject_circuit blank;
    bench b;

    TRY(subject_shape(&shape, invocation_value(in, "sector-size"), err));
    TRY(bench_begin(&b, in, err));
    subject_circuit_blank(&blank, KIND_POREP, shape);
    job j = { .w = b.w, .c = blank.circuit, .parts = blank.parts, .err = err };
    if (!mkdtemp(dir))
        return err_system(err, errno, "create a directory in", "/tmp");
    j.dir = dir;
    snprintf(file, sizeof file, "%s/densities/%s", dir, j.c.id);
    cuzk_status s = measure(&b, &j, file, err);
    density_free(&j.made);
    remove_files(dir, file);
    return s;
}

static const option options[] = {
    { "sector-size", "SIZE", true, "2KiB, 8MiB, 512MiB, 32GiB or 64GiB." },
    { 0 },
};

const command cmd_densities = {
    .name = "densities",
    .schema = "cuzk.bench-densities.v1",
    .options = options,
    .summary = "time the densities of a circuit, computed and from their file",
    .description =
        "Which variables stand in A and in B is the same for every sector of a size. The prover "
        "computes it once and keeps it in the cache directory; this times both, in a directory "
        "of its own.",
    .examples = "cuzk-bench densities --sector-size 32GiB --threads 1",
    .run = run_densities,
};
