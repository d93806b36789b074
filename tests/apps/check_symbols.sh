#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# usage: check_symbols.sh NM LIBRARY HEADERS...
# The library shows what its headers declare with CUZK_API, all of it and nothing else.
set -eu
nm=$1
library=$2
shift 2
case $library in *.so*) dynamic=-D ;; *) dynamic= ;; esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
$nm -g --defined-only $dynamic "$library" | awk 'NF == 3 { print $3 }' | sort >"$work/shown"
cat "$@" | tr '\n' ' ' | grep -o 'CUZK_API [^;(]*(' | grep -o 'cuzk_[a-z0-9_]*($' | tr -d '(' |
  sort >"$work/declared"
diff "$work/declared" "$work/shown"
[ -s "$work/shown" ]
