/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The reader of submissions that copies no vanilla proof, and protobuf-c as its slow twin: what it
 * accepts, protobuf-c reads as the same. */
#include "fuzz.h"
#include "rpc/wire.h"

unsigned long fuzz_accepted;

static void inside(const cuzk_bytes *view, const uint8_t *data, size_t len)
{
    const uint8_t *p = view->data;
    CHECK(!p || (p >= data && view->len <= len && p - data <= (ptrdiff_t)(len - view->len)));
}

static void equal(const cuzk_bytes *view, const ProtobufCBinaryData *slow)
{
    CHECK(view->len == slow->len);
    CHECK(slow->len == 0 || memcmp(view->data, slow->data, slow->len) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    wire_submit fast;
    cuzk_error err;

    if (wire_read_submit(&fast, data, len, true, &err) == CUZK_OK) {
        inside(&fast.vanilla_proof, data, len);
        for (size_t i = 0; i < fast.n_vanilla_proofs; i++)
            inside(&fast.vanilla_proofs[i], data, len);
        wire_submit_free(&fast);
    } else {
        CHECK(err.status == CUZK_BAD_INPUT && !fast.fields && !fast.vanilla_proofs);
    }
    if (wire_read_submit(&fast, data, len, false, &err) != CUZK_OK)
        return 0;
    Cuzk__V1__SubmitProofRequest *slow = cuzk__v1__submit_proof_request__unpack(NULL, len, data);
    if (slow) {
        fuzz_accepted++;
        equal(&fast.vanilla_proof, &slow->vanilla_proof);
        CHECK(fast.n_vanilla_proofs == slow->n_vanilla_proofs);
        for (size_t i = 0; i < slow->n_vanilla_proofs; i++)
            equal(&fast.vanilla_proofs[i], &slow->vanilla_proofs[i]);
        CHECK(strcmp(fast.fields->request_id, slow->request_id) == 0);
        CHECK(fast.fields->proof_kind == slow->proof_kind);
        CHECK(fast.fields->sector_number == slow->sector_number);
        CHECK(fast.fields->partition_index == slow->partition_index);
        cuzk__v1__submit_proof_request__free_unpacked(slow, NULL);
    }
    wire_submit_free(&fast);
    return 0;
}
