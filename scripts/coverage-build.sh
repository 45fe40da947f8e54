#!/usr/bin/env bash
# Builds tcc from Debian's sources with gcov, for `assay bench --only coverage --coverage-build DIR`.
# usage: coverage-build.sh DIR     about a minute; needs gcc, make and apt; DIR/cc is the compiler
set -euo pipefail
dir=${1:?usage: coverage-build.sh DIR}
mkdir -p "$dir" && dir=$(cd "$dir" && pwd)
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
uri=$(awk '/^URIs:/{print $2; exit}' /etc/apt/sources.list.d/debian.sources)
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $uri $suite main" >"$work/sources.list"
apt() {
    apt-get -qq -o Acquire::Check-Valid-Until=false -o Dir::Etc::sourcelist="$work/sources.list" -o Dir::Etc::sourceparts=/dev/null \
        -o Dir::State::lists="$work/lists" -o Dir::Cache="$work/cache" "$@"
}
apt update 2>/dev/null
orig=$(apt source --print-uris tcc | awk -F"'" '/orig.tar/ && !/asc/ {print $2; exit}')
[ -n "$orig" ] || { echo "Debian's archive has no source of tcc here" >&2; exit 3; }
/usr/lib/apt/apt-helper download-file "$orig" "$work/tcc.tar" >/dev/null 2>&1
mkdir "$work/source" && tar -C "$work/source" -xf "$work/tcc.tar"
configure=$(find "$work/source" -maxdepth 2 -name configure | head -n 1)
cp -r "$(dirname "$configure")/." "$dir" && cd "$dir"
./configure --extra-cflags="-O1 --coverage -w" --extra-ldflags="--coverage" >/dev/null
make -j"$(nproc)" tcc libtcc1.a >/dev/null 2>"$work/make" || { tail -n 5 "$work/make" >&2; exit 3; }
printf '#!/bin/sh\nexec "%s/tcc" -B"%s" "$@"\n' "$dir" "$dir" >cc
chmod +x cc
./cc -v 2>&1 | head -n 1
# What building its own library has covered is not the programs' work.
find . -name '*.gcda' -delete
