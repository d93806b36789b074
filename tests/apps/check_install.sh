#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Installs into a folder nobody configured for and builds the example against it, as a user would.
# usage: check_install.sh BUILD-DIR EXAMPLE COMPILER [EMULATOR]
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cmake --install "$1" --prefix "$dir" >/dev/null
PKG_CONFIG_PATH=$(dirname "$(find "$dir" -name libcuzk.pc)")
export PKG_CONFIG_PATH
for page in man1/cuzk.1 man1/cuzk-bench.1 man3/libcuzk.3; do
  [ -s "$dir/share/man/$page" ] || { echo "no manual page $page"; exit 1; }
done
cd "$dir"
# shellcheck disable=SC2046 # a list of words
"$3" "$2" $(pkg-config --cflags --libs libcuzk) -o cubic
LD_LIBRARY_PATH=$(pkg-config --variable=libdir libcuzk) CUZK_CACHE_DIR='' ${4:-} ./cubic
