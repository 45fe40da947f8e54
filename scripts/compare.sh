#!/usr/bin/env bash
# Compiles every DIR/*.c that has an .expected beside it with each configuration, and compares the output.
# usage: compare.sh DIR [CONFIG...]      a CONFIG is a compiler command, e.g. "gcc -O2"
# JOBS sets how many programs are looked at in parallel.
set -u
dir=$1; shift
[ $# -gt 0 ] || set -- "gcc -O0 -std=c11 -pedantic-errors" "gcc -O1" "gcc -O2" "gcc -O3" "gcc -Os" \
    "gcc -O1 -fsanitize=undefined,address -fno-sanitize-recover=all"
one() {
    file=$1; shift
    tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT
    for config; do
        if ! $config -w -o "$tmp/a.out" "$file" -lm 2> "$tmp/err"; then
            echo "REJECT $file [$config]: $(grep -m1 error "$tmp/err")"; continue
        fi
        ASAN_OPTIONS=detect_leaks=0 timeout 10 "$tmp/a.out" > "$tmp/out" 2> "$tmp/err"; code=$?
        if [ $code -ne 0 ]; then
            echo "FAIL($code) $file [$config]: $(grep -m1 -E 'runtime error|ERROR' "$tmp/err")"
        elif ! cmp -s "$tmp/out" "${file%.c}.expected"; then
            echo "WRONG $file [$config]: got $(cat "$tmp/out"), want $(cat "${file%.c}.expected")"
        fi
    done
}
export -f one
find "$dir" -name '*.c' ! -name '*.bad.c' | sort | xargs -P "${JOBS:-$(nproc)}" -I{} bash -c 'one "$@"' _ {} "$@"
echo "compared $(find "$dir" -name '*.expected' | wc -l) programs with $# configurations"
