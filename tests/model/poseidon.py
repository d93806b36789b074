# SPDX-License-Identifier: MIT OR Apache-2.0
"""Poseidon as docs/spec has it: parameters (Grain LFSR, Cauchy MDS, compressed constants, sparse
factors), the hash in two ways, and its circuit."""
from functools import lru_cache

from r1cs import ONE, R, add_scaled, lc, num_mul

FULL_ROUNDS = 8
HALF = FULL_ROUNDS // 2
PARTIAL_ROUNDS = {1: 55, 2: 55, 4: 56, 8: 57, 11: 57, 16: 59, 24: 59, 36: 60}   # by arity


# --- parameters ------------------------------------------------------------------------------
def grain(width, full, partial, bits=255):
    """The round constants: numbers of so many bits from the Grain LFSR, those below R."""
    state = []
    for n, v in ((2, 1), (4, 1), (12, bits), (12, width), (10, full), (10, partial),
                 (30, (1 << 30) - 1)):
        state += [v >> i & 1 for i in range(n - 1, -1, -1)]

    def step():
        bit = state[62] ^ state[51] ^ state[38] ^ state[23] ^ state[13] ^ state[0]
        state.pop(0)
        state.append(bit)
        return bit

    def next_bit():
        while not step():
            step()
        return step()

    for _ in range(160):
        step()
    out = []
    while len(out) < (full + partial) * width:
        v = 0
        for _ in range(bits):
            v = 2 * v + next_bit()
        if v < R:
            out.append(v)
    return out


def inverse(x):
    return pow(x, R - 2, R)


def matrix_inverse(m):
    """Gauss and Jordan's."""
    n = len(m)
    a = [row[:] + [int(i == j) for j in range(n)] for i, row in enumerate(m)]
    for column in range(n):
        pivot = next(r for r in range(column, n) if a[r][column])
        a[column], a[pivot] = a[pivot], a[column]
        k = inverse(a[column][column])
        a[column] = [x * k % R for x in a[column]]
        for r in range(n):
            k = a[r][column]
            if r != column and k:
                a[r] = [(x - k * y) % R for x, y in zip(a[r], a[column])]
    return [row[n:] for row in a]


def matrix_times_vector(m, v):
    return [sum(x * y for x, y in zip(row, v)) % R for row in m]


def vector_times_matrix(v, m):
    return [sum(v[i] * m[i][j] for i in range(len(v))) % R for j in range(len(v))]


def matrix_product(a, b):
    columns = list(zip(*b))
    return [[sum(x * y for x, y in zip(row, column)) % R for column in columns] for row in a]


class Params:
    """Of an arity: `rc` the round constants, `compressed` what is left of them, `m` the MDS matrix,
    `pre` and `sparse` what it is factored into for the partial rounds."""

    def __init__(self, arity):
        self.width = arity + 1
        self.partial = PARTIAL_ROUNDS[arity]
        self.tag = (1 << arity) - 1
        self.rc = grain(self.width, FULL_ROUNDS, self.partial)
        self.m = [[inverse(i + self.width + j) for j in range(self.width)]
                  for i in range(self.width)]
        self.compress()
        self.factor()

    def key(self, r):
        return self.rc[r * self.width:(r + 1) * self.width]

    def compress(self):
        """Constants are moved through the inverse of m, to where one a partial round is left."""
        m_inverse = matrix_inverse(self.m)
        out = list(self.key(0))
        for r in range(1, HALF):
            out += matrix_times_vector(m_inverse, self.key(r))
        last = HALF + self.partial
        moved = self.key(last)
        partial = []
        for r in range(last - 1, HALF - 1, -1):
            v = matrix_times_vector(m_inverse, moved)
            partial.append(v[0])
            v[0] = 0
            moved = [(x + y) % R for x, y in zip(self.key(r), v)]
        out += matrix_times_vector(m_inverse, moved)
        out += partial[::-1]
        for r in range(last + 1, last + HALF):
            out += matrix_times_vector(m_inverse, self.key(r))
        assert len(out) == 8 * self.width + self.partial
        self.compressed = out

    def factor(self):
        """m = (dense without the first row and column) (sparse), once for each partial round."""
        rest, sparse = self.m, []
        for _ in range(self.partial):
            hat = [row[1:] for row in rest[1:]]
            column = [row[0] for row in rest[1:]]
            w_hat = matrix_times_vector(matrix_inverse(hat), column)
            sparse.append(([rest[0][0]] + w_hat, rest[0][1:]))
            dense = [[1] + [0] * (self.width - 1)] + [[0] + row for row in hat]
            rest = matrix_product(self.m, dense)
        self.pre, self.sparse = rest, sparse[::-1]


@lru_cache(None)
def params(arity):
    return Params(arity)


