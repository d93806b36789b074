# SPDX-License-Identifier: MIT OR Apache-2.0
"""SHA-256 as constraints gives the hash, in as many rows as bellperson's; Poseidon's definition,
its factored form and its circuit give the same."""
import hashlib
import random
import unittest

import poseidon
from r1cs import CS, alloc_bit, bool_value
from sha256 import IV, compress, constant_word, sha256


def allocated(cs, data):
    return [alloc_bit(cs, byte >> i & 1) for byte in data for i in range(7, -1, -1)]


def as_bytes(bits):
    return bytes(sum(bool_value(b) << (7 - j) for j, b in enumerate(bits[i:i + 8]))
                 for i in range(0, len(bits), 8))


class Sha256(unittest.TestCase):
    def setUp(self):
        self.random = random.Random(1)

    def test_rows_of_a_block(self):
        cs = CS()
        bits = allocated(cs, self.random.randbytes(64))
        before = cs.n
        compress(cs, bits, [constant_word(v) for v in IV])
        self.assertEqual(cs.n - before, 25840)
        self.assertEqual(cs.bad, [])

    def test_hashes(self):
        for n in (0, 1, 32, 55, 56, 64, 100):
            with self.subTest(n=n):
                cs = CS()
                data = self.random.randbytes(n)
                bits = allocated(cs, data)
                self.assertEqual(as_bytes(sha256(cs, bits)), hashlib.sha256(data).digest())
                self.assertEqual(cs.bad, [])


class Poseidon(unittest.TestCase):
    def test_three_ways(self):
        for arity in (2, 4, 8, 11):
            with self.subTest(arity=arity):
                preimage = list(range(arity))
                value = poseidon.hash_correct(arity, preimage)
                cs = CS()
                out = poseidon.circuit(cs, [cs.alloc(v) for v in preimage])
                self.assertEqual(poseidon.hash_static(arity, preimage), value)
                self.assertEqual(cs.value(out), value)
                self.assertEqual(cs.bad, [])

    def test_another_preimage(self):
        self.assertNotEqual(poseidon.hash_static(2, [0, 1]), poseidon.hash_static(2, [1, 0]))
        self.assertNotEqual(poseidon.hash_static(2, [0, 1]), poseidon.hash_static(2, [0, 1], 7))


if __name__ == "__main__":
    unittest.main()
