# SPDX-License-Identifier: MIT OR Apache-2.0
"""PoR / StackedDrg / PoSt / EmptySectorUpdate circuit walks on dummy witnesses (values are arbitrary unless given)."""
from r1cs import *
import poseidon as P, random
rnd=random.Random(7)
rf=lambda: rnd.randrange(R)
def sha_node(cs,l,r):
    """Sha256 tree node circuit (hash_multi_leaf_circuit arity 2)"""
    bits=[]
    for x in (l,r): bits+=rev_bits(num_bits_le(cs,x))
    o=sha256(cs,bits)
    le=[b for i in range(0,256,8) for b in o[i:i+8][::-1]][:254]
    return pack_bits(cs,le)
def por(cs,leaf,path,root,hasher,private=True):
    """path: list of (arity,index,[siblings]) bottom-up; leaf/root keys"""
    cur=leaf; allbits=[]
    for ar,idx,sib in path:
        nb=ar.bit_length()-1
        bits=[bit(cs,idx>>i&1) for i in range(nb)]; allbits+=bits
        s=[cs.alloc(v) for v in sib]
        ins=insert(cs,cur,bits,s)
        cur=sha_node(cs,*ins) if hasher=='sha' else P.circuit(cs,ins)
    pack_inputs(cs,allbits)
    eq(cs,cur,root)
    if not private: inputize(cs,root)
    return cur
def path_shape(nodes,base,sub=0,top=0):
    n=nodes
    if top: n//=top
    if sub: n//=sub
    k=0
    while n>1: assert n%base==0; n//=base; k+=1
    return [base]*k+([sub] if sub else [])+([top] if top else [])
def dummy_path(shape): return [(a,rnd.randrange(a),[rf() for _ in range(a-1)]) for a in shape]
def label(cs,rid,parents,layer,node_bits_le):
    b=list(rid)+[F]*(256-len(rid))
    b+=u32c(layer)[::-1]+node_bits_le[::-1]
    b+=[F]*(512-len(b))
    for p in parents:
        b+=p
        b+=[F]*(-len(b)%256)
    assert len(b)==39*256
    o=sha256(cs,b)
    return pack_bits(cs,rev_bits(o)[:254])
def stacked(cs,nodes,base,sub,top,layers,nchal,log=None):
    dshape=path_shape(nodes,2); rshape=path_shape(nodes,base,sub,top)
    rid=cs.alloc(rf()); inputize(cs,rid); ridb=rev_bits(num_bits_le(cs,rid))
    cd=cs.alloc(rf()); inputize(cs,cd)
    cr=cs.alloc(rf()); inputize(cs,cr)
    crl=cs.alloc(rf()); cc=cs.alloc(rf())
    h=P.circuit(cs,[cc,crl]); eq(cs,cr,h)
    head=cs.n
    for _ in range(nchal):
        st=cs.n
        dl=cs.alloc(rf()); por(cs,dl,dummy_path(dshape),cd,'sha')
        t1=cs.n
        cols=[]
        for _ in range(6+8):
            col=[cs.alloc(rf()) for _ in range(layers)]
            hh=P.circuit(cs,col); por(cs,hh,dummy_path(rshape),cc,'pos'); cols.append(col)
        t2=cs.n
        chb=[bit(cs,rnd.randrange(2)) for _ in range(64)]; pack_inputs(cs,chb)
        labels=[]
        for l in range(1,layers+1):
            ps=[rev_bits(num_bits_le(cs,c[l-1])) for c in cols[:6]]
            if l>1: ps+=[rev_bits(num_bits_le(cs,c[l-2])) for c in cols[6:]]
            ex=ps*2+ps[:9] if l>1 else ps*6+ps[:1]
            labels.append(label(cs,ridb,ex,l,chb))
        t3=cs.n
        enc=num_add(cs,labels[-1],dl); por(cs,enc,dummy_path(rshape),crl,'pos')
        ch=P.circuit(cs,labels); por(cs,ch,dummy_path(rshape),cc,'pos')
        if log is not None: log.append(dict(head=head,comm_d=t1-st,columns=t2-t1,labels=t3-t2,tail=cs.n-t3,challenge=cs.n-st))
if __name__=='__main__':
    import sys,time
    for base,sub,top,exp in ((2,0,0,1206212),(8,0,0,1199620),(8,4,0,1296576),(8,4,2,1346982)):
        t=time.time(); nodes=8*(sub or 1)*(top or 1); cs=CS(check=False); log=[]
        stacked(cs,nodes,base,sub,top,2,1,log)
        print((base,sub,top),nodes,cs.stats(),'expected',exp,'OK' if exp==cs.n else 'DIFF',log,round(time.time()-t,1)); sys.stdout.flush()
