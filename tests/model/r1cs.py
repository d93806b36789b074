# SPDX-License-Identifier: MIT OR Apache-2.0
"""Independent Python model of the constraint systems described in the spec files.
Own code, written from the spec; used to check counts, satisfiability and densities."""
R = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001
ONE = -1                      # key of input 0; input i has key -(i+1); aux j has key j
CAP = 254

class CS:
    def __init__(s, record=False, check=True):
        s.inp=[1]; s.aux=[]; s.n=0; s.check=check; s.bad=[]
        s.a_aux=set(); s.b_in=set(); s.b_aux=set(); s.terms=[0,0,0]
        s.rec=[] if record else None
    def alloc(s,v): s.aux.append(v%R); return len(s.aux)-1
    def alloc_input(s,v): s.inp.append(v%R); return -len(s.inp)
    def val(s,k): return s.aux[k] if k>=0 else s.inp[-k-1]
    def ev(s,lc): return sum(s.val(k)*c for k,c in lc.items())%R
    def enforce(s,a,b,c):
        for k,x in a.items():
            if x and k>=0: s.a_aux.add(k)
        for k,x in b.items():
            if x: (s.b_aux.add(k) if k>=0 else s.b_in.add(k))
        s.terms[0]+=sum(1 for x in a.values() if x); s.terms[1]+=sum(1 for x in b.values() if x); s.terms[2]+=sum(1 for x in c.values() if x)
        if s.check and s.ev(a)*s.ev(b)%R!=s.ev(c): s.bad.append(s.n)
        if s.rec is not None: s.rec.append((dict(a),dict(b),dict(c)))
        s.n+=1
    def stats(s):
        return dict(constraints=s.n,inputs=len(s.inp),aux=len(s.aux),a_aux_density=len(s.a_aux),
                    b_input_density=len(s.b_in),b_aux_density=len(s.b_aux),terms=list(s.terms),
                    unsat=len(s.bad))

def L(*terms):
    d={}
    for c,k in terms: d[k]=(d.get(k,0)+c)%R
    return d
def lc_add(d,c,e):
    for k,x in e.items(): d[k]=(d.get(k,0)+c*x)%R

# ---------------- booleans: ('c',bool) ('i',var,val) ('n',var,val[of var])
T=('c',True); F=('c',False)
def bval(b): return b[1] if b[0]=='c' else (bool(b[2]) if b[0]=='i' else not b[2])
def bnot(b): return ('c',not b[1]) if b[0]=='c' else (('n' if b[0]=='i' else 'i'),b[1],b[2])
def badd(d,b,c):
    """d += c*b"""
    if b[0]=='c':
        if b[1]: d[ONE]=(d.get(ONE,0)+c)%R
    elif b[0]=='i': d[b[1]]=(d.get(b[1],0)+c)%R
    else:
        d[ONE]=(d.get(ONE,0)+c)%R; d[b[1]]=(d.get(b[1],0)-c)%R
def blc(b,c=1):
    d={}; badd(d,b,c); return d
def bit(cs,v):
    v=int(bool(v)); x=cs.alloc(v); cs.enforce(L((1,ONE),(-1,x)),L((1,x)),{}); return ('i',x,v)
def bit_cond(cs,v,mbf):
    v=int(bool(v)); x=cs.alloc(v)
    cs.enforce(L((1,ONE),(-1,mbf[1]),(-1,x)),L((1,x)),{}); return ('i',x,v)
def _xor(cs,a,b):
    r=a[2]^b[2]; x=cs.alloc(r)
    cs.enforce(L((1,a[1]),(1,a[1])),L((1,b[1])),L((1,a[1]),(1,b[1]),(-1,x))); return ('i',x,r)
def a_and(cs,a,b):
    r=a[2]&b[2]; x=cs.alloc(r); cs.enforce(L((1,a[1])),L((1,b[1])),L((1,x))); return ('i',x,r)
def a_andnot(cs,a,b):
    r=a[2]&(1-b[2]); x=cs.alloc(r); cs.enforce(L((1,a[1])),L((1,ONE),(-1,b[1])),L((1,x))); return ('i',x,r)
