/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The wire format of protobuf, read without copying what is large: a SubmitProofRequest's vanilla
 * proofs stay where they are in the message. */
#ifndef CUZK_RPC_WIRE_H
#define CUZK_RPC_WIRE_H

#include "base/error.h"
#include <cuzk/file.h>
#include <stdbool.h>

#include <cuzk/v1/proving.pb-c.h>

/* -- one level of a message -- */

typedef struct wire {
    const uint8_t *at, *end;
} wire;

typedef struct wire_field {
    uint32_t number;
    enum { WIRE_VARINT = 0, WIRE_FIXED64 = 1, WIRE_BYTES = 2, WIRE_FIXED32 = 5 } type;
    uint64_t value;      /* WIRE_VARINT */
    const uint8_t *data; /* WIRE_BYTES */
    size_t len;
    const uint8_t *begin, *end; /* all of it, the key too */
} wire_field;

/* False at the end, *bad false; and when it is malformed (truncated, an overlong varint, a group, a
 * field number of 0), *bad true. */
bool wire_next(wire *w, wire_field *out, bool *bad);

/* -- requests -- */

#define WIRE_MAX_PROOFS 16384      /* vanilla_proofs: a window of the largest sectors has 2300 */
#define WIRE_MAX_REST   (64 << 10) /* bytes of all other fields */

typedef struct wire_submit {
    Cuzk__V1__SubmitProofRequest *fields; /* owned; vanilla_proof, vanilla_proofs empty in it */
    cuzk_bytes vanilla_proof;             /* a view; data NULL: not given */
    cuzk_bytes *vanilla_proofs;           /* owned, views */
    size_t n_vanilla_proofs;
} wire_submit;

/* Of a message that is a SubmitProofRequest, or a ProveRequest with one inside. Several submit
 * fields are merged, unknown fields skipped. CUZK_BAD_INPUT: malformed, no submit, too many proofs,
 * a request_id that is too long or not clean text. Views are into data. */
cuzk_status wire_read_submit(wire_submit *out, const uint8_t *data, size_t len, bool in_prove,
                             cuzk_error *err);
void wire_submit_free(wire_submit *s);

#endif
