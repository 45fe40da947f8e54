#!/usr/bin/env bash
# Compiles every program in DIR that has an .expected beside it (NAME.c, NAME.cpp, or the files of NAME/) with each
# configuration, and compares the output. JOBS limits how many at a time. A file named by DONE remembers what was equal,
# by the program's text without its header comment and the configuration: such pairs are not compared again.
# A difference is tried again with flags that are known to cure a compiler's bug (CURES; a comma joins those that cure it
# together), and the line says so.
# usage: compare.sh DIR [CONFIG...]      a CONFIG is a compiler command, e.g. "gcc -O2" or "g++ -std=c++17 -O2"
set -u
dir=$1; shift
# Without a CONFIG: gcc at all levels and under its sanitizers; and clang, the newest that is installed, with MSan.
if [ $# -eq 0 ]; then
    set -- "gcc -O0 -std=c11 -pedantic-errors" "gcc -O1" "gcc -O2" "gcc -O3" "gcc -Os" \
        "gcc -O1 -fsanitize=undefined,address -fno-sanitize-recover=all"
    clang=$(compgen -c clang- | grep -xE 'clang-[0-9]+' | sort -t- -k2 -rn | head -1)
    clang=${clang:-$(command -v clang)}
    [ -z "$clang" ] || set -- "$@" "$clang -O0" "$clang -O1" "$clang -O2" "$clang -O3" "$clang -Os" \
        "$clang -O1 -fsanitize=undefined,address -fno-sanitize-recover=all" "$clang -O1 -fsanitize=memory"
fi
export DONE=${DONE:-/dev/null}
# tests/bugs: gcc-12-zero-minus-integer, gcc-vector-lane-of-structure-parameter, gcc-product-of-least-in-loop,
# gcc-index-of-128-bits, clang-string-index-never-reached
export CURES=${CURES--frounding-math -fno-ipa-sra -fno-aggressive-loop-optimizations \
    -fno-tree-fre,-fno-tree-pre,-fno-tree-dominator-opts -mcmodel=large}
cure() {
    for flag in $CURES; do
        "$@" ${flag//,/ } -w -o "$tmp/cured" $files -lm 2> /dev/null || continue
        if ASAN_OPTIONS=detect_leaks=0 timeout 10 "$tmp/cured" 2> /dev/null | cmp -s - "$name.expected"; then
            echo " (cured by $flag)"
            return
        fi
    done
}
one() {
    name=${1%.expected}; shift
    if [ -d "$name" ]; then files=$(ls "$name"/*.c "$name"/*.cpp 2> /dev/null)
    else files=$(ls "$name.c" "$name.cpp" 2> /dev/null); fi
    text=$(awk 'FNR == 1 { header = /^\/\*/ } !header; /\*\// { header = 0 }' $files "$name.expected" | sha256sum | cut -c1-24)
    tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT
    for config; do
        grep -qxF "$text $config" "$DONE" 2> /dev/null && continue
        if ! $config -w -o "$tmp/a.out" $files -lm 2> "$tmp/err"; then
            echo "REJECT $name [$config]: $(grep -m1 error "$tmp/err")$(cure $config)"; continue
        fi
        ASAN_OPTIONS=detect_leaks=0 timeout 10 "$tmp/a.out" > "$tmp/out" 2> "$tmp/err"; code=$?
        if [ $code -ne 0 ]; then
            echo "FAIL($code) $name [$config]: $(grep -m1 -E 'runtime error|ERROR|WARNING' "$tmp/err")$(cure $config)"
        elif ! cmp -s "$tmp/out" "$name.expected"; then
            echo "WRONG $name [$config]: got $(cat "$tmp/out"), want $(cat "$name.expected")$(cure $config)"
        else
            echo "$text $config" >> "$DONE"
        fi
    done
}
export -f one cure
find "$dir" -name '*.expected' | sort | xargs -P "${JOBS:-$(nproc)}" -I{} bash -c 'one "$@"' _ {} "$@"
echo "compared $(find "$dir" -name '*.expected' | wc -l) programs with $# configurations"
