#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# usage: make_params.sh CUZK DIR
# Development parameters of 2 KiB circuits for the tests of the daemon: made once, then kept.
set -eu
cuzk=$1 dir=$2
export CUZK_CACHE_DIR="$dir/cache"
mkdir -p "$dir"
exec 9>"$dir/lock"
flock 9
for kind in winning window update porep; do
  [ ! -e "$dir/$kind.made" ] || continue
  "$cuzk" setup --quiet --kind "$kind" --sector-size 2KiB --out "$dir/params" \
    --insecure-toxic 1000003,1000033,1000037,1000039,1000081
  : >"$dir/$kind.made"
done
