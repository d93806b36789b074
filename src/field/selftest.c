/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "field/selftest.h"
#include "field/fp_lanes_kernels.h"
#include "field/kernels.h"
#include "field/selftest_vectors.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* Say what failed and give up. */
#define EXPECT(cond, name)                                                                         \
    do {                                                                                           \
        if (!(cond)) {                                                                             \
            *what = name;                                                                          \
            return false;                                                                          \
        }                                                                                          \
    } while (0)

static bool test_fr(const field_kernels *k, const char **what)
{
    fr o[COUNT(fr_answers)], scratch[COUNT(fr_answers)];
    fr_raw raw;
    for (size_t i = 0; i < COUNT(fr_answers); i++) {
        k->fr_add(&o[i], &fr_answers[i].a, &fr_answers[i].b);
        EXPECT(fr_eq(&o[i], &fr_answers[i].sum), "fr_add");
        k->fr_sub(&o[i], &fr_answers[i].a, &fr_answers[i].b);
        EXPECT(fr_eq(&o[i], &fr_answers[i].difference), "fr_sub");
        k->fr_mul(&o[i], &fr_answers[i].a, &fr_answers[i].b);
        EXPECT(fr_eq(&o[i], &fr_answers[i].product), "fr_mul");
        k->fr_sqr(&o[i], &fr_answers[i].a);
        EXPECT(fr_eq(&o[i], &fr_answers[i].square), "fr_sqr");
        k->fr_to_raw(&raw, &fr_answers[i].a);
        k->fr_from_raw(&o[i], &raw);
        EXPECT(fr_eq(&o[i], &fr_answers[i].a), "fr_from_raw");
    }
    k->fr_inv_batch(o, COUNT(o), scratch);
    for (size_t i = 0; i < COUNT(o); i++)
        EXPECT(fr_eq(&o[i], &fr_answers[i].inverse), "fr_inv");
    return true;
}

static bool test_fp(const field_kernels *k, const char **what)
{
    fp o[COUNT(fp_answers)], scratch[COUNT(fp_answers)];
    fp_raw raw;
    for (size_t i = 0; i < COUNT(fp_answers); i++) {
        k->fp_add(&o[i], &fp_answers[i].a, &fp_answers[i].b);
        EXPECT(fp_eq(&o[i], &fp_answers[i].sum), "fp_add");
        k->fp_sub(&o[i], &fp_answers[i].a, &fp_answers[i].b);
        EXPECT(fp_eq(&o[i], &fp_answers[i].difference), "fp_sub");
        k->fp_mul(&o[i], &fp_answers[i].a, &fp_answers[i].b);
        EXPECT(fp_eq(&o[i], &fp_answers[i].product), "fp_mul");
        k->fp_sqr(&o[i], &fp_answers[i].a);
        EXPECT(fp_eq(&o[i], &fp_answers[i].square), "fp_sqr");
        k->fp_to_raw(&raw, &fp_answers[i].a);
        k->fp_from_raw(&o[i], &raw);
        EXPECT(fp_eq(&o[i], &fp_answers[i].a), "fp_from_raw");
    }
    k->fp_inv_batch(o, COUNT(o), scratch);
    for (size_t i = 0; i < COUNT(o); i++)
        EXPECT(fp_eq(&o[i], &fp_answers[i].inverse), "fp_inv");
    return true;
}

static bool test_fp2(const field_kernels *k, const char **what)
{
    fp2 o[COUNT(fp2_answers)], scratch[COUNT(fp2_answers)];
    for (size_t i = 0; i < COUNT(fp2_answers); i++) {
        k->fp2_mul(&o[i], &fp2_answers[i].a, &fp2_answers[i].b);
        EXPECT(fp2_eq(&o[i], &fp2_answers[i].product), "fp2_mul");
        k->fp2_sqr(&o[i], &fp2_answers[i].a);
        EXPECT(fp2_eq(&o[i], &fp2_answers[i].square), "fp2_sqr");
        o[i] = fp2_answers[i].a;
    }
    k->fp2_inv_batch(o, COUNT(o), scratch);
    for (size_t i = 0; i < COUNT(o); i++)
        EXPECT(fp2_eq(&o[i], &fp2_answers[i].inverse), "fp2_inv");
    return true;
}

/* Eight known answers at a time, where the variant has lanes. */
static bool test_fp_lanes(const fp_lanes_kernels *k, const char **what)
{
    fp a[8], b[8], o[8];
    fp_block x, y;
    for (size_t i = 0; i < 8; i++) {
        a[i] = fp_answers[i % COUNT(fp_answers)].a;
        b[i] = fp_answers[i % COUNT(fp_answers)].b;
    }
    k->fp_load(&x, a, 1);
    k->fp_load(&y, b, 1);
    k->fp_mul(&y, &x, &y, 1);
    k->fp_store(o, &y, 1);
    for (size_t i = 0; i < 8; i++)
        EXPECT(fp_eq(&o[i], &fp_answers[i % COUNT(fp_answers)].product), "fp_mul in lanes");
    k->fp_sqr(&x, &x, 1);
    k->fp_store(o, &x, 1);
    for (size_t i = 0; i < 8; i++)
        EXPECT(fp_eq(&o[i], &fp_answers[i % COUNT(fp_answers)].square), "fp_sqr in lanes");
    return true;
}

static bool test_fp2_lanes(const fp_lanes_kernels *k, const char **what)
{
    fp2 a[8], b[8], o[8];
    fp2_block x, y;
    for (size_t i = 0; i < 8; i++) {
        a[i] = fp2_answers[i % COUNT(fp2_answers)].a;
        b[i] = fp2_answers[i % COUNT(fp2_answers)].b;
    }
    k->fp2_load(&x, a, 1);
    k->fp2_load(&y, b, 1);
    k->fp2_mul(&y, &x, &y, 1);
    k->fp2_store(o, &y, 1);
    for (size_t i = 0; i < 8; i++)
        EXPECT(fp2_eq(&o[i], &fp2_answers[i % COUNT(fp2_answers)].product), "fp2_mul in lanes");
    k->fp2_sqr(&x, &x, 1);
    k->fp2_store(o, &x, 1);
    for (size_t i = 0; i < 8; i++)
        EXPECT(fp2_eq(&o[i], &fp2_answers[i % COUNT(fp2_answers)].square), "fp2_sqr in lanes");
    return true;
}

bool field_selftest(cpu_variant v, const char **what)
{
    const field_kernels *k = field_kernels_of(v);
    const fp_lanes_kernels *lanes = fp_lanes_kernels_of(v);
    return test_fr(k, what) && test_fp(k, what) && test_fp2(k, what) &&
           (!lanes || (test_fp_lanes(lanes, what) && test_fp2_lanes(lanes, what)));
}
