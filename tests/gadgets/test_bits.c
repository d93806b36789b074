/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Bits and packing: every kind of operand, the right value, satisfied rows, and no other value that
 * satisfies them. */
#include "gadgets/multipack.h"
#include "gadgets/uint64.h"
#include "r1cs/check.h"
#include "test.h"

/* An operand is one of six: false, true, a bit, a negated bit, with both values. */
#define N_OPERANDS 6

static boolean operand(cs *s, unsigned i)
{
    if (i < 2)
        return boolean_constant(i);
    boolean b = boolean_alloc(s, i % 2);
    return i < 4 ? b : boolean_not(b);
}

static bool operand_value(unsigned i)
{
    return i < 4 ? i % 2 : !(i % 2);
}

typedef enum bit_op { OP_XOR, OP_AND, OP_NOR, OP_CH, OP_MAJ, OPS } bit_op;

typedef struct bit_case {
    bit_op op;
    unsigned x, y, z;
} bit_case;

static bool expected_value(const bit_case *k)
{
    bool x = operand_value(k->x), y = operand_value(k->y), z = operand_value(k->z);
    switch (k->op) {
    case OP_XOR:
        return x ^ y;
    case OP_AND:
        return x && y;
    case OP_NOR:
        return !(x || y);
    case OP_CH:
        return x ? y : z;
    default:
        return (x && y) || (x && z) || (y && z);
    }
}

static boolean apply(cs *s, bit_op op, boolean x, boolean y, boolean z)
{
    switch (op) {
    case OP_XOR:
        return boolean_xor(s, x, y);
    case OP_AND:
        return boolean_and(s, x, y);
    case OP_NOR:
        return boolean_nor(s, x, y);
    case OP_CH:
        return boolean_ch(s, x, y, z);
    default:
        return boolean_maj(s, x, y, z);
    }
}

static void bit_rows(const void *ctx, cs *s)
{
    const bit_case *k = ctx;
    boolean x = operand(s, k->x), y = operand(s, k->y), z = operand(s, k->z);
    uint32_t operands = s->n_aux;
    boolean out = apply(s, k->op, x, y, z);
    assert_int_equal(out.value, expected_value(k));
    assert_int_equal(s->n_rows, s->n_aux); /* a row for each allocation */
    if (boolean_is_constant(x) && boolean_is_constant(y) && boolean_is_constant(z))
        assert_int_equal(s->n_aux, 0);
    assert_true(s->n_aux - operands <= (k->op == OP_MAJ ? 2 : 1));
    boolean fixed = boolean_constant(expected_value(k));
    boolean_enforce_equal(s, out, fixed);
}

static void each_operand(void (*check)(const bit_case *k))
{
    bit_case k;
    for (k.op = 0; k.op < OPS; k.op++)
        for (k.x = 0; k.x < N_OPERANDS; k.x++)
            for (k.y = 0; k.y < N_OPERANDS; k.y++)
                for (k.z = 0; k.z < (k.op < OP_CH ? 1u : N_OPERANDS); k.z++)
                    check(&k);
}

static void satisfied(const bit_case *k)
{
    check_result r;
    circuit c = { "bits", bit_rows, k };
    assert_int_equal(check_make(&r, &c, NULL, NULL), CUZK_OK);
    assert_int_equal(r.n_unsatisfied, 0);
    check_free(&r);
}

static bool holds_with(const circuit *c, uint32_t wire, uint64_t value)
{
    check_result r;
    check_options o = { .mutate = true, .wire = cs_aux(wire), .value = fr_from_u64(value) };
    assert_int_equal(check_make(&r, c, &o, NULL), CUZK_OK);
    bool holds = r.n_unsatisfied == 0;
    check_free(&r);
    return holds;
}

/* No variable may be 2; given the operands, exactly one value of each other one will do. */
static void unique(const bit_case *k)
{
    check_result r;
    circuit c = { "bits", bit_rows, k };
    assert_int_equal(check_make(&r, &c, NULL, NULL), CUZK_OK);
    check_free(&r);
    uint32_t operands = (k->x > 1) + (k->y > 1) + (k->z > 1);
    for (uint32_t i = 0; i < r.counts.n_aux; i++) {
        assert_false(holds_with(&c, i, 2));
        if (i >= operands)
            assert_true(holds_with(&c, i, 0) != holds_with(&c, i, 1));
    }
}

static void operations_hold(void **unused)
{
    (void)unused;
    each_operand(satisfied);
}

static void operations_are_unique(void **unused)
{
    (void)unused;
    each_operand(unique);
}

static void unequal_constants(const void *ctx, cs *s)
{
    boolean_enforce_equal(s, boolean_constant(true), boolean_constant(*(const bool *)ctx));
}

static void equal_constants(void **unused)
{
    const bool values[2] = { false, true };
    cuzk_error err;
    circuit same = { "same", unequal_constants, &values[1] };
    circuit different = { "different", unequal_constants, &values[0] };
    (void)unused;
    assert_int_equal(check_circuit(&same, &err), CUZK_OK);
    assert_int_equal(check_circuit(&different, &err), CUZK_NO);
}

/* other, then a bit that must be false when other is true. */
static void unless_rows(const void *ctx, cs *s)
{
    const bool *values = ctx;
    boolean other = boolean_alloc(s, values[0]);
    boolean_alloc_unless(s, values[1], other);
}

