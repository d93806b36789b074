# SPDX-License-Identifier: MIT OR Apache-2.0
"""The constraint system of docs/spec/constraint-system.md, its Booleans and its numbers, written
from the specification and from nothing of the C sources.

A variable is a number: auxiliary j is j, input i is -(i + 1), so that the input 1 is -1.
A linear combination is a dict from variables to coefficients; one that is zero still counts as a
term. A Boolean is a tuple:

    ("c", bool)              a constant
    ("i", variable, value)   a variable
    ("n", variable, value)   the negation of a variable whose value that is"""
import hashlib

R = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001
ONE = -1         # the variable of input 0
CAPACITY = 254   # bits that fit an element whatever they are


class CS:
    """Counts, and on request records, what is enforced; `bad` has the rows that do not hold."""

    def __init__(self, record=False, check=True):
        self.inp = [1]
        self.aux = []
        self.n = 0
        self.check = check
        self.bad = []
        self.a_aux = set()   # the variables that stand in A and in B: the densities
        self.b_inp = set()
        self.b_aux = set()
        self.terms = [0, 0, 0]
        self.rows = [] if record else None

    def alloc(self, value):
        self.aux.append(value % R)
        return len(self.aux) - 1

    def alloc_input(self, value):
        self.inp.append(value % R)
        return -len(self.inp)

    def value(self, variable):
        return self.aux[variable] if variable >= 0 else self.inp[-variable - 1]

    def evaluate(self, lc):
        return sum(self.value(k) * c for k, c in lc.items()) % R

    def enforce(self, a, b, c):
        """A row a b = c."""
        self.a_aux.update(k for k, x in a.items() if x and k >= 0)
        self.b_aux.update(k for k, x in b.items() if x and k >= 0)
        self.b_inp.update(k for k, x in b.items() if x and k < 0)
        for i, lc in enumerate((a, b, c)):
            self.terms[i] += sum(1 for x in lc.values() if x)
        if self.check and self.evaluate(a) * self.evaluate(b) % R != self.evaluate(c):
            self.bad.append(self.n)
        if self.rows is not None:
            self.rows.append((dict(a), dict(b), dict(c)))
        self.n += 1

    def stats(self):
        return dict(constraints=self.n, inputs=len(self.inp), aux=len(self.aux),
                    a_aux_density=len(self.a_aux), b_input_density=len(self.b_inp),
                    b_aux_density=len(self.b_aux), terms=list(self.terms), unsat=len(self.bad))


def fingerprint(cs):
    """What TestConstraintSystem::hash of bellpepper-core says of a cs that records."""
    def word(v):
        return v.to_bytes(8, "big")

    h = hashlib.blake2s()
    h.update(word(len(cs.inp)) + word(len(cs.aux)) + word(cs.n))
    for row in cs.rows:
        for lc in row:
            terms = sorted((0, -k - 1, c) if k < 0 else (1, k, c)
                           for k, c in lc.items() if c % R)
            h.update(word(len(terms)))
            for is_aux, index, c in terms:
                h.update((b"A" if is_aux else b"I") + word(index) + c.to_bytes(32, "big"))
    return h.hexdigest()


# --- linear combinations ---------------------------------------------------------------------
def lc(*terms):
    """Of pairs (coefficient, variable)."""
    out = {}
    for c, variable in terms:
        out[variable] = (out.get(variable, 0) + c) % R
    return out


def add_scaled(out, c, other):
    """out += c * other"""
    for variable, x in other.items():
        out[variable] = (out.get(variable, 0) + c * x) % R


# --- Booleans --------------------------------------------------------------------------------
TRUE = ("c", True)
FALSE = ("c", False)


def is_constant(b):
    return b[0] == "c"


def bool_value(b):
    if b[0] == "c":
        return b[1]
    return bool(b[2]) if b[0] == "i" else not b[2]


def bool_not(b):
    if b[0] == "c":
        return ("c", not b[1])
    return ("n" if b[0] == "i" else "i", b[1], b[2])


def add_bool(out, b, c):
    """out += c * b"""
    if b[0] == "c":
        if b[1]:
            add_scaled(out, c, {ONE: 1})
    elif b[0] == "i":
        add_scaled(out, c, {b[1]: 1})
    else:
        add_scaled(out, c, {ONE: 1})
        add_scaled(out, -c, {b[1]: 1})


def bool_lc(b):
    out = {}
    add_bool(out, b, 1)
    return out


def alloc_bit(cs, value):
    value = int(bool(value))
    x = cs.alloc(value)
    cs.enforce(lc((1, ONE), (-1, x)), lc((1, x)), {})
    return ("i", x, value)


# The four below take tuples whose variables and values are meant, whether "i" or "n".
def xor_bits(cs, a, b):
    value = a[2] ^ b[2]
    x = cs.alloc(value)
    cs.enforce(lc((1, a[1]), (1, a[1])), lc((1, b[1])), lc((1, a[1]), (1, b[1]), (-1, x)))
    return ("i", x, value)


def and_bits(cs, a, b):
    value = a[2] & b[2]
    x = cs.alloc(value)
    cs.enforce(lc((1, a[1])), lc((1, b[1])), lc((1, x)))
    return ("i", x, value)


