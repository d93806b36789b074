/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/show_proof.h"
#include "apps/cli/output.h"

void show_proof(const invocation *in, json_t *o, const cuzk_proof *p)
{
    const struct {
        const char *name;
        double seconds;
    } phases[] = {
        { "read", p->seconds.read },     { "vanilla", p->seconds.vanilla },
        { "params", p->seconds.params }, { "synthesis", p->seconds.synthesis },
        { "prove", p->seconds.prove },   { "verify", p->seconds.verify },
        { "total", p->seconds.total },
    };
    json_t *seconds;
    char size[32], resident[32];

    out_text(o, "kind", cuzk_kind_name(p->kind));
    out_text(o, "registered_proof", p->registered_proof);
    out_text(o, "sector_size", p->sector_size);
    out_integer(o, "first_partition", p->first_partition);
    out_integer(o, "partitions", p->partitions);
    out_integer(o, "proof_bytes", p->len);
    out_hex(o, "proof", p->data, p->len);
    if (p->kind == CUZK_KIND_POREP) {
        out_hex(o, "comm_d", p->comm_d, 32);
        out_hex(o, "comm_r", p->comm_r, 32);
        out_hex(o, "replica_id", p->replica_id, 32);
    }
    out_text(o, "params", cuzk_verdict_name(p->params_verdict));
    out_integer(o, "constraints", p->constraints);
    out_integer(o, "circuits_per_batch", p->circuits_per_batch);
    out_integer(o, "peak_bytes", p->memory_peak);
    out_integer(o, "peak_resident_bytes", p->memory_resident_peak);
    out_boolean(o, "verified", true);
    seconds = out_object(o, "seconds");
    for (size_t i = 0; i < sizeof phases / sizeof *phases; i++)
        out_real(seconds, phases[i].name, phases[i].seconds);
    say(in, "%s, %u partition%s of %llu rows, %s parameters", p->registered_proof, p->partitions,
        p->partitions == 1 ? "" : "s", (unsigned long long)p->constraints,
        cuzk_verdict_name(p->params_verdict));
    for (size_t i = 0; i < sizeof phases / sizeof *phases; i++)
        say(in, "  %-10s %8.3f s", phases[i].name, phases[i].seconds);
    say(in, "  memory     %s of the budget, %s of the system", show_bytes(size, p->memory_peak),
        show_bytes(resident, p->memory_resident_peak));
    say(in, "proved and verified: %zu bytes", p->len);
}