static void alloc_unless(void **unused)
{
    static const bool values[4][2] = { { 0, 0 }, { 0, 1 }, { 1, 0 }, { 1, 1 } };
    (void)unused;
    for (unsigned i = 0; i < 4; i++) {
        circuit c = { "unless", unless_rows, values[i] };
        assert_int_equal(check_circuit(&c, NULL), i == 3 ? CUZK_NO : CUZK_OK);
        assert_false(holds_with(&c, 1, 2));
    }
}

#define MAX_BITS 600

typedef struct pack_case {
    size_t n;
    bool into_inputs;
} pack_case;

/* Bit i is a bit, a negated bit, a constant by turns; true when i % 5 < 2. */
static void pack_rows(const void *ctx, cs *s)
{
    const pack_case *k = ctx;
    boolean bits[MAX_BITS];
    fr value;
    for (size_t i = 0; i < k->n; i++) {
        bool b = i % 5 < 2;
        bits[i] = i % 3 == 0   ? boolean_alloc(s, b)
                  : i % 3 == 1 ? boolean_not(boolean_alloc(s, !b))
                               : boolean_constant(b);
    }
    if (k->into_inputs)
        pack_into_inputs(s, bits, k->n);
    else
        pack_bits(s, bits, k->n, &value);
}

static fr packed_value(size_t first, size_t end)
{
    fr sum = FR_ZERO;
    for (size_t i = first; i < end; i++)
        if (i % 5 < 2)
            fr_add(&sum, &sum, fr_pow2((unsigned)(i - first)));
    return sum;
}

static void packs_inputs(void **unused)
{
    static const size_t sizes[] = { 0, 1, 2, 253, 254, 255, 507, 508, 509, 600 };
    (void)unused;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        pack_case k = { sizes[i], true };
        circuit c = { "pack", pack_rows, &k };
        check_result r;
        assert_int_equal(check_make(&r, &c, NULL, NULL), CUZK_OK);
        assert_int_equal(r.n_unsatisfied, 0);
        assert_int_equal(r.counts.n_inputs, 1 + (k.n + 253) / 254);
        for (uint32_t j = 1; j < r.counts.n_inputs; j++) {
            size_t first = (j - 1) * 254, end = first + 254 < k.n ? first + 254 : k.n;
            fr value = packed_value(first, end);
            assert_true(fr_eq(&value, &r.inputs[j]));
            check_options o = { .mutate = true, .wire = cs_input(j), .value = fr_from_u64(7) };
            check_result wrong;
            assert_int_equal(check_make(&wrong, &c, &o, NULL), CUZK_OK);
            assert_int_equal(wrong.n_unsatisfied, fr_eq(&o.value, &value) ? 0 : 1);
            check_free(&wrong);
        }
        check_free(&r);
    }
}

/* Only the first 254 bits count. */
static void packs_a_number(void **unused)
{
    static const size_t sizes[] = { 1, 253, 254, 255, 300 };
    (void)unused;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        pack_case k = { sizes[i], false };
        circuit c = { "pack", pack_rows, &k };
        assert_int_equal(check_circuit(&c, NULL), CUZK_OK);
        uint32_t bits = (uint32_t)(k.n - k.n / 3);
        assert_false(holds_with(&c, bits, 1u << 20)); /* the number itself, behind the bits */
    }
}

static void reverses_bit_numbering(void **unused)
{
    (void)unused;
    for (size_t n = 0; n <= 256; n++) {
        boolean bits[257], out[256];
        for (size_t i = 0; i <= n; i++)
            bits[i] = (boolean) { cs_aux((uint32_t)i), BOOLEAN_IS, false };
        reverse_bit_numbering(out, bits, n);
        for (size_t i = 0; i < (n + 7) / 8 * 8; i++) {
            size_t from = i / 8 * 8 + 7 - i % 8;
            if (from < n)
                assert_int_equal(out[i].var, cs_aux((uint32_t)from));
            else
                assert_true(boolean_is_constant(out[i]) && !out[i].value);
        }
    }
}

static void uint64_rows(const void *ctx, cs *s)
{
    const uint64_t *value = ctx;
    uint64_bits a;
    boolean be[64];
    uint64_alloc(s, &a, *value);
    uint64_pack_into_input(s, &a);
    uint64_to_bits_be(be, &a);
    for (unsigned i = 0; i < 64; i++)
        assert_int_equal(be[i].value, *value >> (63 - i) & 1);
}

static void packs_uint64(void **unused)
{
    static const uint64_t values[] = { 0, 1, UINT64_MAX, 0x0123456789abcdef };
    (void)unused;
    for (size_t i = 0; i < 4; i++) {
        circuit c = { "uint64", uint64_rows, &values[i] };
        check_result r;
        fr expected = fr_from_u64(values[i]);
        assert_int_equal(check_make(&r, &c, NULL, NULL), CUZK_OK);
        assert_int_equal(r.n_unsatisfied, 0);
        assert_true(fr_eq(&r.inputs[1], &expected));
        check_free(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operations_hold),        cmocka_unit_test(operations_are_unique),
        cmocka_unit_test(equal_constants),        cmocka_unit_test(alloc_unless),
        cmocka_unit_test(packs_inputs),           cmocka_unit_test(packs_a_number),
        cmocka_unit_test(reverses_bit_numbering), cmocka_unit_test(packs_uint64),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
