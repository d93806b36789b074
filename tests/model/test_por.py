# SPDX-License-Identifier: MIT OR Apache-2.0
"""The rows of a Merkle path, of every shape of tree, are as many as the official circuit's."""
import unittest

from circuits import path_shape, por, random_element, random_path
from r1cs import CS

# (base, sub, top, hasher, rows, private)
CASES = (
    (2, 0, 0, "pos", 1887, False),
    (4, 0, 0, "pos", 1164, False),
    (8, 0, 0, "pos", 1063, False),
    (8, 2, 0, "pos", 1377, False),
    (8, 8, 0, "pos", 1593, False),
    (8, 4, 2, "pos", 1764, False),
    (8, 8, 2, "pos", 1907, False),
    (8, 0, 0, "pos", 1062, True),
    (2, 0, 0, "sha", 272295, False),
)


class Paths(unittest.TestCase):
    def test_rows(self):
        for base, sub, top, hasher, rows, private in CASES:
            with self.subTest(base=base, sub=sub, top=top, hasher=hasher, private=private):
                cs = CS(check=False)
                leaf, root = cs.alloc(random_element()), cs.alloc(random_element())
                shape = path_shape(64 * (sub or 1) * (top or 1), base, sub, top)
                por(cs, leaf, random_path(shape), root, hasher, private)
                self.assertEqual(cs.n, rows)


if __name__ == "__main__":
    unittest.main()
