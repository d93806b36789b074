# SPDX-License-Identifier: MIT OR Apache-2.0
"""The digest of the model's PoRep circuit of 2 KiB (docs/spec/constraint-system.md §7), compared
with that of the official crates; it takes about a minute.

usage: digest.py"""
import hashlib
import json
import os
import struct

import circuits
import e2e_porep
from r1cs import CS, R

GOLDEN = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                      "../data/golden/digests/porep-2KiB.json")


class DigestCS(CS):
    """Rows go into the digest and are forgotten. A term whose coefficient is zero counts, as it
    does upstream."""

    def __init__(self):
        super().__init__(check=False)
        self.hash = hashlib.sha256()

    def enforce(self, a, b, c):
        for lc in (a, b, c):
            terms = sorted((0, -k - 1, x) if k < 0 else (1, k, x) for k, x in lc.items())
            self.hash.update(struct.pack("<I", len(terms)))
            for is_aux, index, x in terms:
                self.hash.update(struct.pack("<BQ", is_aux, index))
                self.hash.update((x % R).to_bytes(32, "little"))
        self.n += 1


def main():
    cs = DigestCS()
    circuits.stacked(cs, e2e_porep.Witness(*e2e_porep.sample()))
    with open(GOLDEN) as f:
        want = json.load(f)["blank"]["circuit_sha256"]
    got = cs.hash.hexdigest()
    print("porep", cs.n, len(cs.inp), len(cs.aux), got, "equal" if got == want else "DIFFERS")


if __name__ == "__main__":
    main()
