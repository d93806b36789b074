#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# usage: make_params.sh CUZK DIR [again]
# Development parameters of all 2 KiB circuits from the golden toxic values, in DIR/params, for
# every test that proves with them; what setup said is in DIR/KIND.json. Made once, then kept;
# "again": unless CUZK is newer.
set -eu
cuzk=$1 dir=$2 again=${3:-}
export CUZK_CACHE_DIR="$dir/cache"
mkdir -p "$dir"
exec 9>"$dir/lock"
flock 9
for kind in porep winning window update; do
  said=$dir/$kind.json
  if [ -e "$said" ] && { [ -z "$again" ] || [ "$said" -nt "$cuzk" ]; }; then
    continue
  fi
  "$cuzk" setup --json --kind "$kind" --sector-size 2KiB --out "$dir/params" \
    --insecure-toxic 1000003,1000033,0xf4265,1000039,1000081 >"$said.new"
  mv "$said.new" "$said"
done
