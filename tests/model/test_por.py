# SPDX-License-Identifier: MIT OR Apache-2.0
from circuits import *
for (b,s,t,h,exp,priv) in ((2,0,0,'pos',1887,0),(8,0,0,'pos',1063,0),(8,2,0,'pos',1377,0),(8,4,2,'pos',1764,0),(8,8,0,'pos',1593,0),(8,8,2,'pos',1907,0),(2,0,0,'sha',272295,0),(4,0,0,'pos',1164,0),(8,0,0,'pos',1062,1)):
    nodes=64*(s or 1)*(t or 1); cs=CS(check=False); leaf=cs.alloc(rf()); root=cs.alloc(rf())
    por(cs,leaf,dummy_path(path_shape(nodes,b,s,t)),root,h,private=bool(priv))
    print((b,s,t,h),nodes,cs.n,exp,'OK' if cs.n==exp else 'DIFF')
