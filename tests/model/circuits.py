# SPDX-License-Identifier: MIT OR Apache-2.0
"""Merkle paths, labels and the PoRep circuit. `stacked` walks it on a witness of random numbers,
which counts its rows; e2e_porep.py has a true one."""
import random
import sys
import time

import poseidon
from r1cs import (CS, FALSE, R, alloc_bit, enforce_equal, inputize, insert, num_add, num_bits_le,
                  pack_bits, pack_inputs, reverse_bytes_bits)
from sha256 import constant_word, sha256

DRG_DEGREE, EXPANDER_DEGREE = 6, 8
NODE_BITS = 64
LABEL_PARENTS = 37   # parents hashed into a label, some of them again

rng = random.Random(7)


def random_element():
    return rng.randrange(R)


# --- Merkle paths ----------------------------------------------------------------------------
def sha_node(cs, left, right):
    """The parent of two nodes in a tree of SHA-256."""
    bits = []
    for x in (left, right):
        bits += reverse_bytes_bits(num_bits_le(cs, x))
    return pack_bits(cs, reverse_bytes_bits(sha256(cs, bits))[:254])


def por(cs, leaf, path, root, hasher, private=True):
    """That leaf stands under root, both variables. path: (arity, place, [siblings]) from the leaf
    up. hasher: "sha" or "pos". private: the root is no input of this one."""
    node, place_bits = leaf, []
    for arity, place, siblings in path:
        bits = [alloc_bit(cs, place >> i & 1) for i in range(arity.bit_length() - 1)]
        place_bits += bits
        children = insert(cs, node, bits, [cs.alloc(v) for v in siblings])
        node = sha_node(cs, *children) if hasher == "sha" else poseidon.circuit(cs, children)
    pack_inputs(cs, place_bits)
    enforce_equal(cs, node, root)
    if not private:
        inputize(cs, root)
    return node


def path_shape(nodes, base, sub=0, top=0):
    """The arities from the leaf up of a tree of so many leaves."""
    nodes //= (top or 1) * (sub or 1)
    levels = 0
    while nodes > 1:
        assert nodes % base == 0
        nodes //= base
        levels += 1
    return [base] * levels + ([sub] if sub else []) + ([top] if top else [])


def random_path(shape):
    return [(arity, rng.randrange(arity), [random_element() for _ in range(arity - 1)])
            for arity in shape]


# --- labels ----------------------------------------------------------------------------------
def label(cs, replica_id, parents, layer, node_bits):
    """replica_id, parents: as bits; node_bits: the lowest first."""
    bits = list(replica_id) + [FALSE] * (256 - len(replica_id))
    bits += constant_word(layer)[::-1] + node_bits[::-1]
    bits += [FALSE] * (512 - len(bits))
    for parent in parents:
        bits += parent
        bits += [FALSE] * (-len(bits) % 256)
    assert len(bits) == (2 + LABEL_PARENTS) * 256
    return pack_bits(cs, reverse_bytes_bits(sha256(cs, bits))[:254])


def repeated_parents(drg, expander):
    """As many as a label hashes, from those of the layer itself and of the one before, if any."""
    parents = drg + expander
    return (parents * LABEL_PARENTS)[:LABEL_PARENTS]


def label_column(cs, replica_id, columns, layers, node_bits):
    """A node's labels of all layers, from its parents' columns."""
    labels = []
    for layer in range(1, layers + 1):
        drg = [reverse_bytes_bits(num_bits_le(cs, column[layer - 1]))
               for column in columns[:DRG_DEGREE]]
        expander = []
        if layer > 1:
            expander = [reverse_bytes_bits(num_bits_le(cs, column[layer - 2]))
                        for column in columns[DRG_DEGREE:]]
        parents = repeated_parents(drg, expander)
        labels.append(label(cs, replica_id, parents, layer, node_bits))
    return labels


# --- PoRep -----------------------------------------------------------------------------------
class Witness:
    """What `stacked` asks for. This one makes numbers up, the same ones each time it is run."""

    def __init__(self, nodes, base, sub, top, layers, challenges):
        self.data_shape = path_shape(nodes, 2)
        self.replica_shape = path_shape(nodes, base, sub, top)
        self.layers, self.challenges = layers, range(challenges)

    def element(self, name, challenge=None):
        """replica_id, comm_d, comm_r, comm_r_last, comm_c; data, of a challenge."""
        return random_element()

    def parents(self, challenge):
        return range(DRG_DEGREE + EXPANDER_DEGREE)

    def column(self, node):
        return [random_element() for _ in range(self.layers)]

    def path(self, tree, node):
        return random_path(self.data_shape if tree == "data" else self.replica_shape)

    def node_bits(self, challenge):
        return [rng.randrange(2) for _ in range(NODE_BITS)]


def stacked(cs, w, log=None):
    """The circuit of a partition. log: gets the rows of each part of each challenge."""
    replica_id = cs.alloc(w.element("replica_id"))
    inputize(cs, replica_id)
    replica_bits = reverse_bytes_bits(num_bits_le(cs, replica_id))
    comm_d = cs.alloc(w.element("comm_d"))
    inputize(cs, comm_d)
    comm_r = cs.alloc(w.element("comm_r"))
    inputize(cs, comm_r)
    comm_r_last = cs.alloc(w.element("comm_r_last"))
    comm_c = cs.alloc(w.element("comm_c"))
    enforce_equal(cs, comm_r, poseidon.circuit(cs, [comm_c, comm_r_last]))
    head = cs.n
    for challenge in w.challenges:
        marks = [cs.n]
        data = cs.alloc(w.element("data", challenge))
        por(cs, data, w.path("data", challenge), comm_d, "sha")
        marks.append(cs.n)
        columns = []
        for parent in w.parents(challenge):
            column = [cs.alloc(v) for v in w.column(parent)]
            hashed = poseidon.circuit(cs, column)
            por(cs, hashed, w.path("columns", parent), comm_c, "pos")
            columns.append(column)
        marks.append(cs.n)
        node_bits = [alloc_bit(cs, v) for v in w.node_bits(challenge)]
        pack_inputs(cs, node_bits)
        labels = label_column(cs, replica_bits, columns, w.layers, node_bits)
        marks.append(cs.n)
        replica = num_add(cs, labels[-1], data)
        por(cs, replica, w.path("replica", challenge), comm_r_last, "pos")
        por(cs, poseidon.circuit(cs, labels), w.path("columns", challenge), comm_c, "pos")
        if log is not None:
            t0, t1, t2, t3 = marks
            log.append(dict(head=head, comm_d=t1 - t0, columns=t2 - t1, labels=t3 - t2,
                            tail=cs.n - t3, challenge=cs.n - t0))


def main():
    for base, sub, top, expected in ((2, 0, 0, 1206212), (8, 0, 0, 1199620), (8, 4, 0, 1296576),
                                     (8, 4, 2, 1346982)):
        start = time.time()
        nodes = 8 * (sub or 1) * (top or 1)
        cs = CS(check=False)
        log = []
        stacked(cs, Witness(nodes, base, sub, top, 2, 1), log)
        print((base, sub, top), nodes, cs.stats(), "expected", expected,
              "OK" if expected == cs.n else "DIFF", log, round(time.time() - start, 1))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
