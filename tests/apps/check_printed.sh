#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# usage: check_printed.sh FILE PROGRAM ARGUMENTS...
# The file is what the program prints.
set -eu
file=$1
shift
"$@" | diff -u "$file" -
