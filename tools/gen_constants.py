#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Writes the constants of src/field and src/curve from the definition of BLS12-381.

Everything follows from the curve parameter x and four choices (non-residues, twist, generators),
and is checked here before it is written.
usage: gen_constants.py [--check]     --check: compare with the files instead of writing them
"""
import hashlib
import math
import os
import sys

# --- the definition ------------------------------------------------------------------------
X = -0xD201000000010000          # BLS parameter (Barreto-Lynn-Scott, k = 12)
R = X**4 - X**2 + 1              # group order
P = (X - 1) ** 2 * R // 3 + X    # base field
assert (X - 1) ** 2 * R % 3 == 0
G1 = tuple(int(h, 16) for h in (
    "17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac58"
    "6c55e83ff97a1aeffb3af00adb22c6bb",
    "08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3ed"
    "d03cc744a2888ae40caa232946c5e7e1"))
G2 = tuple(tuple(int(h, 16) for h in c) for c in (
    ("024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d177"
     "0bac0326a805bbefd48056c8c121bdb8",
     "13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049"
     "334cf11213945d57e5ac7d055d042b7e"),
    ("0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c"
     "923ac9cc3baca289e193548608b82801",
     "0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab"
     "3f370d275cec1da1aaa9075ff05f79be")))
GENERATOR = 7                    # of Fr*; the coset shift
TWO_ADICITY = 32
XI = (1, 1)                      # Fp6 = Fp2[v]/(v^3 - xi), Fp12 = Fp6[w]/(w^2 - v), twist b' = 4 xi


# --- arithmetic ----------------------------------------------------------------------------
def inv(a):
    return pow(a, P - 2, P)


def mul2(a, b):
    return ((a[0] * b[0] - a[1] * b[1]) % P, (a[0] * b[1] + a[1] * b[0]) % P)


def inv2(a):
    n = inv(a[0] * a[0] + a[1] * a[1])
    return (a[0] * n % P, -a[1] * n % P)


def pow2(a, e):
    o = (1, 0)
    for bit in bin(e)[2:]:
        o = mul2(o, o)
        if bit == "1":
            o = mul2(o, a)
    return o


def sub2(a, b):
    return ((a[0] - b[0]) % P, (a[1] - b[1]) % P)


def add(p, q):
    """Affine addition over Fp2 (Fp embeds); None is infinity."""
    if p is None or q is None:
        return p or q
    if p[0] == q[0]:
        if p[1] != q[1] or p[1] == (0, 0):
            return None
        m = mul2(mul2((3, 0), mul2(p[0], p[0])), inv2(mul2((2, 0), p[1])))
    else:
        m = mul2(sub2(q[1], p[1]), inv2(sub2(q[0], p[0])))
    x = sub2(sub2(mul2(m, m), p[0]), q[0])
    return x, sub2(mul2(m, sub2(p[0], x)), p[1])


def times(k, p):
    if k < 0:
        return times(-k, (p[0], sub2((0, 0), p[1])))
    o = None
    for bit in bin(k)[2:]:
        o = add(o, o)
        if bit == "1":
            o = add(o, p)
    return o


# --- derived constants ---------------------------------------------------------------------
R4, R6 = 2**256, 2**384
ROOT = pow(GENERATOR, (R - 1) >> TWO_ADICITY, R)
assert pow(ROOT, 2 ** (TWO_ADICITY - 1), R) == R - 1
E1 = ((G1[0], 0), (G1[1], 0))
assert times(R, E1) is None and times(R, G2) is None
# phi(x, y) = (beta x, y) acts on G1 as -x^2: of the two primitive cube roots of one, that one.
BETA = next(b for b in (c for c in (pow(g, (P - 1) // 3, P) for g in range(2, 9)) if c != 1)
            for b in (b, b * b % P) if ((b * G1[0] % P, 0), E1[1]) == times(-X * X, E1))
assert ((-X * X) ** 2 - X * X + 1) == R
# psi = twist o Frobenius o untwist acts on G2 as x.
PSI_X = inv2(pow2(XI, (P - 1) // 3))
PSI_Y = inv2(pow2(XI, (P - 1) // 2))


def psi(q):
    return (mul2((q[0][0], -q[0][1] % P), PSI_X), mul2((q[1][0], -q[1][1] % P), PSI_Y))


assert psi(G2) == times(X, G2)
# The proofs in curve/subgroup_kernel.c need: p - x = h1 r, and h1 prime to the order of E'(Fp2).
H1 = (X - 1) ** 2 // 3
H2 = (X**8 - 4 * X**7 + 5 * X**6 - 4 * X**4 + 6 * X**3 - 4 * X**2 - 4 * X + 13) // 9
assert P - X == H1 * R and math.gcd(H1, H2 * R) == 1
FROB = [pow2(XI, i * (P - 1) // 6) for i in range(6)]   # xi^(i (p-1)/6): w^i -> FROB[i] w^i


# --- output --------------------------------------------------------------------------------
def limbs(v, n, indent):
    words = ["0x%016x" % (v >> (64 * i) & (2**64 - 1)) for i in range(n)]
    lines = [", ".join(words[i:i + 4]) for i in range(0, n, 4)]
    return (",\n" + indent).join(lines)


def scalar(kind, n, name, v, why):
    text = "/* %s */\nstatic const %s %s = { {\n    %s\n} };\n"
    return text % (why, kind, name, limbs(v, n, "    "))


def fr(name, v, why):
    return scalar("fr", 4, name, v % R * R4 % R, why)


def fp(name, v, why):
    return scalar("fp", 6, name, v % P * R6 % P, why)


def fp_init(v):
    return "{ { %s } }" % limbs(v % P * R6 % P, 6, "    ")


def fp2_init(v):
    return "{ %s,\n  %s }" % (fp_init(v[0]), fp_init(v[1]))


def fp2(name, v, why):
    return "/* %s */\nstatic const fp2 %s =\n%s;\n" % (why, name, fp2_init(v))


HEAD = """/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Generated by tools/gen_constants.py: do not edit. %s */
/* clang-format off */
#ifndef %s
#define %s

