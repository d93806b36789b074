#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# usage: check_idle.sh PROGRAM KIB
# A daemon with nothing to do holds at most so much anonymous memory, and ends when it is asked.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
CUZK_SRS_PARAM_CACHE=$dir CUZK_CACHE_DIR=$dir/cache "$1" daemon -l "unix://$dir/s" 2>"$dir/log" &
daemon=$!
for _ in $(seq 100); do
  grep -q ' serving ' "$dir/log" && break
  sleep 0.05
done
held=$(sed -n 's/^RssAnon:[^0-9]*\([0-9]*\) kB/\1/p' "/proc/$daemon/status")
kill -TERM "$daemon"
wait "$daemon" || { cat "$dir/log"; exit 1; }
grep ' serving ' "$dir/log" || { cat "$dir/log"; exit 1; }
echo "$held KiB"
[ "$held" -le "$2" ]
