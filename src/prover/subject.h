/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a request proves, of whatever kind: its partitions, each a circuit with public inputs. */
#ifndef CUZK_PROVER_SUBJECT_H
#define CUZK_PROVER_SUBJECT_H

#include "circuits/kind_circuit.h"
#include "filecoin/c1.h"
#include "filecoin/param_names.h"
#include "r1cs/density_make.h"
#include <cuzk/proof.h>

/* As in a request, borrowed. */
typedef struct subject_source {
    cuzk_kind kind;
    cuzk_bytes c1;               /* porep */
    const cuzk_vanilla *vanilla; /* the others */
    const char *registered_proof;
} subject_source;

typedef struct subject {
    proof_kind kind;
    const sector_shape *shape;
    const char *registered_proof;
    unsigned partitions;
    union {
        c1 porep;
        struct {
            vanilla_items items;
            post_vanilla vanilla;
            const registered_post *post;
            bool has_randomness; /* without, there is no statement, only a circuit */
            uint8_t randomness[32];
            post_sector_claim *claims; /* one a sector */
        } post;
        struct {
            vanilla_items items;
            update_vanilla vanilla;
            update_statement statement;
        } update;
    } of;
} subject;

/* The circuit of one partition, or without a witness. What is in it borrows itself and the subject:
 * it does not move. */
typedef struct subject_circuit {
    kind_circuit kind;
    circuit circuit;
    circuit_parts parts;
    cs_counts counts;
} subject_circuit;

/* Reads what the source holds: whole, of the right kind, counts and shapes. What it says is not
 * checked. The source's bytes outlive *out. On failure *out is empty. */
cuzk_status subject_read(subject *out, const subject_source *source, cuzk_error *err);
/* The subject of a C1 that is read already; *out takes over what *c owns. */
void subject_of_c1(subject *out, const c1 *c);
void subject_free(subject *s);

/* Whether the openings are those of the challenges and lead where they should. CUZK_NO names the
 * first that does not. */
cuzk_status subject_check(const subject *s, work *w, cuzk_error *err);

cuzk_status subject_circuit_init(subject_circuit *out, const subject *s, unsigned partition,
                                 cuzk_error *err);
void subject_circuit_blank(subject_circuit *out, proof_kind kind, const sector_shape *shape);

/* The circuit's densities, remembered in cache_dir (may be NULL); density_free. */
cuzk_status subject_densities(density_set *out, work *w, const subject_circuit *c,
                              const char *cache_dir, cuzk_error *err);

/* What the verifier will use, without ONE: counts.n_inputs - 1 values. *out is the caller's to
 * free. */
cuzk_status subject_inputs(fr **out, const subject *s, unsigned partition, cuzk_error *err);

/* CUZK_BAD_INPUT when there is no such kind; or no such size, naming those there are. */
cuzk_status subject_kind(proof_kind *out, cuzk_kind kind, cuzk_error *err);
cuzk_status subject_shape(const sector_shape **out, const char *sector_size, cuzk_error *err);

#endif
