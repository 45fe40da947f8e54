#!/usr/bin/env bash
# Runs a suite of C programs of others on the machine and compares them with gcc's binaries.
# usage: scripts/suite.sh DIR...      all *.c in the folders, one by one; FLAGS are for gcc
# Files that gcc does not make a program of are left out. What a binary prints and returns is what the machine must
# print and return, with operands evaluated from left to right. A difference is our bug until proven otherwise, and so is a report of undefined behaviour.
# Lines: verdict, file, words. Ends with a table, and with the reasons for what is unsupported.
set -u
[ $# -gt 0 ] || { sed -n '2,3p' "$0" >&2; exit 2; }
limit=5 # seconds for the binary
root=$(cd "$(dirname "$0")/.." && pwd)
assay=${ASSAY:-$root/target/release/assay}
[ -x "$assay" ] || (cd "$root" && cargo build --release --quiet) || exit 3
flags=${FLAGS:--w}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# The options that the file's own directives ask for, as far as they say which language it is in.
dialect() {
    gcc_options=$(grep -hoE 'dg-(additional-)?options +"[^"]*"' "$1" | grep -oE -- '-(fwrapv|fno-strict-overflow|fno-strict-aliasing|std=[a-z0-9]+|fgnu89-inline|fpermissive)' | tr '\n' ' ')
    assay_options=
    case $gcc_options in *-fwrapv* | *-fno-strict-overflow*) assay_options="--wrapv" ;; esac
    case $gcc_options in *-fno-strict-aliasing*) assay_options="$assay_options --aliasing any" ;; esac
}

# The verdict on one file, and its words.
verdict() {
    local file=$1 code got
    dialect "$file"
    if ! (cd "$(dirname "$file")" && gcc $flags $gcc_options -O0 -o "$dir/a.out" "$(basename "$file")" -lm) 2>/dev/null; then
        echo skipped gcc makes no program of it; return
    fi
    (cd "$dir" && timeout "$limit" ./a.out) >"$dir/expected" 2>/dev/null </dev/null
    code=$?
    if [ $code -eq 124 ]; then echo skipped the binary takes too long; return; fi
    (cd "$(dirname "$file")" && timeout 60 "$assay" run "$(basename "$file")" $assay_options --order left-to-right --max-steps 300000000) \
        >"$dir/actual" 2>"$dir/report" </dev/null
    got=$?
    if [ $got -eq "$code" ] && cmp -s "$dir/expected" "$dir/actual"; then echo equal; return; fi
    local words
    words=$(grep -m 1 -E 'error|assay' "$dir/report" | sed -E "s|^[^ ]*:([0-9]+):[0-9]+: error: |line \1: |")
    case $got in
    110) echo undefined "$words" ;;
    111) echo unsupported "$words" ;;
    112 | 124) echo budget "$words" ;;
    113) echo rejected "$words" ;;
    *) echo different "exit code $got, wanted $code; $words" ;;
    esac
}

for folder; do
    find "$folder" -name '*.c' | LC_ALL=C sort | while read -r file; do
        read -r kind words < <(verdict "$file")
        echo "$kind" >>"$dir/kinds"
        [ "$kind" = equal ] || [ "$kind" = skipped ] || echo "$kind $file $words"
        [ "$kind" = unsupported ] && echo "$words" | sed -E 's/^line [0-9]+: //' >>"$dir/reasons"
    done
done
echo
echo "programs:"
sort "$dir/kinds" | uniq -c | sort -rn
[ ! -s "$dir/reasons" ] || { echo "unsupported because of:"; sort "$dir/reasons" | uniq -c | sort -rn; }
! grep -qE '^different' "$dir/kinds"
