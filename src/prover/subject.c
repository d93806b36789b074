/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "prover/subject.h"
#include "prover/density_cache.h"
#include "prover/subject_kind.h"

#include <stdlib.h>
#include <string.h>

static const subject_kind_ops *const kinds[PROOF_KINDS] = {
    [KIND_POREP] = &subject_porep,
    [KIND_WINNING] = &subject_post,
    [KIND_WINDOW] = &subject_post,
    [KIND_UPDATE] = &subject_update,
};

cuzk_status subject_kind(proof_kind *out, cuzk_kind kind, cuzk_error *err)
{
    if (kind < CUZK_KIND_POREP || kind > CUZK_KIND_UPDATE)
        return err_set(err, CUZK_BAD_INPUT, "unknown-kind", "there is no kind %d", (int)kind);
    *out = (proof_kind)(kind - CUZK_KIND_POREP); /* the same order */
    return CUZK_OK;
}

cuzk_status subject_shape(const sector_shape **out, const char *sector_size, cuzk_error *err)
{
    if (!sector_size)
        return err_set(err, CUZK_BAD_INPUT, "bad-request", "no sector size is given");
    *out = sector_shape_find(sector_size);
    if (*out)
        return CUZK_OK;
    return err_set(err, CUZK_BAD_INPUT, "unknown-sector-size",
                   "there are no sectors of \"%.40s\": 2KiB, 8MiB, 512MiB, 32GiB and 64GiB are",
                   sector_size);
}

cuzk_status subject_read(subject *out, const subject_source *source, cuzk_error *err)
{
    memset(out, 0, sizeof *out);
    TRY(subject_kind(&out->kind, source->kind, err));
    cuzk_status status = kinds[out->kind]->read(out, source, err);
    if (status != CUZK_OK)
        subject_free(out);
    return status;
}

void subject_free(subject *s)
{
    kinds[s->kind]->free(s);
    memset(s, 0, sizeof *s);
}

cuzk_status subject_check(const subject *s, work *w, cuzk_error *err)
{
    return kinds[s->kind]->check(s, w, err);
}

static void complete(subject_circuit *c)
{
    c->circuit = kind_circuit_of(&c->kind);
    c->parts = kind_circuit_parts(&c->kind);
    c->counts = kind_circuit_counts(&c->kind);
}

cuzk_status subject_circuit_init(subject_circuit *out, const subject *s, unsigned partition,
                                 cuzk_error *err)
{
    if (partition >= s->partitions) {
        err_set(err, CUZK_BAD_INPUT, "no-partition", "there is no partition %u", partition);
        err_expected(err, "0 to %u", s->partitions - 1);
        return CUZK_BAD_INPUT;
    }
    out->kind.kind = s->kind;
    TRY(kinds[s->kind]->circuit(&out->kind, s, partition, err));
    complete(out);
    return CUZK_OK;
}

void subject_circuit_blank(subject_circuit *out, proof_kind kind, const sector_shape *shape)
{
    kind_circuit_blank(&out->kind, kind, shape);
    complete(out);
}

cuzk_status subject_densities(density_set *out, work *w, const subject_circuit *c,
                              const char *cache_dir, cuzk_error *err)
{
    return density_cache_get(out, NULL, w, cache_dir, &c->circuit, &c->parts, err);
}

cuzk_status subject_inputs(fr **out, const subject *s, unsigned partition, cuzk_error *err)
{
    const size_t n = kinds[s->kind]->inputs_n(s);

    *out = malloc(n * sizeof **out);
    if (!*out)
        return err_no_memory(err, "the public inputs", n * sizeof **out);
    if (kinds[s->kind]->inputs(*out, s, partition))
        return CUZK_OK;
    free(*out);
    *out = NULL;
    return err_set(err, CUZK_BAD_INPUT, "not-canonical",
                   "a commitment is not below the order of the scalar field");
}

cuzk_status subject_read_items(vanilla_items *out, const subject_source *source, cuzk_error *err)
{
    const cuzk_vanilla *v = source->vanilla;

    if (!v || v->n_files == 0)
        return err_set(err, CUZK_BAD_INPUT, "bad-request", "a vanilla proof is needed");
    for (size_t i = 0; i < v->n_files; i++)
        TRY(vanilla_items_add(out, v->file[i].data, v->file[i].len, v->file[i].name, err));
    return CUZK_OK;
}
