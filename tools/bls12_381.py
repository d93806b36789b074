# SPDX-License-Identifier: MIT OR Apache-2.0
"""BLS12-381 from its definition: the curve parameter x and four choices (non-residues, twist,
generators), arithmetic over Fp2, and the constants that follow; all checked where they are made."""
import math

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
# The proofs in curve/g2_kernel.c need: p - x = h1 r, and h1 prime to the order of E'(Fp2).
H1 = (X - 1) ** 2 // 3
H2 = (X**8 - 4 * X**7 + 5 * X**6 - 4 * X**4 + 6 * X**3 - 4 * X**2 - 4 * X + 13) // 9
assert P - X == H1 * R and math.gcd(H1, H2 * R) == 1
FROB = [pow2(XI, i * (P - 1) // 6) for i in range(6)]   # xi^(i (p-1)/6): w^i -> FROB[i] w^i
