# SPDX-License-Identifier: MIT OR Apache-2.0
"""SHA-256 as constraints: words are lists of 32 Booleans, the lowest first."""
import math

from r1cs import (CAPACITY, FALSE, ONE, R, TRUE, add_bool, add_scaled, alloc_bit, bool_and,
                  bool_lc, bool_not, bool_value, bool_xor, is_constant, lc)


def cube_root(v):
    x = 1 << -(-v.bit_length() // 3)
    while x ** 3 > v:   # Newton's, from above
        x = (2 * x + v // (x * x)) // 3
    return x


# FIPS 180-4: the first 32 bits of the fractions of the roots of the first primes.
PRIMES = [p for p in range(2, 312) if all(p % q for q in range(2, p))]
K = [cube_root(p << 96) & 0xffffffff for p in PRIMES]
IV = [math.isqrt(p << 64) & 0xffffffff for p in PRIMES[:8]]


# --- choice and majority ---------------------------------------------------------------------
def choose(cs, a, b, c):
    """b where a, else c."""
    value = bool_value(b) if bool_value(a) else bool_value(c)
    if is_constant(a) and is_constant(b) and is_constant(c):
        return ("c", value)
    if a == FALSE:
        return c
    if b == FALSE:
        return bool_and(cs, bool_not(a), c)
    if c == FALSE:
        return bool_and(cs, a, b)
    if c == TRUE:
        return bool_not(bool_and(cs, a, bool_not(b)))
    if b == TRUE:
        return bool_not(bool_and(cs, bool_not(a), bool_not(c)))
    x = cs.alloc(int(value))
    difference = bool_lc(b)
    add_bool(difference, c, -1)
    result = {x: 1}
    add_bool(result, c, -1)
    cs.enforce(difference, bool_lc(a), result)
    return ("i", x, int(value))


def majority(cs, a, b, c):
    value = bool_value(a) + bool_value(b) + bool_value(c) >= 2
    if is_constant(a) and is_constant(b) and is_constant(c):
        return ("c", value)
    for one, x, y in ((a, b, c), (b, a, c), (c, a, b)):
        if one == FALSE:
            return bool_and(cs, x, y)
    for one, x, y in ((c, a, b), (b, a, c), (a, b, c)):
        if one == TRUE:
            return bool_not(bool_and(cs, bool_not(x), bool_not(y)))
    x = cs.alloc(int(value))   # before that of b and c
    both = bool_and(cs, b, c)
    excess = {}
    add_bool(excess, both, 2)
    add_bool(excess, b, -1)
    add_bool(excess, c, -1)
    result = bool_lc(both)
    add_scaled(result, -1, {x: 1})
    cs.enforce(excess, bool_lc(a), result)
    return ("i", x, int(value))


# --- words -----------------------------------------------------------------------------------
class MultiEq:
    """Equations of few bits, of which as many as fit an element make one row."""

    def __init__(self, cs):
        self.cs = cs
        self.start()

    def start(self):
        self.used, self.left, self.right = 0, {}, {}

    def flush(self):
        self.cs.enforce(self.left, lc((1, ONE)), self.right)
        self.start()

    def equal(self, bits, left, right):
        if self.used + bits >= CAPACITY:
            self.flush()
        scale = pow(2, self.used, R)
        add_scaled(self.left, scale, left)
        add_scaled(self.right, scale, right)
        self.used += bits

    def close(self):
        if self.used > 0:
            self.flush()


def constant_word(v):
    return [("c", bool(v >> i & 1)) for i in range(32)]


def word_value(word):
    return sum(bool_value(b) << i for i, b in enumerate(word))


def rotate(word, n):
    return word[n:] + word[:n]


def shift(word, n):
    return word[n:] + [FALSE] * n


def xor_words(cs, *words):
    out = words[0]
    for word in words[1:]:
        out = [bool_xor(cs, a, b) for a, b in zip(out, word)]
    return out


def add_words(equations, words):
    """Their sum mod 2^32; its carries are bits too, and it is one equation."""
    total = sum(word_value(word) for word in words)
    if all(is_constant(b) for word in words for b in word):
        return constant_word(total & 0xffffffff)
    left = {}
    for word in words:
        for i, b in enumerate(word):
            add_bool(left, b, 1 << i)
    n_bits = (len(words) * 0xffffffff).bit_length()
    bits = [alloc_bit(equations.cs, total >> i & 1) for i in range(n_bits)]
    equations.equal(n_bits, left, {b[1]: 1 << i for i, b in enumerate(bits)})
    return bits[:32]


class Deferred:
    """A sum that is written when it is needed, together with what is added then."""

    def __init__(self, equations, words, known=None):
        self.equations, self.words, self.known = equations, words, known

    def plus(self, *more):
        return self.known or add_words(self.equations, self.words + list(more))


# --- the hash --------------------------------------------------------------------------------
def compress(cs, block, state):
    """block: 512 bits in the order of the message; state: eight words."""
    w = [block[32 * i:32 * i + 32][::-1] for i in range(16)]
    equations = MultiEq(cs)
    for i in range(16, 64):
        x, y = w[i - 15], w[i - 2]
        s0 = xor_words(cs, rotate(x, 7), rotate(x, 18), shift(x, 3))
        s1 = xor_words(cs, rotate(y, 17), rotate(y, 19), shift(y, 10))
        w.append(add_words(equations, [w[i - 16], s0, w[i - 7], s1]))
    a = Deferred(equations, None, state[0])
    e = Deferred(equations, None, state[4])
    b, c, d = state[1:4]
    f, g, h = state[5:8]
    for i in range(64):
        new_e = e.plus()
        s1 = xor_words(cs, rotate(new_e, 6), rotate(new_e, 11), rotate(new_e, 25))
        chosen = [choose(cs, x, y, z) for x, y, z in zip(new_e, f, g)]
        t1 = [h, s1, chosen, constant_word(K[i]), w[i]]
        new_a = a.plus()
        s0 = xor_words(cs, rotate(new_a, 2), rotate(new_a, 13), rotate(new_a, 22))
        most = [majority(cs, x, y, z) for x, y, z in zip(new_a, b, c)]
        e, f, g, h = Deferred(equations, t1 + [d]), new_e, f, g
        a, b, c, d = Deferred(equations, t1 + [s0, most]), new_a, b, c
    out = [a.plus(state[0])]
    out += [add_words(equations, [s, x]) for s, x in zip(state[1:4], (b, c, d))]
    out.append(e.plus(state[4]))
    out += [add_words(equations, [s, x]) for s, x in zip(state[5:8], (f, g, h))]
    equations.close()
    return out


def sha256(cs, bits):
    """Of bits in the order of the message, which is also that of the 256 it gives."""
    padded = list(bits) + [TRUE]
    padded += [FALSE] * (-(len(padded) + 64) % 512)
    padded += [("c", bool(len(bits) >> i & 1)) for i in range(63, -1, -1)]
    state = [constant_word(v) for v in IV]
    for i in range(0, len(padded), 512):
        state = compress(cs, padded[i:i + 512], state)
    return [b for word in state for b in word[::-1]]
