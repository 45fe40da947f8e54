#!/usr/bin/env bash
# Counts the distinct optimisation counters that a generator's programs fire in gcc -O3 within a budget of compiler
# CPU time: (pass, text) of -fdump-statistics-stats, with "x == N" histogram buckets folded into one.
# usage: counters.sh [SECONDS] [GENERATOR]     a GENERATOR writes a program for {seed} to standard output
set -u
budget=${1:-120}
generator=${2:-"$(dirname "$0")/../target/release/assay gen --seed {seed}"}
flags=${COUNTER_FLAGS:-}
tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT
: > "$tmp/all"
spent=0 seed=0 programs=0
while [ "$(echo "$spent < $budget" | bc)" = 1 ]; do
    seed=$((seed + 1))
    ${generator//\{seed\}/$seed} > "$tmp/t.c" || exit 1
    rm -f "$tmp"/t.c.*
    t=$( { TIMEFORMAT='%U %S'; time (cd "$tmp" && timeout 60 gcc -O3 -w $flags -fdump-statistics-stats -c t.c -o t.o 2>/dev/null); } 2>&1 | tail -1)
    spent=$(echo "$t" | awk -v s="$spent" '{print s + $1 + $2}')
    cat "$tmp"/t.c.*statistics >> "$tmp/all" 2>/dev/null
    programs=$((programs + 1))
    if [ $((programs % 50)) = 0 ]; then
        sed -E 's/^[0-9]+ ([a-z_0-9-]+) "(.*)" [0-9]+$/\1 \2/; s/== [0-9]+/== N/' "$tmp/all" | sort -u > "$tmp/u" && mv "$tmp/u" "$tmp/all"
    fi
done
sed -E 's/^[0-9]+ ([a-z_0-9-]+) "(.*)" [0-9]+$/\1 \2/; s/== [0-9]+/== N/' "$tmp/all" | sort -u > "$tmp/distinct"
[ -n "${COUNTER_LIST:-}" ] && cp "$tmp/distinct" "$COUNTER_LIST"
echo "$(wc -l < "$tmp/distinct") distinct counters from $programs programs in $spent s of compiler time"