def a_nor(cs,a,b):
    r=(1-a[2])&(1-b[2]); x=cs.alloc(r)
    cs.enforce(L((1,ONE),(-1,a[1])),L((1,ONE),(-1,b[1])),L((1,x))); return ('i',x,r)
def bxor(cs,a,b):
    if a==F: return b
    if b==F: return a
    if a==T: return bnot(b)
    if b==T: return bnot(a)
    if a[0]!=b[0]:
        if a[0]=='i': return bnot(bxor(cs,a,bnot(b)))
        return bnot(bxor(cs,b,bnot(a)))          # (Not,Is): operands become (is, not.not())
    return _xor(cs,a,b)
def band(cs,a,b):
    if a==F or b==F: return F
    if a==T: return b
    if b==T: return a
    if a[0]=='i' and b[0]=='n': return a_andnot(cs,a,b)
    if a[0]=='n' and b[0]=='i': return a_andnot(cs,b,a)
    if a[0]=='n': return a_nor(cs,a,b)
    return a_and(cs,a,b)
def sha_ch(cs,a,b,c):
    v=bval(b) if bval(a) else bval(c)
    if a[0]==b[0]==c[0]=='c': return ('c',v)
    if a==F: return c
    if b==F: return band(cs,bnot(a),c)
    if c==F: return band(cs,a,b)
    if c==T: return bnot(band(cs,a,bnot(b)))
    if b==T: return bnot(band(cs,bnot(a),bnot(c)))
    x=cs.alloc(int(v))
    A={}; badd(A,b,1); badd(A,c,-1)
    C={x:1}; badd(C,c,-1)
    cs.enforce(A,blc(a),C); return ('i',x,int(v))
def sha_maj(cs,a,b,c):
    v=(bval(a)+bval(b)+bval(c))>=2
    if a[0]==b[0]==c[0]=='c': return ('c',v)
    if a==F: return band(cs,b,c)
    if b==F: return band(cs,a,c)
    if c==F: return band(cs,a,b)
    if c==T: return bnot(band(cs,bnot(a),bnot(b)))
    if b==T: return bnot(band(cs,bnot(a),bnot(c)))
    if a==T: return bnot(band(cs,bnot(b),bnot(c)))
    m=cs.alloc(int(v))                    # maj is allocated BEFORE bc
    bc=band(cs,b,c)
    A={}; badd(A,bc,2); badd(A,b,-1); badd(A,c,-1)
    C={}; badd(C,bc,1); C[m]=(C.get(m,0)-1)%R
    cs.enforce(A,blc(a),C); return ('i',m,int(v))

# ---------------- multieq + uint32 (little-endian lists of 32 booleans)
class MultiEq:
    def __init__(s,cs): s.cs=cs; s.used=0; s.l={}; s.r={}
    def flush(s):
        s.cs.enforce(s.l,L((1,ONE)),s.r); s.l={}; s.r={}; s.used=0
    def eq(s,nb,l,r):
        if CAP<=s.used+nb: s.flush()
        c=pow(2,s.used,R); lc_add(s.l,c,l); lc_add(s.r,c,r); s.used+=nb
    def close(s):
        if s.used>0: s.flush()
def u32c(v): return [('c',bool(v>>i&1)) for i in range(32)]
def u32v(u): return sum(bval(b)<<i for i,b in enumerate(u))
def rotr(u,n): return u[n:]+u[:n]
def shr(u,n): return u[n:]+[F]*n
def uxor(cs,a,b): return [bxor(cs,x,y) for x,y in zip(a,b)]
def addmany(me,ops):
    tot=sum(u32v(o) for o in ops)
    if all(b[0]=='c' for o in ops for b in o): return u32c(tot&0xffffffff)
    lc={}
    for o in ops:
        for i,b in enumerate(o): badd(lc,b,1<<i)
    mx=len(ops)*0xffffffff; bits=[]; r={}; i=0
    while mx:
        b=bit(me.cs,tot>>i&1); r[b[1]]=1<<i; bits.append(b); mx>>=1; i+=1
    me.eq(i,lc,r)
    return bits[:32]
