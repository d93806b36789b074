#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# usage: with_daemon.sh CUZK PARAMS WORK RUN
# Starts a daemon with the parameters of tests/apps/make_params.sh and has RUN talk to it: RUN is
# called as RUN WORK "prepare", which may exit with 77 (skipped), then for each address as
# RUN WORK ADDRESS GOLDEN OUT. The proofs it leaves in OUT must verify, one at least.
set -eu
cuzk=$1 params=$2 work=$3 run=$4
root=$(cd "$(dirname "$0")/../.." && pwd)
golden=$root/tests/data/golden
export CUZK_CACHE_DIR="$params/cache" CUZK_PROTO_DIR="$root/src/rpc/proto"
mkdir -p "$work"
"$run" "$work" prepare

dir=$(mktemp -d)
daemon=
trap '[ -z "$daemon" ] || kill "$daemon" 2>/dev/null || true; rm -rf "$dir"' EXIT
cat >"$dir/cuzk.toml" <<END
[daemon]
listen = ["unix://$dir/cuzk.sock", "127.0.0.1:0"]
[srs]
param_cache = "$params/params"
allow_development = true
[memory]
total_budget = "3GiB"
[logging]
format = "text"
END
"$cuzk" daemon --config "$dir/cuzk.toml" 2>"$dir/log" &
daemon=$!
tries=0
until [ -S "$dir/cuzk.sock" ] && grep -q '127\.0\.0\.1:' "$dir/log"; do
  tries=$((tries + 1))
  [ $tries -lt 300 ] || { cat "$dir/log"; exit 1; }
  sleep 0.1
done
port=$(sed -n 's/.*127\.0\.0\.1:\([0-9]*\).*/\1/p' "$dir/log" | head -1)

verify() {
  kind=$1
  shift
  [ -e "$dir/out/$kind.proof" ] || return 0
  n=$((n + 1))
  "$cuzk" verify "$kind" --quiet --proof "$dir/out/$kind.proof" "$@"
}
r=79e99659ee9b2e5eb90b15c4c845ffabb94ada44f0a902289034aeabfd1d763b
comm_r_1=d3f69b478cce07df6fc2a0cfed1afd70e149b2c3aaed2843513b9155b8ba260f
comm_r_2=42b2c018fa07eed76af96e6db3cb2adc8f40cb94c033bff64c0e6fc613447d48
for address in "unix://$dir/cuzk.sock" "127.0.0.1:$port"; do
  rm -rf "$dir/out"
  mkdir "$dir/out"
  n=0
  "$run" "$work" "$address" "$golden" "$dir/out" || { cat "$dir/log"; exit 1; }
  verify porep --vk "$golden/setup/porep-2KiB.vk" --c1 "$golden/seal-2k/c1-curio.json"
  verify winning --vk "$golden/setup/winning-2KiB.vk" --randomness $r --sector 1=$comm_r_1 \
    --registered-proof StackedDrgWinning2KiBV1
  verify window --vk "$golden/setup/window-2KiB.vk" --randomness $r --sector 1=$comm_r_1 \
    --sector 2=$comm_r_2 --registered-proof StackedDrgWindow2KiBV1_2
  verify update --vk "$golden/setup/update-2KiB.vk" --registered-proof StackedDrg2KiBV1 \
    --comm-r-old $comm_r_1 \
    --comm-r-new 87c92e03f8327a9efb2c42fdcb301d7f56a16e488cd444776130c55e95e2bf1d \
    --comm-d-new 5b995f231d5f693296fb019d6a3213aed81e1cbb5da68a40d39b660b4ec48008
  [ $n -gt 0 ] || { echo "no proof was left"; exit 1; }
done
kill "$daemon"
wait "$daemon"
daemon=
echo "the daemon ended well"
