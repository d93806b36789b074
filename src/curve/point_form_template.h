/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The forms of one group (curve/point_form.h): FORM_PLAIN, and FORM_WIDE where there are lanes.
 *
 * Parameters:
 *   PF_FN(f)             function f of the group
 *   PF_PLAIN, PF_WIDE    static functions of a form: g1_plain_##f, ...
 *   PF_AFFINE, PF_FIELD  the group's types
 *   PF_SCRATCH(n)        G1_WIDE_SCRATCH, G2_WIDE_SCRATCH
 *   PF_LEN               bytes of an uncompressed encoding
 * No include guard: included once per group. */

static void PF_PLAIN(copy)(void *o, const void *in, size_t n)
{
    memcpy(o, in, n * sizeof(PF_AFFINE));
}

static void PF_PLAIN(encode)(uint8_t *o, const void *in, size_t n)
{
    for (size_t i = 0; i < n; i++)
        PF_FN(to_uncompressed)(o + i * PF_LEN, (const PF_AFFINE *)in + i);
}

static size_t PF_PLAIN(decode)(void *o, const uint8_t *in, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (PF_FN(from_uncompressed)((PF_AFFINE *)o + i, in + i * PF_LEN) != POINT_OK)
            return i;
    return n;
}

static void PF_PLAIN(add)(void *acc, const void *points, const batch_add_op *ops, size_t n,
                          void *scratch)
{
    PF_FN(batch_add)(acc, points, ops, n, scratch);
}

static void PF_PLAIN(sum)(void *o, void *points, size_t n, batch_add_op *ops, void *scratch)
{
    PF_FN(batch_sum)(o, points, n, ops, scratch);
}

static bool PF_PLAIN(inside)(const void *p)
{
    return PF_FN(affine_is_infinity)(p) || PF_FN(in_subgroup)(p);
}

static const point_form PF_PLAIN(form) = {
    .len = sizeof(PF_AFFINE),
    .affine_len = sizeof(PF_AFFINE),
    .encoded_len = PF_LEN,
    .scratch_len = 8 * sizeof(PF_FIELD),
    .infinity = 0,
    .from_affine = PF_PLAIN(copy),
    .to_affine = PF_PLAIN(copy),
    .to_uncompressed = PF_PLAIN(encode),
    .from_uncompressed = PF_PLAIN(decode),
    .batch_add = PF_PLAIN(add),
    .batch_sum = PF_PLAIN(sum),
    .in_subgroup = PF_PLAIN(inside),
};

#ifdef CUZK_HAVE_IFMA
#define KERNELS PF_WIDE(kernels_ifma)

static void PF_WIDE(form_from_affine)(void *o, const void *in, size_t n)
{
    KERNELS.from_affine(o, in, n);
}

static void PF_WIDE(form_to_affine)(void *o, const void *in, size_t n)
{
    KERNELS.to_affine(o, in, n);
}

static void PF_WIDE(form_encode)(uint8_t *o, const void *in, size_t n)
{
    KERNELS.to_uncompressed(o, in, n);
}

static size_t PF_WIDE(form_decode)(void *o, const uint8_t *in, size_t n)
{
    return KERNELS.from_uncompressed(o, in, n, false);
}

static void PF_WIDE(form_add)(void *acc, const void *points, const batch_add_op *ops, size_t n,
                              void *scratch)
{
    KERNELS.batch_add(acc, points, ops, n, scratch);
}

static void PF_WIDE(form_sum)(void *o, void *points, size_t n, batch_add_op *ops, void *scratch)
{
    KERNELS.batch_sum(o, points, n, ops, scratch);
}

static bool PF_WIDE(form_inside)(const void *p)
{
    PF_AFFINE a;
    KERNELS.to_affine(&a, p, 1);
    return PF_PLAIN(inside)(&a);
}

static const point_form PF_WIDE(form) = {
    .len = sizeof(PF_FN(wide)),
    .affine_len = sizeof(PF_AFFINE),
    .encoded_len = PF_LEN,
    .scratch_len = PF_SCRATCH(8),
    .infinity = 0xff,
    .from_affine = PF_WIDE(form_from_affine),
    .to_affine = PF_WIDE(form_to_affine),
    .to_uncompressed = PF_WIDE(form_encode),
    .from_uncompressed = PF_WIDE(form_decode),
    .batch_add = PF_WIDE(form_add),
    .batch_sum = PF_WIDE(form_sum),
    .in_subgroup = PF_WIDE(form_inside),
};
#undef KERNELS
#endif

const point_form *PF_FN(form_of)(cpu_variant v)
{
#ifdef CUZK_HAVE_IFMA
    if (v == CPU_IFMA)
        return &PF_WIDE(form);
#endif
    (void)v;
    return &PF_PLAIN(form);
}

const point_form *PF_FN(form_now)(void)
{
    return PF_FN(form_of)(cpu_variant_get());
}

#undef PF_FN
#undef PF_PLAIN
#undef PF_WIDE
#undef PF_AFFINE
#undef PF_FIELD
#undef PF_LEN
#undef PF_SCRATCH
