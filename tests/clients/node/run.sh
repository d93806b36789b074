#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# See ../with_daemon.sh. Runs with every Node there is: the first one found and Debian's own.
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
node "$work/run.js" "$@"
debian=/usr/bin/nodejs
if [ -x "$debian" ] && [ "$("$debian" --version)" != "$(node --version)" ]; then
  "$debian" "$work/run.js" "$@"
fi
