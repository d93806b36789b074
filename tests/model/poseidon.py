# SPDX-License-Identifier: MIT OR Apache-2.0
"""Poseidon parameters (Grain LFSR, Cauchy MDS, compressed constants, sparse factors), hash and legacy circuit."""
from r1cs import *
from functools import lru_cache
RP={1:55,2:55,4:56,8:57,11:57,16:59,24:59,36:60}
def inv(x): return pow(x,R-2,R)
def grain(t,rf,rp,bits=255):
    st=[]
    for n,v in ((2,1),(4,1),(12,bits),(12,t),(10,rf),(10,rp),(30,(1<<30)-1)):
        st+=[v>>i&1 for i in range(n-1,-1,-1)]
    def step():
        b=st[62]^st[51]^st[38]^st[23]^st[13]^st[0]; st.pop(0); st.append(b); return b
    for _ in range(160): step()
    def nxt():
        while not step(): step()
        return step()
    out=[]
    while len(out)<(rf+rp)*t:
        v=0
        for _ in range(bits): v=v*2+nxt()
        if v<R: out.append(v)
    return out
def minv(m):
    n=len(m); a=[r[:]+[int(i==j) for j in range(n)] for i,r in enumerate(m)]
    for c in range(n):
        p=next(r for r in range(c,n) if a[r][c]); a[c],a[p]=a[p],a[c]
        k=inv(a[c][c]); a[c]=[x*k%R for x in a[c]]
        for r in range(n):
            if r!=c and a[r][c]:
                k=a[r][c]; a[r]=[(x-k*y)%R for x,y in zip(a[r],a[c])]
    return [r[n:] for r in a]
def mv(m,v): return [sum(x*y for x,y in zip(r,v))%R for r in m]
def mm(a,b):
    bt=list(zip(*b)); return [[sum(x*y for x,y in zip(r,c))%R for c in bt] for r in a]
class Params: pass
@lru_cache(None)
def params(arity):
    P=Params(); P.arity=arity; P.t=t=arity+1; P.rf=8; P.rp=RP[arity]; P.tag=(1<<arity)-1
    P.rc=rc=grain(t,P.rf,P.rp)
    P.m=m=[[inv(i+t+j) for j in range(t)] for i in range(t)]
    mi=minv(m); half=4
    key=lambda r: rc[r*t:(r+1)*t]
    res=list(key(0))
    for i in range(half-1): res+=mv(mi,key(i+1))
    fin=half+P.rp; acc=key(fin); pk=[]
    for i in range(P.rp):
        v=mv(mi,acc); pk.append(v[0]); v[0]=0
        acc=[(x+y)%R for x,y in zip(key(fin-i-1),v)]
    res+=mv(mi,acc); res+=pk[::-1]
    for i in range(1,half): res+=mv(mi,key(fin+i))
    P.crc=res; assert len(res)==8*t+P.rp
    cur=m; sp=[]
    for _ in range(P.rp):
        hat=[r[1:] for r in cur[1:]]; w=[r[0] for r in cur[1:]]; wh=mv(minv(hat),w)
        sp.append(([cur[0][0]]+wh, cur[0][1:]))
        prime=[[1]+[0]*(t-1)]+[[0]+r[1:] for r in cur[1:]]
        cur=mm(m,prime)
    P.pre=cur; P.sparse=sp[::-1]
    return P
def hash_correct(arity,pre):
    P=params(arity); s=[P.tag]+list(pre); rc=P.rc; t=P.t; k=0
    for r in range(P.rf+P.rp):
        s=[(x+rc[k+i])%R for i,x in enumerate(s)]; k+=t
        if r<4 or r>=4+P.rp: s=[pow(x,5,R) for x in s]
        else: s[0]=pow(s[0],5,R)
        s=mv(P.m,s)
    return s[1]