def and_not_bits(cs, a, b):
    value = a[2] & (1 - b[2])
    x = cs.alloc(value)
    cs.enforce(lc((1, a[1])), lc((1, ONE), (-1, b[1])), lc((1, x)))
    return ("i", x, value)


def nor_bits(cs, a, b):
    value = (1 - a[2]) & (1 - b[2])
    x = cs.alloc(value)
    cs.enforce(lc((1, ONE), (-1, a[1])), lc((1, ONE), (-1, b[1])), lc((1, x)))
    return ("i", x, value)


def bool_xor(cs, a, b):
    if a == FALSE:
        return b
    if b == FALSE:
        return a
    if a == TRUE:
        return bool_not(b)
    if b == TRUE:
        return bool_not(a)
    if a[0] != b[0]:   # the variable first, then the negated one as it is
        plain, negated = (a, b) if a[0] == "i" else (b, a)
        return bool_not(xor_bits(cs, plain, bool_not(negated)))
    return xor_bits(cs, a, b)


def bool_and(cs, a, b):
    if a == FALSE or b == FALSE:
        return FALSE
    if a == TRUE:
        return b
    if b == TRUE:
        return a
    if a[0] == "i" and b[0] == "n":
        return and_not_bits(cs, a, b)
    if a[0] == "n" and b[0] == "i":
        return and_not_bits(cs, b, a)
    return nor_bits(cs, a, b) if a[0] == "n" else and_bits(cs, a, b)


# --- numbers: variables that are auxiliary ---------------------------------------------------
def num_bits_le(cs, x):
    """The 255 bits of x, the lowest first."""
    value = cs.value(x)
    bits = [alloc_bit(cs, value >> i & 1) for i in range(255)]
    packed = {b[1]: pow(2, i, R) for i, b in enumerate(bits)}
    packed[x] = (packed.get(x, 0) - 1) % R
    cs.enforce({}, {}, packed)
    return bits


def inputize(cs, x):
    i = cs.alloc_input(cs.value(x))
    cs.enforce(lc((1, i)), lc((1, ONE)), lc((1, x)))


def packed_bits(bits):
    """(their linear combination, its value), the lowest first."""
    out, value = {}, 0
    for i, b in enumerate(bits):
        add_bool(out, b, 1 << i)
        value += bool_value(b) << i
    return out, value


def pack_inputs(cs, bits):
    """An input for every 254 bits."""
    for start in range(0, len(bits), CAPACITY):
        packed, value = packed_bits(bits[start:start + CAPACITY])
        i = cs.alloc_input(value)
        cs.enforce(packed, lc((1, ONE)), lc((1, i)))


def pack_bits(cs, bits):
    """The number of the first 254 bits."""
    packed, value = packed_bits(bits[:CAPACITY])
    x = cs.alloc(value)
    cs.enforce(packed, lc((1, ONE)), lc((1, x)))
    return x


def reverse_bytes_bits(bits):
    """Padded to whole bytes, and each byte's bits in the other order."""
    padded = list(bits) + [FALSE] * (-len(bits) % 8)
    return [b for i in range(0, len(padded), 8) for b in padded[i:i + 8][::-1]]


def enforce_equal(cs, a, b):
    cs.enforce(lc((1, a)), lc((1, ONE)), lc((1, b)))


def num_add(cs, a, b):
    x = cs.alloc(cs.value(a) + cs.value(b))
    cs.enforce(lc((1, a), (1, b)), lc((1, ONE)), lc((1, x)))
    return x


def num_mul(cs, a, b):
    x = cs.alloc(cs.value(a) * cs.value(b))
    cs.enforce(lc((1, a)), lc((1, b)), lc((1, x)))
    return x


def pick(cs, condition, a, b):
    """a where the condition holds, else b."""
    x = cs.alloc(cs.value(a) if bool_value(condition) else cs.value(b))
    cs.enforce(lc((1, b), (-1, a)), bool_lc(condition), lc((1, b), (-1, x)))
    return x


def insert(cs, x, bits, others):
    """The 2, 4 or 8 children of a node: x at the place the bits say, the others around it."""
    def p(bit, a, b):
        return pick(cs, bit, a, b)

    if len(others) == 1:
        return [p(bits[0], others[0], x), p(bits[0], x, others[0])]
    if len(others) == 3:
        b0, b1 = bits
        a, (b, c, d) = x, others
        return [p(b1, b, p(b0, b, a)),
                p(b1, c, p(b0, a, b)),
                p(b1, p(b0, d, a), c),
                p(b1, p(b0, a, d), d)]
    assert len(others) == 7
    b0, b1, b2 = bits
    a, (b, c, d, e, f, g, h) = x, others
    neither = nor_bits(cs, b0, b1)
    both = and_bits(cs, b0, b1)
    return [p(b2, b, p(neither, a, b)),
            p(b2, c, p(b1, c, p(b0, a, b))),
            p(b2, d, p(b1, p(b0, d, a), c)),
            p(b2, e, p(both, a, d)),
            p(b2, p(neither, a, f), e),
            p(b2, p(b1, g, p(b0, a, f)), f),
            p(b2, p(b1, p(b0, h, a), g), g),
            p(b2, p(both, a, h), h)]