# --- the hash --------------------------------------------------------------------------------
def hash_correct(arity, preimage):
    """As it is defined."""
    p = params(arity)
    state = [p.tag] + list(preimage)
    for r in range(FULL_ROUNDS + p.partial):
        state = [(x + k) % R for x, k in zip(state, p.key(r))]
        if HALF <= r < HALF + p.partial:
            state[0] = pow(state[0], 5, R)
        else:
            state = [pow(x, 5, R) for x in state]
        state = matrix_times_vector(p.m, state)
    return state[1]


def hash_static(arity, preimage, tag=None):
    """With the compressed constants and sparse factors."""
    p = params(arity)
    keys = iter(p.compressed)
    state = [p.tag if tag is None else tag] + list(preimage)
    state = [(x + next(keys)) % R for x in state]
    for r in range(FULL_ROUNDS + p.partial):
        if HALF <= r < HALF + p.partial:
            state[0] = (pow(state[0], 5, R) + next(keys)) % R
        elif r == FULL_ROUNDS + p.partial - 1:
            state = [pow(x, 5, R) for x in state]
        else:
            state = [(pow(x, 5, R) + next(keys)) % R for x in state]
        if r == HALF - 1:
            state = vector_times_matrix(state, p.pre)
        elif HALF <= r < HALF + p.partial:
            column, row = p.sparse[r - HALF]
            first = sum(x * y for x, y in zip(state, column)) % R
            state = [first] + [(x + state[0] * y) % R for x, y in zip(state[1:], row)]
        else:
            state = matrix_times_vector(p.m, state)
    assert next(keys, None) is None
    return state[1]


# --- the circuit -----------------------------------------------------------------------------
# An element of the state is ("a", variable) or ("l", linear combination).
def as_lc(element):
    return {element[1]: 1} if element[0] == "a" else element[1]


def as_variable(cs, element):
    if element[0] == "a":
        return element[1]
    x = cs.alloc(cs.evaluate(element[1]))
    cs.enforce(element[1], lc((1, ONE)), lc((1, x)))
    return x


def quintic(cs, element, post):
    """element^5 + post; the last round has no post."""
    x = as_variable(cs, element)
    x2 = num_mul(cs, x, x)
    x4 = num_mul(cs, x2, x2)
    out = cs.alloc(cs.value(x4) * cs.value(x) + (post or 0))
    result = {out: 1}
    if post is not None:
        result[ONE] = -post % R
    cs.enforce(lc((1, x)), lc((1, x4)), result)
    return ("a", out)


def quintic_pre(cs, element, pre, post):
    """(element + pre)^5 + post"""
    x = as_variable(cs, element)
    value = cs.value(x) + pre
    x2 = cs.alloc(value * value)
    cs.enforce(lc((1, x), (pre, ONE)), lc((1, x), (pre, ONE)), lc((1, x2)))
    x4 = num_mul(cs, x2, x2)
    out = cs.alloc(cs.value(x4) * value + post)
    cs.enforce(lc((1, x), (pre, ONE)), lc((1, x4)), lc((1, out), (-post, ONE)))
    return ("a", out)


def weighted(state, weights):
    out = {}
    for element, k in zip(state, weights):
        add_scaled(out, k, as_lc(element))
    return ("l", out)


def mixed(state, p, r):
    """The state after the linear layer of round r."""
    if not HALF <= r < HALF + p.partial:
        m = p.pre if r == HALF - 1 else p.m
        return [weighted(state, column) for column in zip(*m)]
    column, row = p.sparse[r - HALF]
    out = [weighted(state, column)]
    for element, k in zip(state[1:], row):
        x = dict(as_lc(element))
        add_scaled(x, k, as_lc(state[0]))
        out.append(("l", x))
    return out


def circuit(cs, preimage, tag=None):
    """Of variables; gives a variable."""
    p = params(len(preimage))
    tag = p.tag if tag is None else tag
    keys = iter(p.compressed)
    pre = [next(keys) for _ in range(p.width)]
    post = [next(keys) for _ in range(p.width)]
    # The first round: the tag is a constant, and so is what becomes of it.
    state = [("l", {ONE: (pow(tag + pre[0], 5, R) + post[0]) % R})]
    state += [quintic_pre(cs, ("a", x), pre[i], post[i]) for i, x in enumerate(preimage, 1)]
    state = mixed(state, p, 0)
    last = FULL_ROUNDS + p.partial - 1
    for r in range(1, last):
        if HALF <= r < HALF + p.partial:
            state[0] = quintic(cs, state[0], next(keys))
        else:
            state = [quintic(cs, x, next(keys)) for x in state]
        state = mixed(state, p, r)
    state = mixed([quintic(cs, x, None) for x in state], p, last)
    return as_variable(cs, state[1])