def _vecmat(s,m): return [sum(s[i]*m[i][j] for i in range(len(s)))%R for j in range(len(s))]
def hash_static(arity,pre,tag=None):
    P=params(arity); t=P.t; c=P.crc; s=[(x+y)%R for x,y in zip([P.tag if tag is None else tag]+list(pre),c)]; o=t
    rnd=0
    def mix(s):
        nonlocal rnd
        if rnd==3: s=_vecmat(s,P.pre)
        elif 3<rnd<4+P.rp:
            wh,v=P.sparse[rnd-4]
            s=[sum(x*y for x,y in zip(s,wh))%R]+[(s[j]+s[0]*v[j-1])%R for j in range(1,t)]
        else: s=mv(P.m,s)
        rnd+=1; return s
    for _ in range(4):
        s=[(pow(x,5,R)+k)%R for x,k in zip(s,c[o:o+t])]; o+=t; s=mix(s)
    for _ in range(P.rp):
        s[0]=(pow(s[0],5,R)+c[o])%R; o+=1; s=mix(s)
    for _ in range(3):
        s=[(pow(x,5,R)+k)%R for x,k in zip(s,c[o:o+t])]; o+=t; s=mix(s)
    s=[pow(x,5,R) for x in s]; s=mix(s); assert o==len(c)
    return s[1]
def circuit(cs,pre,tag=None):
    """legacy neptune circuit; pre: list of aux keys; returns aux key. Elements: ('a',key) or ('l',dict)"""
    P=params(len(pre)); t=P.t; c=P.crc; o=0; rnd=0; tag=P.tag if tag is None else tag
    els=[('l',{ONE:tag})]+[('a',k) for k in pre]
    def alloc(e):
        if e[0]=='a': return e[1]
        x=cs.alloc(cs.ev(e[1])); cs.enforce(e[1],L((1,ONE)),L((1,x))); return x
    def sbox(e,post):
        l=alloc(e); l2=num_mul(cs,l,l); l4=num_mul(cs,l2,l2)
        x=cs.alloc(cs.val(l4)*cs.val(l)+(post or 0))
        C={x:1}
        if post is not None: C[ONE]=(-post)%R
        cs.enforce(L((1,l)),L((1,l4)),C); return ('a',x)
    def sbox_pre(e,pre_,post):
        l=alloc(e); v=cs.val(l)+pre_; l2=cs.alloc(v*v)
        cs.enforce(L((1,l),(pre_,ONE)),L((1,l),(pre_,ONE)),L((1,l2)))
        l4=num_mul(cs,l2,l2); x=cs.alloc(cs.val(l4)*v+post)
        cs.enforce(L((1,l),(pre_,ONE)),L((1,l4)),L((1,x),(-post,ONE))); return ('a',x)
    def asd(e): return {e[1]:1} if e[0]=='a' else e[1]
    def sp(col):
        d={}
        for e,k in zip(els,col): lc_add(d,k,asd(e))
        return ('l',d)
    def mix():
        nonlocal els,rnd
        if 3<rnd<4+P.rp:
            wh,v=P.sparse[rnd-4]; out=[sp(wh)]
            for j in range(1,t):
                d=dict(asd(els[j])); lc_add(d,v[j-1],asd(els[0])); out.append(('l',d))
            els=out
        else:
            m=P.pre if rnd==3 else P.m
            els=[sp([m[i][j] for i in range(t)]) for j in range(t)]
        rnd+=1
    pre_=c[0:t]; post=c[t:2*t]; o=2*t
    n=[]
    for i in range(t):
        if i==0: n.append(('l',{ONE:(pow(tag+pre_[0],5,R)+post[0])%R}))
        else: n.append(sbox_pre(els[i],pre_[i],post[i]))
    els=n; mix()
    for _ in range(3):
        els=[sbox(e,c[o+i]) for i,e in enumerate(els)]; o+=t; mix()
    for _ in range(P.rp):
        els[0]=sbox(els[0],c[o]); o+=1; mix()
    for _ in range(3):
        els=[sbox(e,c[o+i]) for i,e in enumerate(els)]; o+=t; mix()
    els=[sbox(e,None) for e in els]; mix()
    return alloc(els[1])
if __name__=='__main__':
    def le(x): return [hex(x>>(64*i)&(2**64-1)) for i in range(4)]
    for a in (2,4,8,11):
        pre=list(range(a)); x=hash_correct(a,pre); y=hash_static(a,pre)
        cs=CS(); k=[cs.alloc(v) for v in pre]; z=circuit(cs,k)
        print(a,x==y==cs.val(z),cs.stats(),le(x))
