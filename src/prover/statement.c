/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "prover/statement.h"

#include "filecoin/replica_id.h"
#include "filecoin/vanilla_items.h"

#include <stdlib.h>
#include <string.h>

static cuzk_status refuse_non_interactive(const registered_seal *seal, cuzk_error *err)
{
    if (seal->feature != POREP_NON_INTERACTIVE)
        return CUZK_OK;
    return err_set(err, CUZK_BAD_INPUT, "non-interactive",
                   "%s: the proofs of non-interactive PoRep are aggregated, which cuzk does not do",
                   seal->name);
}

/* By name or number; NULL gives NULL. */
static cuzk_status find_seal(const registered_seal **out, const char *name, cuzk_error *err)
{
    *out = NULL;
    if (!name)
        return CUZK_OK;
    *out = registered_seal_find(name);
    if (!*out)
        return err_set(err, CUZK_BAD_INPUT, "unknown-proof",
                       "there is no registered proof \"%.60s\"", name);
    return refuse_non_interactive(*out, err);
}

static bool is_zero(const uint8_t bytes[32])
{
    static const uint8_t zero[32];
    return memcmp(bytes, zero, 32) == 0;
}

/* As the reader of a C1 does. */
static cuzk_status refuse_zero(const porep_statement *s, cuzk_error *err)
{
    const char *zero = is_zero(s->comm_d.b)   ? "comm_d"
                       : is_zero(s->comm_r.b) ? "comm_r"
                       : is_zero(s->seed)     ? "seed"
                                              : NULL;

    if (!zero)
        return CUZK_OK;
    err_set(err, CUZK_BAD_INPUT, "zero", "%s is all zero: the network refuses that", zero);
    err_at(err, NULL, zero, -1);
    return CUZK_BAD_INPUT;
}

/* What is no C1 may be what another kind is made from. */
static cuzk_status refuse_vanilla(const cuzk_bytes *bytes, cuzk_error *err)
{
    vanilla_items items = { 0 };
    const sector_shape *shape;
    proof_kind kind;
    cuzk_status s = CUZK_OK;

    if (vanilla_items_add(&items, bytes->data, bytes->len, NULL, NULL) == CUZK_OK &&
        vanilla_item_kind(&items.item[0], &kind, &shape)) {
        s = err_set(err, CUZK_BAD_INPUT, "wrong-kind",
                    "expected a C1, found a vanilla proof of kind %s", proof_kind_name(kind));
        err_at(err, bytes->name, NULL, -1);
        err_expected(err, "a C1");
        err_found(err, "a vanilla proof of kind %s", proof_kind_name(kind));
    }
    vanilla_items_free(&items);
    return s;
}

cuzk_status statement_read_c1(c1 *out, const cuzk_bytes *bytes, const char *registered_proof,
                              cuzk_error *err)
{
    const registered_seal *seal;
    cuzk_status s;

    TRY(find_seal(&seal, registered_proof, err));
    s = c1_parse(out, bytes->data, bytes->len, seal, bytes->name, err);
    if (s == CUZK_BAD_INPUT)
        TRY(refuse_vanilla(bytes, err));
    TRY(s);
    s = refuse_non_interactive(out->seal, err);
    if (s != CUZK_OK) {
        err_at(err, bytes->name, NULL, -1);
        c1_free(out);
    }
    return s;
}

cuzk_status statement_of_claim(porep_statement *s, const cuzk_porep_claim *claim, cuzk_error *err)
{
    c1 c;

    if (claim->c1.data) {
        TRY(statement_read_c1(&c, &claim->c1, claim->registered_proof, err));
        porep_statement_from_c1(s, &c);
        c1_free(&c);
        return CUZK_OK;
    }
    memset(s, 0, sizeof *s);
    TRY(find_seal(&s->seal, claim->registered_proof, err));
    if (!s->seal)
        return err_set(err, CUZK_BAD_INPUT, "bad-request", "no registered proof is given");
    registered_seal_porep_id(s->seal, s->porep_id);
    memcpy(s->comm_d.b, claim->comm_d, 32);
    memcpy(s->comm_r.b, claim->comm_r, 32);
    memcpy(s->seed, claim->seed, 32);
    replica_id_compute(&s->replica_id, claim->prover_id, claim->sector, claim->ticket, &s->comm_d,
                       s->porep_id);
    return refuse_zero(s, err);
}

cuzk_status statement_inputs(fr **out, const porep_statement *s, unsigned first, unsigned n,
                             cuzk_error *err)
{
    size_t columns = porep_public_inputs_n(s->seal->shape);

    *out = malloc(n * columns * sizeof **out);
    if (!*out)
        return err_no_memory(err, "the public inputs", n * columns * sizeof **out);
    for (unsigned k = 0; k < n; k++) {
        if (porep_public_inputs(*out + k * columns, s, first + k))
            continue;
        free(*out);
        *out = NULL;
        return err_set(err, CUZK_BAD_INPUT, "not-canonical",
                       "comm_d or comm_r is not below the order of the scalar field");
    }
    return CUZK_OK;
}
