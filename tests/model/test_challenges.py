# SPDX-License-Identifier: MIT OR Apache-2.0
"""Synthetic challenges and labels of small graphs are the published ones of docs/spec/porep.md."""
import hashlib
import struct
import unittest

import seal

NONCE = struct.unpack("<3I", b"synth-porep\0")

# (nodes, byte of the PoRep id, version 1.0, the last label of eleven layers as four words).
KNOWN_LABELS = (
    (64, 0, True,
     (0xd3faa96b9a0fba04, 0xea81a283d106485e, 0xe3d51b9afa5ac2b3, 0x0462f4f4f1a68d37)),
    (128, 0, True,
     (0x7e191e52c4a8da86, 0x5ae8a1c9e6fac148, 0xce239f3b88a894b8, 0x234c00d1dc1d53be)),
    (64, 123, False,
     (0xabb3f38bb70defcf, 0x777a2e4d7769119f, 0x3448959d495490bc, 0x06021188c7a71cb5)),
    (128, 123, False,
     (0x22ab81cf68c4676d, 0x7a77a82fc7c9c189, 0xc6c03d32c1e42d23, 0x0f777c18cc2c55bd)),
)


def chacha20(key, start, n):
    """n bytes of the IETF's ChaCha20, with a counter of 32 bits and a nonce of 96."""
    out = b""
    counter = start // 64
    while len(out) < n + start % 64:
        out += seal.chacha_block(key, counter | NONCE[0] << 32, 20, NONCE[1:])
        counter += 1
    return out[start % 64:start % 64 + n]


def derived_key(purpose, *parts):
    return hashlib.blake2b(b"".join(parts), digest_size=32, key=purpose).digest()


def synthetic(nodes, replica_id, comm_r, count):
    key = derived_key(b"filecoin.io|PoRep|1|Synthetic|1|Generation", replica_id, comm_r)
    return [int.from_bytes(chacha20(key, 32 * i, 32), "little") % (nodes - 1) + 1
            for i in range(count)]


def selected(nodes, replica_id, comm_r, randomness, count, of):
    key = derived_key(b"filecoin.io|PoRep|1|Synthetic|1|Selection", replica_id, randomness)
    all_of_them = synthetic(nodes, replica_id, comm_r, of)
    return [all_of_them[struct.unpack("<I", chacha20(key, 4 * j, 4))[0] % of]
            for j in range(count)]


class Challenges(unittest.TestCase):
    replica_id, comm_r = seal.to_node(55), seal.to_node(101)

    def test_synthetic(self):
        self.assertEqual(synthetic(1024, self.replica_id, self.comm_r, 21),
                         [178, 297, 869, 211, 875, 477, 94, 781, 124, 332, 856, 801, 176, 692,
                          429, 691, 290, 204, 986, 210, 973])

    def test_selected(self):
        self.assertEqual(selected(1024, self.replica_id, self.comm_r, bytes([1]) * 32, 10, 21),
                         [176, 781, 801, 986, 290, 211, 692, 856, 986, 332])


class Labels(unittest.TestCase):
    def test_known(self):
        for nodes, byte, v1_0, expected in KNOWN_LABELS:
            with self.subTest(nodes=nodes, v1_0=v1_0):
                graph = seal.Graph(nodes, bytes([byte]) * 32, v1_0)
                last = seal.labels(graph, bytes([9]) * 32, 11)[-1][-1]
                self.assertEqual(struct.unpack("<4Q", last), expected)


if __name__ == "__main__":
    unittest.main()
