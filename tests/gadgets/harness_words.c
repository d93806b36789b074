/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Circuits of bits and words. */
#include "base/bytes.h"
#include "gadgets/create_label.h"
#include "gadgets/harness.h"
#include "gadgets/inputs.h"
#include "gadgets/multipack.h"
#include "gadgets/sha256.h"
#include "gadgets/uint64.h"

static void alloc_bits(cs *s, boolean *out, size_t first, size_t n)
{
    for (size_t i = 0; i < n; i++)
        out[i] = boolean_alloc(s, gadget_bit(first + i));
}

static void expose(cs *s, cs_var x, const fr *value)
{
    cs_var input = cs_alloc_input(s, value);
    cs_row r = cs_row_begin(s); /* input * 1 = x */
    lc_add_var(r.a, input);
    lc_add_var(r.b, CS_ONE);
    lc_add_var(r.c, x);
    cs_row_end(s);
}

static void sha256_of(cs *s, size_t n)
{
    boolean bits[512], out[SHA256_BITS];
    alloc_bits(s, bits, 0, n);
    cs_push(s, "sha256", -1);
    sha256_gadget(s, out, bits, n);
    cs_pop(s);
    pack_into_inputs(s, out, SHA256_BITS);
}

static void sha256_1block(const void *ctx, cs *s)
{
    (void)ctx;
    sha256_of(s, 440);
}

static void sha256_2block(const void *ctx, cs *s)
{
    (void)ctx;
    sha256_of(s, 512);
}

static void sha256_block_no_padding(const void *ctx, cs *s)
{
    boolean bits[512], out[SHA256_BITS];
    word state[8];
    (void)ctx;
    alloc_bits(s, bits, 0, 512);
    sha256_iv_gadget(state);
    sha256_compress_gadget(s, state, bits);
    sha256_state_bits(out, state);
    pack_into_inputs(s, out, SHA256_BITS);
}

static void pack_word(cs *s, const word *w)
{
    boolean bits[32];
    for (unsigned i = 0; i < 32; i++)
        bits[i] = word_bit(w, i);
    pack_into_inputs(s, bits, 32);
}

static void addmany(cs *s, unsigned n)
{
    word w[WORD_MAX_OPERANDS], sum;
    const word *op[WORD_MAX_OPERANDS];
    multieq m;
    for (unsigned i = 0; i < n; i++) {
        word_alloc(s, &w[i], load_le32(gadget_bytes() + 4 * i));
        op[i] = &w[i];
    }
    multieq_init(&m, s);
    word_add(s, &m, &sum, op, n);
    multieq_close(&m);
    pack_word(s, &sum);
}

static void addmany_2(const void *ctx, cs *s)
{
    (void)ctx;
    addmany(s, 2);
}

static void addmany_5(const void *ctx, cs *s)
{
    (void)ctx;
    addmany(s, 5);
}

static void uint32_xor(const void *ctx, cs *s)
{
    word a, b;
    (void)ctx;
    word_alloc(s, &a, load_le32(gadget_bytes()));
    word_alloc(s, &b, load_le32(gadget_bytes() + 4));
    word_xor(s, &a, &a, &b);
    word_rotr(&a, &a, 7);
    pack_word(s, &a);
}

static void uint64_pack(const void *ctx, cs *s)
{
    uint64_bits a;
    (void)ctx;
    uint64_alloc(s, &a, load_le64(gadget_bytes()));
    uint64_pack_into_input(s, &a);
}

static void boolean_ops(const void *ctx, cs *s)
{
    boolean b[6], out[10];
    (void)ctx;
    alloc_bits(s, b, 0, 6);
    boolean n0 = boolean_not(b[0]);
    out[0] = boolean_xor(s, b[0], b[1]);
    out[1] = boolean_xor(s, n0, b[1]);
    out[2] = boolean_and(s, b[2], b[3]);
    out[3] = boolean_and(s, n0, b[3]);
    out[4] = boolean_and(s, b[3], n0);
    out[5] = boolean_and(s, n0, boolean_not(b[4]));
    out[6] = boolean_ch(s, b[1], b[2], b[3]);
    out[7] = boolean_maj(s, b[1], b[2], b[3]);
    out[8] = boolean_ch(s, b[1], boolean_constant(true), b[3]);
    out[9] = boolean_maj(s, boolean_constant(false), b[2], b[3]);
    boolean_enforce_equal(s, b[5], b[5]);
    pack_into_inputs(s, out, 10);
}

static void pack_inputs_8(const void *ctx, cs *s)
{
    boolean bits[8];
    (void)ctx;
    alloc_bits(s, bits, 0, 8);
    pack_into_inputs(s, bits, 8);
}

static void pack_inputs_300(const void *ctx, cs *s)
{
    boolean bits[300];
    (void)ctx;
    alloc_bits(s, bits, 0, 300);
    bits[7] = boolean_not(bits[7]);
    bits[9] = boolean_constant(true);
    bits[11] = boolean_constant(false);
    pack_into_inputs(s, bits, 300);
}

static void pack_bits_254(const void *ctx, cs *s)
{
    boolean bits[254];
    fr value;
    (void)ctx;
    alloc_bits(s, bits, 0, 254);
    cs_var x = pack_bits(s, bits, 254, &value);
    expose(s, x, &value);
}

static void create_label_37(const void *ctx, cs *s)
{
    boolean parent[37][256], id[256], node[64];
    const boolean *parents[37];
    fr value;
    (void)ctx;
    for (unsigned i = 0; i < 37; i++) {
        alloc_bits(s, parent[i], 256 * (i % 14 + 1), 256);
        parents[i] = parent[i];
    }
    alloc_bits(s, id, 0, 256);
    for (unsigned i = 0; i < 64; i++)
        node[i] = boolean_constant(UINT64_C(22) >> (63 - i) & 1);
    cs_var label = create_label(s, id, parents, 37, 3, node, &value);
    expose(s, label, &value);
}

const circuit harness_words[] = {
    { "gadget-sha256-1block", sha256_1block, NULL },
    { "gadget-sha256-2block", sha256_2block, NULL },
    { "gadget-sha256-block-no-padding", sha256_block_no_padding, NULL },
    { "gadget-uint32-addmany-2", addmany_2, NULL },
    { "gadget-uint32-addmany-5", addmany_5, NULL },
    { "gadget-uint32-xor", uint32_xor, NULL },
    { "gadget-uint64-pack", uint64_pack, NULL },
    { "gadget-boolean-ops", boolean_ops, NULL },
    { "gadget-pack-inputs-8", pack_inputs_8, NULL },
    { "gadget-pack-inputs-300", pack_inputs_300, NULL },
    { "gadget-pack-bits", pack_bits_254, NULL },
    { "gadget-create-label", create_label_37, NULL },
    { 0 },
};
