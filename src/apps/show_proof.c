/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/show_proof.h"
#include "apps/cli/output.h"

void show_proof(const invocation *in, const cuzk_proof *p)
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
    char size[32];

    out_text(in->out, "kind", cuzk_kind_name(CUZK_KIND_POREP));
    out_text(in->out, "registered_proof", p->registered_proof);
    out_text(in->out, "sector_size", p->sector_size);
    out_integer(in->out, "first_partition", p->first_partition);
    out_integer(in->out, "partitions", p->partitions);
    out_integer(in->out, "proof_bytes", p->len);
    out_hex(in->out, "proof", p->data, p->len);
    out_hex(in->out, "comm_d", p->comm_d, 32);
    out_hex(in->out, "comm_r", p->comm_r, 32);
    out_hex(in->out, "replica_id", p->replica_id, 32);
    out_text(in->out, "params", cuzk_verdict_name(p->params_verdict));
    out_integer(in->out, "constraints", p->constraints);
    out_integer(in->out, "peak_bytes", p->memory_peak);
    out_boolean(in->out, "verified", true);
    seconds = out_object(in->out, "seconds");
    for (size_t i = 0; i < sizeof phases / sizeof *phases; i++)
        out_real(seconds, phases[i].name, phases[i].seconds);
    say(in, "%s, %u partition%s of %llu rows, %s parameters", p->registered_proof, p->partitions,
        p->partitions == 1 ? "" : "s", (unsigned long long)p->constraints,
        cuzk_verdict_name(p->params_verdict));
    for (size_t i = 0; i < sizeof phases / sizeof *phases; i++)
        say(in, "  %-10s %8.3f s", phases[i].name, phases[i].seconds);
    say(in, "  memory     %s", show_bytes(size, p->memory_peak));
    say(in, "proved and verified: %zu bytes", p->len);
}