import struct
K=[0x428a2f98,0x71374491,0xb5c0fbcf,0xe9b5dba5,0x3956c25b,0x59f111f1,0x923f82a4,0xab1c5ed5,0xd807aa98,0x12835b01,0x243185be,0x550c7dc3,0x72be5d74,0x80deb1fe,0x9bdc06a7,0xc19bf174,0xe49b69c1,0xefbe4786,0x0fc19dc6,0x240ca1cc,0x2de92c6f,0x4a7484aa,0x5cb0a9dc,0x76f988da,0x983e5152,0xa831c66d,0xb00327c8,0xbf597fc7,0xc6e00bf3,0xd5a79147,0x06ca6351,0x14292967,0x27b70a85,0x2e1b2138,0x4d2c6dfc,0x53380d13,0x650a7354,0x766a0abb,0x81c2c92e,0x92722c85,0xa2bfe8a1,0xa81a664b,0xc24b8b70,0xc76c51a3,0xd192e819,0xd6990624,0xf40e3585,0x106aa070,0x19a4c116,0x1e376c08,0x2748774c,0x34b0bcb5,0x391c0cb3,0x4ed8aa4a,0x5b9cca4f,0x682e6ff3,0x748f82ee,0x78a5636f,0x84c87814,0x8cc70208,0x90befffa,0xa4506ceb,0xbef9a3f7,0xc67178f2]
IV=[0x6a09e667,0xbb67ae85,0x3c6ef372,0xa54ff53a,0x510e527f,0x9b05688c,0x1f83d9ab,0x5be0cd19]
def compress(cs,blk,st):
    w=[blk[32*i:32*i+32][::-1] for i in range(16)]
    me=MultiEq(cs)
    for i in range(16,64):
        x=w[i-15]; s0=uxor(cs,rotr(x,7),rotr(x,18)); s0=uxor(cs,s0,shr(x,3))
        x=w[i-2]; s1=uxor(cs,rotr(x,17),rotr(x,19)); s1=uxor(cs,s1,shr(x,10))
        w.append(addmany(me,[w[i-16],s0,w[i-7],s1]))
    a=('k',st[0]); e=('k',st[4]); b,c,d=st[1:4]; f,g,h=st[5:8]
    def force(m,extra):
        if m[0]=='k': return m[1]
        return addmany(me,m[1]+extra)
    for i in range(64):
        ne=force(e,[])
        s1=uxor(cs,rotr(ne,6),rotr(ne,11)); s1=uxor(cs,s1,rotr(ne,25))
        ch=[sha_ch(cs,x,y,z) for x,y,z in zip(ne,f,g)]
        t1=[h,s1,ch,u32c(K[i]),w[i]]
        na=force(a,[])
        s0=uxor(cs,rotr(na,2),rotr(na,13)); s0=uxor(cs,s0,rotr(na,22))
        mj=[sha_maj(cs,x,y,z) for x,y,z in zip(na,b,c)]
        h=g; g=f; f=ne; e=('d',t1+[d]); d=c; c=b; b=na; a=('d',t1+[s0,mj])
    h0=force(a,[st[0]]); h1=addmany(me,[st[1],b]); h2=addmany(me,[st[2],c]); h3=addmany(me,[st[3],d])
    h4=force(e,[st[4]]); h5=addmany(me,[st[5],f]); h6=addmany(me,[st[6],g]); h7=addmany(me,[st[7],h])
    me.close()
    return [h0,h1,h2,h3,h4,h5,h6,h7]
def sha256(cs,bits):
    p=list(bits); n=len(p); p.append(T)
    while (len(p)+64)%512: p.append(F)
    p+=[('c',bool(n>>i&1)) for i in range(63,-1,-1)]
    st=[u32c(v) for v in IV]
    for i in range(0,len(p),512): st=compress(cs,p[i:i+512],st)
    return [b for u in st for b in u[::-1]]

# ---------------- numbers (aux variable keys)
def num_bits_le(cs,x):
    v=cs.val(x); bits=[bit(cs,v>>i&1) for i in range(255)]
    lc={}
    for i,b in enumerate(bits): lc[b[1]]=pow(2,i,R)
    lc[x]=(lc.get(x,0)-1)%R
    cs.enforce({},{},lc); return bits
