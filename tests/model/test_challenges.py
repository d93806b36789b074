# SPDX-License-Identifier: MIT OR Apache-2.0
import hashlib, struct
from seal import chacha_block
from poseidon import *
GEN=1<<40
NON=struct.unpack('<3I',b'synth-porep\0')
def cc20(key,start,n):
    # IETF ChaCha20: 32-bit counter, 96-bit nonce -> words 12=ctr, 13..15=nonce
    out=b''; c=start//64
    while len(out)<n+start%64:
        out+=chacha_block(key,c|(NON[0]<<32),20,(NON[1],NON[2])); c+=1
    return out[start%64:start%64+n]
bk=lambda k,*m: hashlib.blake2b(b''.join(m),digest_size=32,key=k).digest()
def synth(nodes,rid,cr,num):
    k=bk(b'filecoin.io|PoRep|1|Synthetic|1|Generation',rid,cr)
    return [int.from_bytes(cc20(k,32*i,32),'little')%(nodes-1)+1 for i in range(num)]
def select(nodes,rid,cr,rand,num,N):
    k=bk(b'filecoin.io|PoRep|1|Synthetic|1|Selection',rid,rand); s=synth(nodes,rid,cr,N)
    return [s[struct.unpack('<I',cc20(k,4*j,4))[0]%N] for j in range(num)]
f=lambda v:v.to_bytes(32,'little')
print(synth(1024,f(55),f(101),21)==[178,297,869,211,875,477,94,781,124,332,856,801,176,692,429,691,290,204,986,210,973], select(1024,f(55),f(101),bytes([1])*32,10,21)==[176,781,801,986,290,211,692,856,986,332])
