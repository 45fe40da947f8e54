#!/usr/bin/env bash
# The table of CsmithEdge's section 4.2 on this machine: programs per hour that are generated, time out, are invalid and
# are usable, for Csmith (if it is installed), `csmith`, and `edge` with repair and without.
# usage: table3.sh [SECONDS] [TIMEOUT]     SECONDS for each column, TIMEOUT of the binary in seconds
# A program counts as usable when gcc's binary ends in time and, for ours, prints what it must. For `edge` without
# repair, the machine rejects what is undefined; each rejected attempt counts as generated and invalid.
set -u
seconds=${1:-60} limit=${2:-10}
root=$(cd "$(dirname "$0")/.." && pwd)
assay=${ASSAY:-$root/target/release/assay}
[ -x "$assay" ] || (cd "$root" && cargo build --release --quiet) || exit 3
include=${CSMITH_INCLUDE:-$(dirname "$(find /usr/include /usr/local/include -name csmith.h 2>/dev/null | head -n 1)")}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cc=${CC:-gcc} rejected=0

# Writes t.c and, if it knows it, t.expected; says how many attempts were rejected on the way.
make_csmith() { (cd "$dir" && csmith --seed "$1") > "$dir/t.c" && rm -f "$dir/t.expected" && rejected=0; }
make_ours() {
    local seed=$1
    shift
    "$assay" gen --seed "$seed" --policy-comment --out-dir "$dir" "$@" 2> "$dir/err" || { rejected=50; return 1; }
    mv "$dir/$seed.c" "$dir/t.c" && mv "$dir/$seed.expected" "$dir/t.expected"
    rejected=$(sed -n 's/.*attempts given up: \([0-9]*\).*/\1/p' "$dir/t.c" | head -n 1)
    rejected=${rejected:-0}
}

measure() {
    local name=$1 make=$2
    shift 2
    local generated=0 late=0 crash=0 wrong=0 invalid=0 usable=0 seed=0
    local end=$((SECONDS + seconds)) began=$SECONDS
    while [ "$SECONDS" -lt "$end" ]; do
        seed=$((seed + 1))
        $make "$seed" "$@"
        local made=$?
        generated=$((generated + rejected + (made == 0)))
        invalid=$((invalid + rejected))
        [ $made = 0 ] || continue
        $cc -w -O1 -I "$include" -o "$dir/a.out" "$dir/t.c" 2> /dev/null || { crash=$((crash + 1)); continue; }
        timeout "$limit" "$dir/a.out" > "$dir/out" 2> /dev/null
        local code=$?
        if [ $code = 124 ]; then
            late=$((late + 1))
        elif [ $code != 0 ]; then
            crash=$((crash + 1))
        elif [ -f "$dir/t.expected" ] && ! cmp -s "$dir/out" "$dir/t.expected"; then
            wrong=$((wrong + 1))
        else
            usable=$((usable + 1))
        fi
    done
    local spent=$((SECONDS - began))
    per() { echo $(($1 * 3600 / spent)); }
    echo "$name|$(per $generated)|$(per $late)|$(per $crash)|$(per $invalid)|$(per $wrong)|$(per $usable)"
}

{
    echo "programs per hour|generated|timed out|crashed|undefined|different|usable"
    if command -v csmith > /dev/null && [ -f "$include/csmith.h" ]; then
        measure "Csmith" make_csmith
    else
        echo "skipped Csmith: it or csmith.h is not installed" >&2
    fi
    measure "csmith" make_ours --profile csmith
    measure "edge, repaired" make_ours --profile edge
    measure "edge, rejected" make_ours --profile edge --undefined reject
} | column -t -s '|'
