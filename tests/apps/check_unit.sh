#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# usage: check_unit.sh UNIT PROGRAM
# systemd finds nothing wrong with the unit, and the sandbox is closed; 77 where there is none.
set -eu
command -v systemd-analyze >/dev/null || exit 77
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
sed -e "s|^ExecStart=[^ ]*|ExecStart=$2|" -e '/^Documentation=/d' "$1" >"$dir/cuzk.service"
said=$(systemd-analyze verify "$dir/cuzk.service" 2>&1) || { echo "$said"; exit 1; }
[ -z "$said" ] || { echo "$said"; exit 1; }
systemd-analyze security --offline=true --threshold=20 "$dir/cuzk.service" >"$dir/report" || {
  tail -1 "$dir/report"
  exit 1
}
