# SPDX-License-Identifier: MIT OR Apache-2.0
"""Vanilla SDR sealing + vanilla proofs + public inputs for small sectors (own model)."""
import hashlib, struct, math
import poseidon as P
from r1cs import R
sha=lambda b: hashlib.sha256(b).digest()
def trim(b): return b[:31]+bytes([b[31]&0x3f])
def fr(b): v=int.from_bytes(b,'little'); assert v<R; return v
def frb(v): return v.to_bytes(32,'little')
# ---- ChaCha8 keystream (djb layout: 64-bit counter, 64-bit nonce=0), as rand_chacha ChaCha8Rng
def chacha_block(key,ctr,rounds=8,nonce=(0,0)):
    s=list(struct.unpack('<4I',b'expand 32-byte k'))+list(struct.unpack('<8I',key))+[ctr&0xffffffff,ctr>>32,nonce[0],nonce[1]]
    x=s[:]
    def qr(a,b,c,d):
        for (p,q,r_,n) in ((a,b,d,16),(c,d,b,12),(a,b,d,8),(c,d,b,7)):
            x[p]=(x[p]+x[q])&0xffffffff; t=x[r_]^x[p]; x[r_]=((t<<n)|(t>>(32-n)))&0xffffffff
    for _ in range(rounds//2):
        qr(0,4,8,12);qr(1,5,9,13);qr(2,6,10,14);qr(3,7,11,15)
        qr(0,5,10,15);qr(1,6,11,12);qr(2,7,8,13);qr(3,4,9,14)
    return struct.pack('<16I',*[(a+b)&0xffffffff for a,b in zip(x,s)])
class Rng:
    def __init__(s,key): s.k=key; s.c=0; s.b=b''
    def u64(s):
        if len(s.b)<8: s.b+=chacha_block(s.k,s.c); s.c+=1
        v=int.from_bytes(s.b[:8],'little'); s.b=s.b[8:]; return v
def drg_parents(seed28,node,v10=False,m=6):
    if node<2: return [0]*m
    rng=Rng(seed28+struct.pack('<I',node)); mp=m-1; meta=node*mp; nb=math.ceil(math.log2(float(meta)))
    out=[]
    for _ in range(mp):
        b=rng.u64()%nb+1; hi=min(meta,1<<b); lo=max(2,hi>>1)
        d=lo+rng.u64()%(hi-lo+1); p=(meta-d)//mp
        out.append(node-1 if p==node else p)
    return out+[node-1] if v10 else [node-1]+out
class Graph:
    def __init__(s,nodes,porep_id,v10=False):
        s.n=nodes; s.v10=v10
        s.seed=sha(b'Filecoin_DRSample'+porep_id)[:28]
        s.keys=struct.unpack('<4Q',sha(b'Filecoin_Feistel'+porep_id))
        ne=nodes*8; p4=4; l4=1
        while p4<ne: p4*=4; l4+=1
        s.h=l4; s.rm=(1<<l4)-1
    def _enc(s,i):
        l=(i>>s.h)&s.rm; r=i&s.rm
        for k in s.keys[:3]:
            f=int.from_bytes(hashlib.blake2b(struct.pack('>QQ',r,k)).digest()[:8],'big')&s.rm
            l,r=r,l^f
        return l<<s.h|r
    def exp_parents(s,node):
        out=[]
        for i in range(8):
            u=s._enc(node*8+i)
            while u>=s.n*8: u=s._enc(u)
            out.append(((u&0xffffffff)//8) if s.v10 else u//8)
        return out
    def parents(s,node): return drg_parents(s.seed,node,s.v10)
def labels(g,replica_id,layers):
    prev=None; out=[]
    for l in range(1,layers+1):
        cur=[]
        for n in range(g.n):
            m=replica_id+struct.pack('>IQ',l,n)+bytes(20)
            if n:
                ps=[cur[p] for p in g.parents(n)]
                if l>1: ps+=[prev[p] for p in g.exp_parents(n)]; ps=ps*2+ps[:9]
                else: ps=ps*6+ps[:1]
                m+=b''.join(ps)
            cur.append(trim(sha(m)))
        out.append(cur); prev=cur
    return out
class Tree:
    """leaves: list of 32-byte; arity list bottom-up"""
    def __init__(s,leaves,arities,h):
        s.ar=arities; s.rows=[leaves]
        for a in arities:
            c=s.rows[-1]; s.rows.append([h(c[i:i+a]) for i in range(0,len(c),a)])
        assert len(s.rows[-1])==1; s.root=s.rows[-1][0]
    def path(s,i):
        p=[]
        for a,row in zip(s.ar,s.rows):
            b=i//a*a; p.append((a,i%a,[row[j] for j in range(b,b+a) if j!=i])); i//=a
        return p
hp=lambda c: frb(P.hash_static(len(c),[fr(x) for x in c]))
hs=lambda c: trim(sha(b''.join(c)))
def replica_id(prover,sector,ticket,comm_d,porep_id): return trim(sha(prover+struct.pack('>Q',sector)+ticket+comm_d+porep_id))
def challenges(n,rid,seed,per,k): return [int.from_bytes(sha(rid+seed+struct.pack('<I',per*k+i)),'little')%(n-1)+1 for i in range(per)]
def arity_list(n,b,s,t):
    from circuits import path_shape
    return path_shape(n,b,s,t)
if __name__=='__main__':
    for nodes,pid,v10,exp in ((64,bytes(32),True,(0xd3faa96b9a0fba04,0xea81a283d106485e,0xe3d51b9afa5ac2b3,0x0462f4f4f1a68d37)),(128,bytes(32),True,(0x7e191e52c4a8da86,0x5ae8a1c9e6fac148,0xce239f3b88a894b8,0x234c00d1dc1d53be)),(64,bytes([123])*32,False,(0xabb3f38bb70defcf,0x777a2e4d7769119f,0x3448959d495490bc,0x06021188c7a71cb5)),(128,bytes([123])*32,False,(0x22ab81cf68c4676d,0x7a77a82fc7c9c189,0xc6c03d32c1e42d23,0x0f777c18cc2c55bd))):
        g=Graph(nodes,pid,v10); l=labels(g,bytes([9])*32,11)
        print(nodes,v10,struct.unpack('<4Q',l[-1][-1])==exp)