"""


def page(guard, about, parts):
    return HEAD % (about, guard, guard) + "\n".join(parts) + "\n#endif\n"


def neg_inv(name, why, m):
    value = -pow(m, -1, 2**64) % 2**64
    return "/* %s mod 2^64 */\n#define %s UINT64_C(0x%016x)\n" % (why, name, value)


def modulus_and_inverse(name, m, n):
    return ("/* the modulus and -modulus^-1 mod 2^64: what the assembly reads */\n"
            "static const uint64_t %s[%d] = {\n    %s\n};\n"
            % (name, n + 1, limbs(m | (-pow(m, -1, 2**64) % 2**64) << (64 * n), n + 1, "    ")))


def fr_page():
    return page("CUZK_FIELD_FR_CONSTANTS_H", "fr in Montgomery form, fr_raw as is.", [
        neg_inv("FR_NEG_INV", "-r^-1", R),
        scalar("fr_raw", 4, "FR_MODULUS", R, "r"),
        modulus_and_inverse("FR_MODULUS_INV", R, 4),
        scalar("fr", 4, "FR_ZERO", 0, "0"),
        fr("FR_ONE", 1, "1, that is 2^256 mod r"),
        fr("FR_R", R4, "2^256: its Montgomery form is 2^512 mod r"),
        fr("FR_TWO_INV", pow(2, -1, R), "1/2"),
        fr("FR_GENERATOR", GENERATOR, "7: generates Fr*, shifts the coset"),
        fr("FR_GENERATOR_INV", pow(GENERATOR, -1, R), "1/7"),
        fr("FR_ROOT_OF_UNITY", ROOT, "7^((r-1)/2^32), of order 2^32"),
        fr("FR_ROOT_OF_UNITY_INV", pow(ROOT, -1, R), "its inverse"),
    ])


def fp_page():
    assert 9 * P * P < R6 * P and 8 * P < R6    # field/fp_product_inline.h
    return page("CUZK_FIELD_FP_CONSTANTS_H", "fp in Montgomery form, fp_raw as is.", [
        neg_inv("FP_NEG_INV", "-p^-1", P),
        scalar("fp_raw", 6, "FP_MODULUS", P, "p"),
        modulus_and_inverse("FP_MODULUS_INV", P, 6),
        "/* 0, p^2, ... 5 p^2: field/fp_product_inline.h */\n"
        "static const uint64_t FP_SQUARE_MULTIPLE[6][12] = {\n%s\n};\n"
        % ",\n".join("    { %s }" % limbs(i * P * P, 12, "      ") for i in range(6)),
        scalar("fp", 6, "FP_ZERO", 0, "0"),
        fp("FP_ONE", 1, "1, that is 2^384 mod p"),
        fp("FP_R", R6, "2^384: its Montgomery form is 2^768 mod p"),
        fp("FP_TWO_INV", inv(2), "1/2"),
        scalar("fp_raw", 6, "FP_HALF", (P - 1) // 2, "(p-1)/2: larger is the greater of y and -y"),
        scalar("fp_raw", 6, "FP_SQRT_EXP", (P - 3) // 4,
               "(p-3)/4: a^that is 1/sqrt(a), p = 3 mod 4"),
    ])


# --- lanes: limbs of 52 bits, R = 2^416 ------------------------------------------------------
def limbs52(v):
    assert 0 <= v < 2**416
    words = ["0x%013x" % (v >> (52 * i) & (2**52 - 1)) for i in range(8)]
    return ",\n    ".join(", ".join(words[i:i + 4]) for i in (0, 4))


def wide(name, v, why):
    return "/* %s */\nstatic const uint64_t %s[8] = {\n    %s\n};\n" % (why, name, limbs52(v))


def lanes_page():
    top = P >> 364
    k = -pow(P, -1, 2**52) % 2**52
    assert (k * P + 1) % 2**52 == 0
    # field/fp_lanes_mul.h: seven steps with multiples k p, one with p, add less than 1.26 p
    added = sum(2**52 * k * P << 52 * i for i in range(7)) + (2**52 * P << 364)
    assert added + 2**(2 * 390) < 126 * P * 2**416 // 100
    # see fp8_reduce
    assert 100 * P < (100 * top + 98) * 2**364
    assert 1000 * (64 * (top + 1) + 2 * top + 3) < top * (top + 1)
    multiples = ",\n".join("    { %s }" % limbs52(i * P).replace("\n", "\n  ") for i in range(9))
    return page("CUZK_FIELD_FP_LANES_CONSTANTS_H", "Limbs of 52 bits; Montgomery with R = 2^416.", [
        "/* -p^-1 mod 2^52 */\n#define FP52_NEG_INV UINT64_C(0x%013x)\n" % k,
        "/* floor(2^52 / (floor(p / 2^364) + 1)) */\n"
        "#define FP52_QUOTIENT UINT64_C(0x%x)\n" % (2**52 // (top + 1)),
        "/* 0, p, 2p, ... 8p */\n"
        "static const uint64_t FP52_MULTIPLE[9][8] = {\n%s\n};\n" % multiples,
        wide("FP52_FOLD", (k * P + 1) >> 52, "(k p + 1) / 2^52, k = -p^-1 mod 2^52"),
        wide("FP52_MINUS_P", 2**416 - P, "2^416 - p"),
        wide("FP52_ONE", 2**416 % P, "1"),
        wide("FP52_FROM_FP", 2**448 % P, "2^448 mod p: times it goes from R = 2^384 to 2^416"),
        wide("FP52_TO_FP", 2**384 % P, "2^384 mod p: and back"),
        wide("FP52_FROM_RAW", 2**832 % P, "2^832 mod p: from an integer"),
        wide("FP52_FROM_FP_16", 2**464 % P, "2^464 mod p: the same after a division by 2^16"),
        wide("FP52_FROM_RAW_208", 2**1040 % P, "2^1040 mod p: from an integer divided by 2^208"),
        wide("FP52_B", 4 * 2**416 % P, "4: y^2 = x^3 + 4, and 4 (1 + u) over Fp2"),
    ])


# --- lanes of Fr: five limbs of 52 bits, R = 2^260 -------------------------------------------
def limbs_fr52(v):
    assert 0 <= v < 2**260
    return ", ".join("0x%013x" % (v >> (52 * i) & (2**52 - 1)) for i in range(5))


def fr_wide(name, v, why):
    return "/* %s */\nstatic const uint64_t %s[5] = {\n    %s\n};\n" % (why, name, limbs_fr52(v))


def fr_nearest():
    """For a number in [q 2^256, (q+1) 2^256), q in [-8, 8): less the multiple m r of r next to the
    middle it is at most 1.6 r off zero. Limb by limb, for q mod 16, 2^260 - m r mod 2^260."""
    minus = []
    for q in list(range(8)) + list(range(-8, 0)):
        m = ((2 * q + 1) * 2**256 + R) // (2 * R)
        assert 10 * max((q + 1) * 2**256 - m * R, m * R - q * 2**256) < 16 * R
        minus.append(-m * R % 2**260)
    row = lambda j: ", ".join("0x%013x" % (v >> (52 * j) & (2**52 - 1)) for v in minus)
    wrap = lambda s: ",\n      ".join(", ".join(s.split(", ")[i:i + 4]) for i in range(0, 16, 4))
    return ("/* minus the multiple of r nearest to (q + 1/2) 2^256, mod 2^260: limb j, "
            "q mod 16 */\n"
            "static const uint64_t FR52_NEAREST[5][16] __attribute__((aligned(64))) = {\n%s\n};\n"
            % ",\n".join("    { %s }" % wrap(row(j)) for j in range(5)))


def fr_lanes_page():
    top, k = R >> 208, -pow(R, -1, 2**52) % 2**52
    # field/fr_lanes.h: three steps with multiples k r, two with r, add less than 1.001 r
    added = sum(2**52 * k * R << 52 * i for i in range(3)) + (2**52 * R << 156) + (2**52 * R << 208)
    assert 1000 * added < 1001 * R * 2**260
    quotient = 2**52 // (top + 1)
    # fr8_reduce: with v in [2 r, 28 r] the quotient is never too large, and what is left < 1.3 r
    assert 2 * R * (top + 1) >= R * 2 * top + 2**208 * (top + 1)
    assert 10 * (R * 2**52 + 28 * R * (2**52 - quotient * top) + 3 * 2**260) < 13 * R * 2**52
    return page("CUZK_FIELD_FR_LANES_CONSTANTS_H", "Limbs of 52 bits; Montgomery with R = 2^260.", [
        "/* -r^-1 mod 2^52 */\n#define FR52_NEG_INV UINT64_C(0x%013x)\n" % k,
        "/* floor(2^52 / (floor(r / 2^208) + 1)) */\n"
        "#define FR52_QUOTIENT UINT64_C(0x%x)\n" % quotient,
        fr_wide("FR52_MODULUS", R, "r"),
        fr_wide("FR52_15R", 15 * R, "15 r"),
        fr_wide("FR52_MINUS_R", 2**260 - R, "2^260 - r"),
        fr_wide("FR52_FOLD", (k * R + 1) >> 52, "(k r + 1) / 2^52, k = -r^-1 mod 2^52"),
        fr_wide("FR52_NEG_INV260", -pow(R, -1, 2**260) % 2**260, "-r^-1 mod 2^260"),
        fr_wide("FR52_ONE", 2**260 % R, "1"),
        fr_nearest(),
    ])


def tower_page():
    parts = [fp2("FP2_ZERO", (0, 0), "0"), fp2("FP2_ONE", (1, 0), "1")]
    parts += [fp2("FP2_FROBENIUS_%d" % i, FROB[i], "xi^(%d (p-1)/6), xi = 1 + u" % i)
              for i in range(1, 6)]
    return page("CUZK_FIELD_TOWER_CONSTANTS_H", "Frobenius: (w^i)^p = xi^(i(p-1)/6) w^i.", parts)


def g1_page():
    return page("CUZK_CURVE_G1_CONSTANTS_H", "Coordinates in Montgomery form.", [
        "/* |x|, x = -0x%x the parameter of the family: r = x^4 - x^2 + 1 */\n"
        "#define BLS_X_ABS UINT64_C(0x%016x)\n" % (-X, -X),
        fp("G1_B", 4, "y^2 = x^3 + 4"),
        fp("G1_BETA", BETA, "beta^3 = 1: (beta x, y) = -x^2 (x, y) on G1"),
        define("G1_GENERATOR_INIT", "{ %s,\n%s }" % (fp_init(G1[0]), fp_init(G1[1]))),
    ])


def g2_page():
    return page("CUZK_CURVE_G2_CONSTANTS_H", "Coordinates in Montgomery form.", [
        fp2("G2_B", (4, 4), "y^2 = x^3 + 4 (1 + u)"),
        fp2("G2_PSI_X", PSI_X,
            "psi(x, y) = (conj(x) PSI_X, conj(y) PSI_Y) = x (x, y) on G2: xi^-((p-1)/3)"),
        fp2("G2_PSI_Y", PSI_Y, "xi^-((p-1)/2)"),
        define("G2_GENERATOR_INIT", "{ %s,\n%s }" % (fp2_init(G2[0]), fp2_init(G2[1]))),
    ])


def sample(text, modulus):
    """A number nobody chose."""
    return int.from_bytes(hashlib.sha512(text.encode()).digest(), "big") % modulus


def row(kind, values):
    return "    { " + ",\n      ".join(kind(v) for v in values) + " }"


def fr_init(v):
    return "{ { %s } }" % limbs(v % R * R4 % R, 4, "    ")


def rows(text, modulus):
    """Pairs (a, b): samples and the edges of the modulus."""
    top = modulus - 1
    pairs = [tuple(sample("%s %s%d" % (text, x, i), modulus) for x in "ab") for i in range(4)]
    return pairs + [(top, top), (1, top), (0, top), (2**64, top - 1)]


def table(members, name, body):
    return "static const struct {\n    %s\n} %s[] = {\n%s\n};\n" % (members, name, body)


def field_table(kind, modulus):
    return ",\n".join(row(globals()[kind + "_init"],
                          (a, b, a + b, a - b, a * b, a * a, pow(a, modulus - 2, modulus)))
                      for a, b in rows(kind, modulus))


def field_selftest_page():
    names = "%s a, b, sum, difference, product, square, inverse;"
    fp2s = []
    for i in range(4):
        a, b = (tuple(sample("fp2 %s%d%d" % (x, i, j), P) for j in range(2)) for x in "ab")
        fp2s.append(row(fp2_init, (a, b, mul2(a, b), mul2(a, a), inv2(a))))
    return page("CUZK_FIELD_SELFTEST_VECTORS_H", "Known answers, Montgomery form.", [
        table(names % "fr", "fr_answers", field_table("fr", R)),
        table(names % "fp", "fp_answers", field_table("fp", P)),
        table("fp2 a, b, product, square, inverse;", "fp2_answers", ",\n".join(fp2s)),
    ])


def curve_selftest_page():
    ks = [1, 2, R - 1, sample("multiple 0", R), sample("multiple 1", R)]
    text = "    { %s,\n      { %s,\n        %s } }"
    row1, row2 = [], []
    for k in ks:
        (x, _), (y, _) = times(k, E1)
        row1.append(text % (fr_init(k), fp_init(x), fp_init(y)))
        x, y = times(k, G2)
        row2.append(text % (fr_init(k), fp2_init(x), fp2_init(y)))
    return page("CUZK_CURVE_SELFTEST_VECTORS_H", "k and k G; known answers, Montgomery form.", [
        table("fr k;\n    g1_affine p;", "g1_answers", ",\n".join(row1)),
        table("fr k;\n    g2_affine p;", "g2_answers", ",\n".join(row2)),
    ])


def define(name, body):
    return " \\\n".join(["#define " + name] + ["    " + s.strip() for s in body.split("\n")]) + "\n"


PAGES = {
    "src/field/fr_constants.h": fr_page,
    "src/field/fp_constants.h": fp_page,
    "src/field/fp_lanes_constants.h": lanes_page,
    "src/field/fr_lanes_constants.h": fr_lanes_page,
    "src/field/tower_constants.h": tower_page,
    "src/field/selftest_vectors.h": field_selftest_page,
    "src/curve/selftest_vectors.h": curve_selftest_page,
    "src/curve/g1_constants.h": g1_page,
    "src/curve/g2_constants.h": g2_page,
}


def main():
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit(__doc__)
    stale = 0
    for name, make in PAGES.items():
        path, text = os.path.join(root, name), make()
        if check:
            with open(path) as f:
                if f.read() != text:
                    print(name + ": differs from what tools/gen_constants.py gives")
                    stale = 1
        else:
            with open(path, "w") as f:
                f.write(text)
    sys.exit(stale)


if __name__ == "__main__":
    main()