def inputize(cs,x):
    i=cs.alloc_input(cs.val(x)); cs.enforce(L((1,i)),L((1,ONE)),L((1,x)))
def pack_inputs(cs,bits):
    for j in range(0,len(bits),CAP):
        lc={}; v=0
        for i,b in enumerate(bits[j:j+CAP]): badd(lc,b,1<<i); v+=bval(b)<<i
        i=cs.alloc_input(v); cs.enforce(lc,L((1,ONE)),L((1,i)))
def pack_bits(cs,bits):
    lc={}; v=0
    for i,b in enumerate(bits[:CAP]): badd(lc,b,1<<i); v+=bval(b)<<i
    x=cs.alloc(v); cs.enforce(lc,L((1,ONE)),L((1,x))); return x
def rev_bits(bits):
    p=list(bits)
    while len(p)%8: p.append(F)
    return [b for i in range(0,len(p),8) for b in p[i:i+8][::-1]]
def eq(cs,a,b): cs.enforce(L((1,a)),L((1,ONE)),L((1,b)))
def num_add(cs,a,b):
    r=cs.alloc(cs.val(a)+cs.val(b)); cs.enforce(L((1,a),(1,b)),L((1,ONE)),L((1,r))); return r
def num_sub(cs,a,b):
    r=cs.alloc(cs.val(a)-cs.val(b)); cs.enforce(L((1,r),(1,b)),L((1,ONE)),L((1,a))); return r
def num_mul(cs,a,b):
    r=cs.alloc(cs.val(a)*cs.val(b)); cs.enforce(L((1,a)),L((1,b)),L((1,r))); return r
def pick(cs,cond,a,b):
    r=cs.alloc(cs.val(a) if bval(cond) else cs.val(b))
    cs.enforce(L((1,b),(-1,a)),blc(cond),L((1,b),(-1,r))); return r
def insert(cs,x,bits,els):
    n=len(els)+1
    if n==2:
        return [pick(cs,bits[0],els[0],x),pick(cs,bits[0],x,els[0])]
    if n==4:
        b0,b1=bits; a=x; b,c,d=els
        t=pick(cs,b0,b,a); p0=pick(cs,b1,b,t)
        t=pick(cs,b0,a,b); p1=pick(cs,b1,c,t)
        t=pick(cs,b0,d,a); p2=pick(cs,b1,t,c)
        t=pick(cs,b0,a,d); p3=pick(cs,b1,t,d)
        return [p0,p1,p2,p3]
    if n==8:
        b0,b1,b2=bits; a=x; b,c,d,e,f,g,h=els
        nor=a_nor(cs,b0,b1); an=a_and(cs,b0,b1)
        P=lambda q,u,v: pick(cs,q,u,v)
        t=P(nor,a,b); p0=P(b2,b,t)
        t=P(b0,a,b); t=P(b1,c,t); p1=P(b2,c,t)
        t=P(b0,d,a); t=P(b1,t,c); p2=P(b2,d,t)
        t=P(an,a,d); p3=P(b2,e,t)
        t=P(nor,a,f); p4=P(b2,t,e)
        t=P(b0,a,f); t=P(b1,g,t); p5=P(b2,t,f)
        t=P(b0,h,a); t=P(b1,t,g); p6=P(b2,t,g)
        t=P(an,a,h); p7=P(b2,t,h)
        return [p0,p1,p2,p3,p4,p5,p6,p7]
    raise NotImplementedError(n)

def fingerprint(cs):
    """TestConstraintSystem::hash of bellpepper-core (needs CS(record=True))"""
    import hashlib
    h=hashlib.blake2s(); b8=lambda v:v.to_bytes(8,'big')
    h.update(b8(len(cs.inp))+b8(len(cs.aux))+b8(cs.n))
    for row in cs.rec:
        for lc in row:
            t=[(0,-k-1,c) if k<0 else (1,k,c) for k,c in lc.items() if c%R]; t.sort()
            h.update(b8(len(t))+b''.join((b'A' if x else b'I')+b8(i)+c.to_bytes(32,'big') for x,i,c in t))
    return h.hexdigest()
