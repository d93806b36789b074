/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reading the encodings of one group. Parameters as in curve/point_template.h, and PT_COORD_LEN,
 * the bytes of a coordinate. No include guard. */

/* The top three bits of the first byte: compressed, infinity, y is the larger root. */
#define FLAGS           0xe0
#define FLAG_COMPRESSED 0x80
#define FLAG_INFINITY   0x40
#define FLAG_LARGE      0x20

/* Everything behind the flags of an infinity must be zero. */
static point_status PT_FN(read_infinity)(PT_AFFINE *o, const uint8_t *in, size_t len)
{
    uint8_t any = in[0] & (uint8_t)~FLAGS;
    for (size_t i = 1; i < len; i++)
        any |= in[i];
    if (any)
        return POINT_NOT_CANONICAL;
    PT_FN(affine_set_infinity)(o);
    return POINT_OK;
}

static point_status PT_FN(read_uncompressed)(PT_AFFINE *o, const uint8_t *in, bool trusted)
{
    if ((in[0] & FLAGS) == FLAG_INFINITY)
        return PT_FN(read_infinity)(o, in, 2 * PT_COORD_LEN);
    if (in[0] & FLAGS)
        return POINT_BAD_FLAGS;
    PT_AFFINE p;
    if (!PT_F(load_be)(&p.x, in) || !PT_F(load_be)(&p.y, in + PT_COORD_LEN))
        return POINT_NOT_CANONICAL;
    /* (0, 0) is our infinity in memory, but no point of the curve and no spelling of infinity */
    if (PT_FN(affine_is_infinity)(&p) || (!trusted && !PT_FN(affine_on_curve)(&p)))
        return POINT_NOT_ON_CURVE;
    *o = p;
    return POINT_OK;
}

static point_status PT_FN(read_compressed)(PT_AFFINE *o, const uint8_t *in)
{
    if ((in[0] & FLAGS) == (FLAG_COMPRESSED | FLAG_INFINITY))
        return PT_FN(read_infinity)(o, in, PT_COORD_LEN);
    if ((in[0] & (FLAGS & ~FLAG_LARGE)) != FLAG_COMPRESSED)
        return POINT_BAD_FLAGS;
    uint8_t x[PT_COORD_LEN];
    memcpy(x, in, sizeof x);
    x[0] &= (uint8_t)~FLAGS;
    PT_AFFINE p;
    if (!PT_F(load_be)(&p.x, x))
        return POINT_NOT_CANONICAL;
    /* y^2 = x^3 + b */
    PT_F(sqr)(&p.y, &p.x);
    PT_F(mul)(&p.y, &p.y, &p.x);
    PT_F(add)(&p.y, &p.y, &PT_B);
    if (!PT_F(sqrt)(&p.y, &p.y))
        return POINT_NOT_ON_CURVE;
    if (PT_F(is_large)(&p.y) != !!(in[0] & FLAG_LARGE))
        PT_F(neg)(&p.y, &p.y);
    *o = p;
    return POINT_OK;
}

#undef FLAGS
#undef FLAG_COMPRESSED
#undef FLAG_INFINITY
#undef FLAG_LARGE
