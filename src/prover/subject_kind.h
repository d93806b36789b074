/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What subject.c asks of each kind. */
#ifndef CUZK_PROVER_SUBJECT_KIND_H
#define CUZK_PROVER_SUBJECT_KIND_H

#include "prover/subject.h"

typedef struct subject_kind_ops {
    /* Fills in all but the kind, which is set. */
    cuzk_status (*read)(subject *s, const subject_source *source, cuzk_error *err);
    void (*free)(subject *s);
    cuzk_status (*check)(const subject *s, work *w, cuzk_error *err);
    cuzk_status (*circuit)(kind_circuit *out, const subject *s, unsigned partition,
                           cuzk_error *err);
    size_t (*inputs_n)(const subject *s);
    /* False when a commitment or the randomness is no canonical element. */
    bool (*inputs)(fr *out, const subject *s, unsigned partition);
} subject_kind_ops;

extern const subject_kind_ops subject_porep, subject_post, subject_update;

/* The files of a vanilla source; there must be one. */
cuzk_status subject_read_items(vanilla_items *out, const subject_source *source, cuzk_error *err);

#endif
