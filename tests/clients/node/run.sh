#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# See ../with_daemon.sh. Runs with every Node on the PATH, Debian's own and others: one of each
# version.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$1
if [ "$2" = prepare ]; then
  for needed in node npm; do
    command -v $needed >/dev/null || { echo "skipped: no $needed"; exit 77; }
  done
  cp "$here"/package.json "$here"/package-lock.json "$here"/.npmrc "$here"/*.js "$work"
  cd "$work"
  npm ci --ignore-scripts --no-audit --no-fund --silent ||
    { echo "skipped: npm cannot fetch the packages"; exit 77; }
  exit 0
fi
shift
nodes() (
  seen=
  IFS=:
  for dir in $PATH; do
    for name in node nodejs; do
      [ -x "$dir/$name" ] || continue
      version=$("$dir/$name" --version)
      case "$seen" in *" $version "*) continue ;; esac
      seen="$seen $version "
      echo "$dir/$name"
    done
  done
)
brief=0
for node in $(nodes); do
  CLIENT_BRIEF=$brief "$node" "$work/run.js" "$@"
  brief=1
done
