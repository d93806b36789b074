# SPDX-License-Identifier: MIT OR Apache-2.0
"""SHA-256 digest of the model's circuits, as docs/spec/constraint-system.md §7 defines it, compared with the official crates' digests.
Usage: digest.py   (2 KiB PoRep; about a minute)"""
import hashlib, json, os, struct, sys
from r1cs import CS, R

GOLDEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'data', 'golden', 'digests')

class DigestCS(CS):
    """Streams rows into the digest; keeps terms whose coefficient is zero, as upstream does."""
    def __init__(s): super().__init__(check=False); s.h = hashlib.sha256()
    def enforce(s, a, b, c):
        for lc in (a, b, c):
            terms = sorted(lc.items(), key=lambda t: (0, -t[0] - 1) if t[0] < 0 else (1, t[0]))
            s.h.update(struct.pack('<I', len(terms)) + b''.join(
                (b'\0' + struct.pack('<Q', -k - 1) if k < 0 else b'\1' + struct.pack('<Q', k)) + (x % R).to_bytes(32, 'little')
                for k, x in terms))
        s.n += 1

def porep(cs):
    import e2e_porep as E
    from seal import frb, challenges
    data = [frb(i) for i in range(64)]; pid = (5).to_bytes(8, 'little') + bytes(24)
    S = E.seal_sector(64, 8, 0, 0, 2, pid, bytes([7]) * 32, 1, bytes([1]) * 32, data)
    E.synth(cs, S, challenges(64, S['rid'], bytes([2]) * 32, 2, 0), 2)

def main():
    kinds = {'porep': porep}
    for k in sys.argv[1:] or kinds:
        cs = DigestCS(); kinds[k](cs)
        want = json.load(open(f'{GOLDEN}/{k}-2KiB-blank.json'))['blank']
        print(k, cs.n, len(cs.inp), len(cs.aux), cs.h.hexdigest(), 'equal' if cs.h.hexdigest() == want['circuit_sha256'] else 'DIFFERS')

if __name__ == '__main__': main()
