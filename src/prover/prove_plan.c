/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "prover/prove_plan.h"

#include "base/file_stream.h"

#include <unistd.h>

static cuzk_status too_little(const work *w, size_t need, size_t left, cuzk_error *err)
{
    const size_t limit = work_root(w)->mem_limit;

    err_set(err, CUZK_NO_RESOURCES, "over-memory-limit",
            "the proof needs %zu MiB, the memory limit leaves %zu MiB", (need >> 20) + 1,
            left >> 20);
    err_expected(err, "a memory limit of %zu bytes or more", limit - left + need);
    err_found(err, "%zu bytes", limit);
    return CUZK_NO_RESOURCES;
}

cuzk_status prove_plan_check(work *w, const prove_setting *all, const circuit_parts *parts,
                             cuzk_error *err)
{
    const size_t left = work_memory_left(w);
    size_t need = groth16_prove_memory(all->params, w, &accel_cpu, 1);

    if (parts)
        need += (size_t)synthesis_bytes(&all->synthesis, parts);

    return need <= left ? CUZK_OK : too_little(w, need, left, err);
}

/* Half the machine's memory: the other half is for the pages of the parameters. */
static size_t half_of_memory(void)
{
    const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);

    return pages > 0 && size > 0 ? (size_t)pages / 2 * (size_t)size : SIZE_MAX;
}

cuzk_status prove_plan_batch(size_t *k, work *w, const prove_setting *all, size_t n,
                             size_t witness_len, cuzk_error *err)
{
    const unsigned wish = all->switches->value[SWITCH_CIRCUITS];
    size_t left = work_memory_left(w);
    const size_t need = groth16_prove_memory(all->params, w, &accel_cpu, 1);

    if (need > left)
        return too_little(w, need, left, err);
    if (wish) {
        *k = wish;
    } else if (file_stream_exceeds_memory(&all->params->map)) {
        *k = GROTH16_MAX_CIRCUITS;
        left = left < half_of_memory() ? left : half_of_memory();
    } else {
        *k = 1; /* the pass costs nothing: the pages are there */
    }
    if (*k > n)
        *k = n;
    while (*k > 1 && (*k - 1) * (witness_len + witness_len / 16) +
                             groth16_prove_memory(all->params, w, &accel_cpu, *k) >
                         left)
        (*k)--;
    return CUZK_OK;
}
