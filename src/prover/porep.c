/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "prover/porep.h"
#include "prover/density_cache.h"

cuzk_status porep_require_kind(cuzk_kind kind, cuzk_error *err)
{
    const char *name = cuzk_kind_name(kind);

    if (kind == CUZK_KIND_POREP)
        return CUZK_OK;
    if (!name)
        return err_set(err, CUZK_BAD_INPUT, "unknown-kind", "there is no kind %d", (int)kind);
    return err_set(err, CUZK_BAD_INPUT, "unsupported-kind",
                   "this version has no circuit of kind %s, only of porep", name);
}

cuzk_status porep_find_shape(const sector_shape **out, const char *sector_size, cuzk_error *err)
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

cuzk_status porep_of_c1(porep_circuit *p, const c1 *c, uint32_t partition, cuzk_error *err)
{
    if (partition >= c->partitions) {
        err_set(err, CUZK_BAD_INPUT, "no-partition", "there is no partition %u", partition);
        err_expected(err, "0 to %u", c->partitions - 1);
        return CUZK_BAD_INPUT;
    }
    return porep_circuit_init(p, c->shape, &c->replica_id, &c->comm_d, &c->comm_r,
                              c->proofs + (size_t)partition * c->challenges, c->challenges, err);
}

cuzk_status porep_densities(density_set *out, work *w, const sector_shape *shape,
                            const char *cache_dir, cuzk_error *err)
{
    porep_circuit p;

    porep_circuit_blank(&p, shape);
    const circuit c = porep_circuit_of(&p);
    const circuit_parts parts = porep_circuit_parts(&p);
    return density_cache_get(out, NULL, w, cache_dir, &c, &parts, err);
}
