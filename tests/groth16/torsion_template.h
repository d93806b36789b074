/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Points of small order. Parameter: G (g1, g2). Defines G_torsion. No include guard. */

#define TT_PASTE2(a, b) a##b
#define TT_PASTE(a, b)  TT_PASTE2(a, b)
#define AFFINE          TT_PASTE(G, _affine)
#define GROUP(f)        TT_PASTE(G, f)

/* k p by doubling and adding: k is as long as the order of the whole curve. */
static AFFINE GROUP(_times)(const AFFINE *p, const mpz_t k)
{
    G sum;
    AFFINE o;
    GROUP(_set_infinity)(&sum);
    for (size_t i = mpz_sizeinbase(k, 2); i-- > 0;) {
        GROUP(_double)(&sum, &sum);
        if (mpz_tstbit(k, i))
            GROUP(_add_affine)(&sum, &sum, p);
    }
    GROUP(_to_affine)(&o, &sum);
    return o;
}

/* A point of prime order q, where q^e divides the cofactor exactly. */
static AFFINE GROUP(_torsion)(const char *cofactor, unsigned long q, unsigned e)
{
    mpz_t k, t;
    AFFINE p, next;
    mpz_inits(k, t, NULL);
    limbs_to_mpz(t, FR_MODULUS.l, 4);
    mpz_set_str(k, cofactor, 10);
    mpz_mul(k, k, t);
    mpz_ui_pow_ui(t, q, e);
    assert_true(mpz_divisible_p(k, t));
    mpz_divexact(k, k, t);
    mpz_set_ui(t, q);
    for (unsigned i = 0;; i++) {
        const AFFINE any = GROUP(_outside)(i);
        p = GROUP(_times)(&any, k);
        if (!GROUP(_affine_is_infinity)(&p))
            break;
    }
    while (next = GROUP(_times)(&p, t), !GROUP(_affine_is_infinity)(&next))
        p = next;
    mpz_clears(k, t, NULL);
    return p;
}

#undef TT_PASTE2
#undef TT_PASTE
#undef AFFINE
#undef GROUP
#undef G
