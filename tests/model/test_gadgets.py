# SPDX-License-Identifier: MIT OR Apache-2.0
from r1cs import *
import hashlib, random
random.seed(1)
def bits_be(bs): return [b>>i&1 for b in bs for i in range(7,-1,-1)]
for n in (64,):
    data=bytes(random.randrange(256) for _ in range(n));
    cs=CS(); bits=[bit(cs,x) for x in bits_be(data)]; b0=cs.n
    # single block no padding constraint count (bellperson test: 25840)
    compress(cs,bits,[u32c(v) for v in IV]); print('compress const IV',cs.n-b0,len(cs.aux)-512, 'unsat',len(cs.bad))
for n in (0,1,32,55,56,64,100):
    data=bytes(random.randrange(256) for _ in range(n))
    cs=CS(); bits=[bit(cs,x) for x in bits_be(data)]; b0=cs.n
    o=sha256(cs,bits); d=bytes(sum(bval(o[8*i+j])<<(7-j) for j in range(8)) for i in range(32))
    print('sha256',n,cs.n-b0,len(cs.aux)-8*n,d==hashlib.sha256(data).digest(),'unsat',len(cs.bad))
