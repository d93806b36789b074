/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/variant.h"
#include "apps/bench/storage.h"
#include "apps/cli/program.h"
#include "base/timing.h"
#include "r1cs/compact.h"

#include <string.h>

static cuzk_status run_storage(const variant *v, work *wk, const subject_circuit *c,
                               variant_run *out, cuzk_error *err)
{
    const storage *s = storage_find(v->name);
    storage_witness w;
    uint64_t start = time_wall_ns();

    TRY(s->make(&w, wk, &c->kind, err));
    out->synth_ns = time_wall_ns() - start;
    out->counts = w.counts;
    s->free(&w);
    return CUZK_OK;
}

/* What proofs are made from. */
static cuzk_status run_compact(const variant *v, work *wk, const subject_circuit *c,
                               variant_run *out, cuzk_error *err)
{
    compact w;
    uint64_t start = time_wall_ns();

    (void)v;
    TRY(compact_make(&w, wk, &c->circuit, &c->parts, NULL, err));
    out->synth_ns = time_wall_ns() - start;
    out->counts = w.counts;
    compact_free(&w);
    return CUZK_OK;
}

const variant variants[] = {
    { "compact", "packed values, no linear combinations; densities known", run_compact },
    { "vec", "terms in heap vectors, allocated for every row", run_storage },
    { "small1", "1 term inside, more on the heap", run_storage },
    { "small2", "2 terms inside, more on the heap", run_storage },
    { "small4", "4 terms inside, more on the heap", run_storage },
    { "pool", "heap vectors kept from row to row", run_storage },
    { "arena", "terms cut from a block that every row starts anew", run_storage },
    { NULL, NULL, NULL },
};

#define N_VARIANTS (sizeof variants / sizeof *variants - 1)

cuzk_status variant_find(const variant **out, const char *name, cuzk_error *err)
{
    const char *names[N_VARIANTS], *near;

    for (size_t i = 0; i < N_VARIANTS; i++) {
        names[i] = variants[i].name;
        *out = &variants[i];
        if (strcmp(names[i], name) == 0)
            return CUZK_OK;
    }
    near = parse_nearest(name, names, N_VARIANTS);
    err_set(err, CUZK_BAD_INPUT, "unknown-variant", "there is no variant \"%.40s\"%s%s%s", name,
            near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    err_expected(err, "compact, vec, small1, small2, small4, pool or arena");
    return CUZK_BAD_INPUT;
}
