#!/usr/bin/env bash
# Runs programs that Csmith wrote on the machine and compares them with gcc's binaries.
# usage: scripts/foreign.sh [COUNT] [FIRST_SEED]
# Csmith leaves the order of volatile accesses open, takes addresses of packed members, and reads members of unions
# through pointers after others were stored: these three are let pass.
# Every difference, and every other report of undefined behaviour, is our bug until proven otherwise.
set -u
count=${1:-200}
first=${2:-1}
limit=5 # seconds for the binary
root=$(cd "$(dirname "$0")/.." && pwd)
assay=${ASSAY:-$root/target/release/assay}
keep=${KEEP:-$root/target/foreign}

if ! command -v csmith >/dev/null; then
    echo "skipped: csmith is not installed" >&2
    exit 0
fi
[ -x "$assay" ] || (cd "$root" && cargo build --release --quiet) || exit 3
include=${CSMITH_INCLUDE:-$(dirname "$(find /usr/include /usr/local/include -name csmith.h 2>/dev/null | head -n 1)")}
if ! [ -f "$include/csmith.h" ]; then
    echo "skipped: csmith.h is not installed (package libcsmith-dev; or set CSMITH_INCLUDE)" >&2
    exit 0
fi
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir -p "$keep"

# Times are the processor's, in milliseconds, so that other work on the computer does not count.
TIMEFORMAT='%U %S'
cpu() { awk '{ printf "%d\n", ($1 + $2) * 1000 }' "$dir/time"; }
equal=0 slow=0 unsupported=0 different=0 undefined=0 late=0 failed=0
for ((seed = first; seed < first + count; seed++)); do
    c=$dir/$seed.c
    # It leaves a file behind where it runs.
    if ! (cd "$dir" && csmith --seed "$seed") >"$c" || ! gcc -w -O0 -I "$include" -o "$dir/a.out" "$c"; then
        failed=$((failed + 1))
        continue
    fi
    { time timeout "$limit" "$dir/a.out" >"$dir/expected" 2>/dev/null; } 2>"$dir/time"
    code=$?
    binary=$(cpu)
    if [ $code -eq 124 ]; then
        slow=$((slow + 1))
        continue
    fi
    allowed=$((20 * binary + 100))
    # What preprocessing takes is not ours to answer for.
    gcc -w -E -I "$include" -o "$dir/$seed.i" "$c"
    { time timeout $((allowed / 1000 * 4 + 60)) "$assay" run "$dir/$seed.i" --order left-to-right --align any --aliasing any >"$dir/actual" 2>"$dir/report"; } 2>"$dir/time"
    got=$?
    ours=$(cpu)
    if [ $ours -gt $allowed ]; then
        late=$((late + 1))
        echo "seed $seed: slow: $ours ms, binary $binary ms"
    fi
    if [ $got -eq "$code" ] && cmp -s "$dir/expected" "$dir/actual"; then
        equal=$((equal + 1))
        continue
    fi
    case $got in
    124) continue ;; # counted as slow
    110) undefined=$((undefined + 1)) what=undefined ;;
    111) unsupported=$((unsupported + 1)) what=unsupported ;;
    *) different=$((different + 1)) what="different (exit code $got, wanted $code)" ;;
    esac
    echo "seed $seed: $what: $(head -n 1 "$dir/report")"
    cp "$c" "$keep/$seed.c"
done
echo "$count programs: $equal equal, $different different, $undefined undefined, $unsupported unsupported," \
    "$failed not compiled, $slow too slow for gcc's binary, $late slower than 20 times the binary and 100 ms"
[ "$equal" -gt 0 ] && [ $((different + undefined + failed)) -eq 0 ] && [ $((unsupported * 50)) -le "$count" ]
