/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The self-test of one group. Parameters: PT_FN, PT_AFFINE, PT_JACOBIAN, PT_FIELD as in
 * curve/point_template.h, ST_KERNELS, ST_ANSWERS, ST_NAME(f) the name of f as a string,
 * ST_UNCOMPRESSED the length of that encoding, the longer one; of curve/wide.h ST_WIDE,
 * ST_WIDE_KERNELS, ST_WIDE_SCRATCH(n). No include guard. */

#define ST_N (sizeof ST_ANSWERS / sizeof *ST_ANSWERS)

static bool PT_FN(test_encodings)(const ST_KERNELS *k, const PT_AFFINE *p, const char **what)
{
    uint8_t bytes[ST_UNCOMPRESSED];
    PT_AFFINE o;
    PT_FN(to_uncompressed)(bytes, p);
    EXPECT(k->read_uncompressed(&o, bytes, false) == POINT_OK, ST_NAME("from_uncompressed"));
    EXPECT(PT_FN(affine_eq)(&o, p), ST_NAME("from_uncompressed"));
    bytes[ST_UNCOMPRESSED - 1] ^= 1;
    EXPECT(k->read_uncompressed(&o, bytes, false) == POINT_NOT_ON_CURVE,
           ST_NAME("from_uncompressed"));
    PT_FN(to_compressed)(bytes, p);
    EXPECT(k->read_compressed(&o, bytes) == POINT_OK, ST_NAME("from_compressed"));
    EXPECT(PT_FN(affine_eq)(&o, p), ST_NAME("from_compressed"));
    return true;
}

static bool PT_FN(test)(const ST_KERNELS *k, const char **what)
{
    PT_JACOBIAN j[ST_N], t;
    PT_AFFINE points[ST_N], o[ST_N], twice;
    PT_FIELD scratch[ST_N];
    batch_add_op ops[ST_N];
    PT_FN(from_affine)(&t, &ST_ANSWERS[0].p); /* the first is the generator */
    for (size_t i = 0; i < ST_N; i++)
        k->mul(&j[i], &t, &ST_ANSWERS[i].k);
    k->to_affine_batch(o, j, ST_N, scratch);
    for (size_t i = 0; i < ST_N; i++) {
        EXPECT(PT_FN(affine_eq)(&o[i], &ST_ANSWERS[i].p), ST_NAME("mul"));
        EXPECT(k->in_subgroup(&o[i]), ST_NAME("in_subgroup"));
        if (!PT_FN(test_encodings)(k, &o[i], what))
            return false;
        ops[i] = (batch_add_op) { (uint32_t)i, (uint32_t)i };
        points[i] = o[i];
    }
    k->batch_add(o, points, ops, ST_N, scratch);
    for (size_t i = 0; i < ST_N; i++) {
        k->dbl(&t, &j[i]);
        PT_FN(to_affine)(&twice, &t);
        EXPECT(PT_FN(affine_eq)(&o[i], &twice), ST_NAME("batch_add"));
        k->add_affine(&t, &j[i], &points[i]);
        PT_FN(to_affine)(&twice, &t);
        EXPECT(PT_FN(affine_eq)(&o[i], &twice), ST_NAME("add_affine"));
    }
    return true;
}

/* Known multiples, encoded, read in lanes, doubled there and halved again. */
static bool PT_FN(test_wide)(const ST_WIDE_KERNELS *k, const char **what)
{
    enum { N = 11 }; /* a whole vector and a part of one */
    uint8_t bytes[N * ST_UNCOMPRESSED];
    _Alignas(64) uint8_t scratch[ST_WIDE_SCRATCH(N)];
    ST_WIDE w[N], p[N];
    PT_AFFINE o[N], twice;
    PT_JACOBIAN t;
    batch_add_op ops[N];
    for (uint32_t i = 0; i < N; i++) {
        PT_FN(to_uncompressed)(bytes + i * ST_UNCOMPRESSED, &ST_ANSWERS[i % ST_N].p);
        ops[i] = (batch_add_op) { i, i };
    }
    EXPECT(k->from_uncompressed(p, bytes, N, false) == N, ST_NAME("wide_from_uncompressed"));
    memcpy(w, p, sizeof w);
    k->batch_add(w, p, ops, N, scratch);
    k->to_affine(o, w, N);
    for (size_t i = 0; i < N; i++) {
        PT_FN(from_affine)(&t, &ST_ANSWERS[i % ST_N].p);
        PT_FN(double)(&t, &t);
        PT_FN(to_affine)(&twice, &t);
        EXPECT(PT_FN(affine_eq)(&o[i], &twice), ST_NAME("wide_batch_add"));
        ops[i].point |= BATCH_ADD_NEG;
    }
    k->batch_add(w, p, ops, N, scratch); /* 2P - P = P */
    k->to_affine(o, w, N);
    for (size_t i = 0; i < N; i++)
        EXPECT(PT_FN(affine_eq)(&o[i], &ST_ANSWERS[i % ST_N].p), ST_NAME("wide_batch_add"));
    bytes[N * ST_UNCOMPRESSED - 1] ^= 1;
    EXPECT(k->from_uncompressed(p, bytes, N, false) == N - 1, ST_NAME("wide_from_uncompressed"));
    return true;
}

#undef ST_N
