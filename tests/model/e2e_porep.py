# SPDX-License-Identifier: MIT OR Apache-2.0
"""Seal a deterministic 2KiB sector with the vanilla model, run the circuit on the real witness, compare public inputs."""
import sys, json
from seal import *
import circuits as C
from r1cs import *
import poseidon as P
def seal_sector(nodes,b,s,t,layers,porep_id,prover,sector,ticket,data):
    g=Graph(nodes,porep_id)
    td=Tree(data,[2]*(nodes.bit_length()-1),hs)
    rid=replica_id(prover,sector,ticket,td.root,porep_id)
    lab=labels(g,rid,layers)
    cols=[[l[i] for l in lab] for i in range(nodes)]
    ar=C.path_shape(nodes,b,s,t)
    tc=Tree([hp(c) for c in cols],ar,hp)
    enc=[frb((fr(k)+fr(d))%R) for k,d in zip(lab[-1],data)]
    tr=Tree(enc,ar,hp)
    comm_r=hp([tc.root,tr.root])
    return dict(g=g,td=td,rid=rid,lab=lab,cols=cols,tc=tc,tr=tr,enc=enc,comm_r=comm_r,comm_d=td.root)
def pub_inputs(S,ch):
    x=[fr(S['rid']),fr(S['comm_d']),fr(S['comm_r'])]
    for c in ch:
        x.append(c); x+=S['g'].parents(c); x+=S['g'].exp_parents(c); x+=[c,c,c]
    return x
def synth(cs,S,ch,layers):
    P_=lambda pr: [(a,i,[fr(h) for h in sib]) for a,i,sib in pr]
    rid=cs.alloc(fr(S['rid'])); inputize(cs,rid); ridb=rev_bits(num_bits_le(cs,rid))
    cd=cs.alloc(fr(S['comm_d'])); inputize(cs,cd)
    cr=cs.alloc(fr(S['comm_r'])); inputize(cs,cr)
    crl=cs.alloc(fr(S['tr'].root)); cc=cs.alloc(fr(S['tc'].root))
    h=P.circuit(cs,[cc,crl]); eq(cs,cr,h)
    for c in ch:
        dl=cs.alloc(fr(S['td'].rows[0][c])); C.por(cs,dl,P_(S['td'].path(c)),cd,'sha')
        cols=[]
        for p in S['g'].parents(c)+S['g'].exp_parents(c):
            col=[cs.alloc(fr(v)) for v in S['cols'][p]]
            hh=P.circuit(cs,col); C.por(cs,hh,P_(S['tc'].path(p)),cc,'pos'); cols.append(col)
        chb=[bit(cs,c>>i&1) for i in range(64)]; pack_inputs(cs,chb)
        labs=[]
        for l in range(1,layers+1):
            ps=[rev_bits(num_bits_le(cs,k[l-1])) for k in cols[:6]]
            if l>1: ps+=[rev_bits(num_bits_le(cs,k[l-2])) for k in cols[6:]]
            labs.append(C.label(cs,ridb,ps*2+ps[:9] if l>1 else ps*6+ps[:1],l,chb))
        e=num_add(cs,labs[-1],dl); C.por(cs,e,P_(S['tr'].path(c)),crl,'pos')
        hh=P.circuit(cs,labs); C.por(cs,hh,P_(S['tc'].path(c)),cc,'pos')
if __name__=='__main__':
    nodes=64; porep_id=(5).to_bytes(8,'little')+bytes(24); prover=bytes([7])*32; ticket=bytes([1])*32; seed=bytes([2])*32
    data=[frb(i) for i in range(nodes)]
    S=seal_sector(nodes,8,0,0,2,porep_id,prover,1,ticket,data)
    ch=challenges(nodes,S['rid'],seed,2,0)
    print('replica_id',S['rid'].hex()); print('comm_d',S['comm_d'].hex()); print('comm_c',S['tc'].root.hex()); print('comm_r_last',S['tr'].root.hex()); print('comm_r',S['comm_r'].hex())
    print('challenges',ch); print('drg_seed',S['g'].seed.hex(),'feistel',[hex(k) for k in S['g'].keys])
    for c in (1,2,3,63): print('parents',c,S['g'].parents(c),S['g'].exp_parents(c))
    print('label[1][0]',S['lab'][0][0].hex(),'label[2][63]',S['lab'][1][63].hex())
    cs=CS(record=True); synth(cs,S,ch,2)
    print(cs.stats()); print('inputs match',cs.inp[1:]==pub_inputs(S,ch),'unsat',len(cs.bad))
    print('fingerprint',fingerprint(cs))
    print('public inputs',pub_inputs(S,ch)[3:])
