# SPDX-License-Identifier: MIT OR Apache-2.0
"""Sealing by SDR: graph, labels, trees and challenges, of sectors small enough for Python."""
import hashlib
import math
import struct

import poseidon
from r1cs import R

MASK32 = 0xffffffff
DRG_DEGREE, EXPANDER_DEGREE = 6, 8
LABEL_PARENTS = 37


def sha(data):
    return hashlib.sha256(data).digest()


def trim(node):
    """With the two highest bits off."""
    return node[:31] + bytes([node[31] & 0x3f])


def to_fr(node):
    v = int.from_bytes(node, "little")
    assert v < R
    return v


def to_node(v):
    return v.to_bytes(32, "little")


# --- ChaCha: 64-bit counter, 64-bit nonce; with 8 rounds it is rand_chacha's ChaCha8Rng ------
def chacha_block(key, counter, rounds=8, nonce=(0, 0)):
    start = list(struct.unpack("<4I", b"expand 32-byte k")) + list(struct.unpack("<8I", key))
    start += [counter & MASK32, counter >> 32, nonce[0], nonce[1]]
    x = start[:]

    def quarter(a, b, c, d):
        for to, add, xor, n in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[to] = (x[to] + x[add]) & MASK32
            t = x[xor] ^ x[to]
            x[xor] = (t << n | t >> (32 - n)) & MASK32

    for _ in range(rounds // 2):
        for i in range(4):
            quarter(i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return struct.pack("<16I", *[(a + b) & MASK32 for a, b in zip(x, start)])


class Rng:
    def __init__(self, key):
        self.key, self.counter, self.left = key, 0, b""

    def u64(self):
        if len(self.left) < 8:
            self.left += chacha_block(self.key, self.counter)
            self.counter += 1
        v = int.from_bytes(self.left[:8], "little")
        self.left = self.left[8:]
        return v


# --- the graph -------------------------------------------------------------------------------
def drg_parents(seed, node, v1_0=False, degree=DRG_DEGREE):
    """seed: of 28 bytes. The node before stands first, in version 1.0 last."""
    if node < 2:
        return [0] * degree
    rng = Rng(seed + struct.pack("<I", node))
    drawn = degree - 1
    meta = node * drawn   # every node stands for as many as it has parents drawn
    n_buckets = math.ceil(math.log2(float(meta)))
    out = []
    for _ in range(drawn):
        bucket = rng.u64() % n_buckets + 1
        high = min(meta, 1 << bucket)
        low = max(2, high >> 1)
        distance = low + rng.u64() % (high - low + 1)
        parent = (meta - distance) // drawn
        out.append(node - 1 if parent == node else parent)
    return out + [node - 1] if v1_0 else [node - 1] + out


class Graph:
    def __init__(self, nodes, porep_id, v1_0=False):
        self.n = nodes
        self.v1_0 = v1_0
        self.seed = sha(b"Filecoin_DRSample" + porep_id)[:28]
        self.keys = struct.unpack("<4Q", sha(b"Filecoin_Feistel" + porep_id))
        self.half_bits = 1
        while 4 ** self.half_bits < nodes * EXPANDER_DEGREE:
            self.half_bits += 1

    def feistel(self, i):
        """A permutation of the numbers below 4^half_bits."""
        mask = (1 << self.half_bits) - 1
        left, right = i >> self.half_bits & mask, i & mask
        for key in self.keys[:3]:
            digest = hashlib.blake2b(struct.pack(">QQ", right, key)).digest()
            left, right = right, left ^ int.from_bytes(digest[:8], "big") & mask
        return left << self.half_bits | right

    def exp_parents(self, node):
        out = []
        for i in range(EXPANDER_DEGREE):
            v = self.feistel(node * EXPANDER_DEGREE + i)
            while v >= self.n * EXPANDER_DEGREE:
                v = self.feistel(v)
            out.append((v & MASK32 if self.v1_0 else v) // EXPANDER_DEGREE)
        return out

    def parents(self, node):
        return drg_parents(self.seed, node, self.v1_0)


def labels(graph, replica_id, layers):
    """A list of labels a layer."""
    out = []
    for layer in range(1, layers + 1):
        current = []
        for node in range(graph.n):
            message = replica_id + struct.pack(">IQ", layer, node) + bytes(20)
            if node:
                parents = [current[p] for p in graph.parents(node)]
                if layer > 1:
                    parents += [out[-1][p] for p in graph.exp_parents(node)]
                message += b"".join((parents * LABEL_PARENTS)[:LABEL_PARENTS])
            current.append(trim(sha(message)))
        out.append(current)
    return out


# --- trees -----------------------------------------------------------------------------------
class Tree:
    """Of nodes of 32 bytes; arities from the leaves up."""

    def __init__(self, leaves, arities, hasher):
        self.arities = arities
        self.rows = [leaves]
        for arity in arities:
            row = self.rows[-1]
            self.rows.append([hasher(row[i:i + arity]) for i in range(0, len(row), arity)])
        assert len(self.rows[-1]) == 1
        self.root = self.rows[-1][0]

    def path(self, i):
        """(arity, place, [siblings]) from the leaf up."""
        out = []
        for arity, row in zip(self.arities, self.rows):
            first = i // arity * arity
            siblings = [row[j] for j in range(first, first + arity) if j != i]
            out.append((arity, i - first, siblings))
            i //= arity
        return out


def hash_poseidon(children):
    return to_node(poseidon.hash_static(len(children), [to_fr(x) for x in children]))


def hash_sha(children):
    return trim(sha(b"".join(children)))


def replica_id(prover, sector, ticket, comm_d, porep_id):
    return trim(sha(prover + struct.pack(">Q", sector) + ticket + comm_d + porep_id))


def challenges(nodes, replica, seed, count, partition):
    return [int.from_bytes(sha(replica + seed + struct.pack("<I", count * partition + i)),
                           "little") % (nodes - 1) + 1 for i in range(count)]
