#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# See ../with_daemon.sh. The client is built from Debian's packages alone: golang-go and
# golang-google-grpc-dev.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$1
if [ "$2" = prepare ]; then
  command -v go >/dev/null || { echo "skipped: no go"; exit 77; }
  [ -d /usr/share/gocode/src/google.golang.org/grpc ] ||
    { echo "skipped: no golang-google-grpc-dev"; exit 77; }
  export GO111MODULE=off GOPATH=/usr/share/gocode GOFLAGS='' GOCACHE="$work/cache" CGO_ENABLED=0
  go build -o "$work/client" "$here/client.go" "$here/messages.go"
  exit 0
fi
shift
"$work/client" "$@"
