#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# usage: storages_closed.sh LAYERS.a ... -- STORAGES.a
# Linear combinations of one storage must never reach code compiled for another: what the storages
# need from outside may not be anything the layers that build linear combinations define.
set -eu
defined=
while [ "$1" != -- ]; do
  defined="$defined
$(nm -g --defined-only "$1" | awk 'NF == 3 { print $3 }')"
  shift
done
wanted=$(nm -u "$2" | awk '$1 == "U" { print $2 }' | sort -u)
[ -n "$wanted" ] # fr_add and the like
shared=$(printf '%s\n%s\n' "$(printf '%s\n' "$defined" | sort -u)" "$wanted" | sort | uniq -d)
[ -z "$shared" ] || { echo "storages use, of another storage: $shared"; exit 1; }
