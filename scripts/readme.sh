#!/usr/bin/env bash
# Does the README tell the truth? Runs its commands, and compares what they print with what it says.
# usage: scripts/readme.sh [--quick]      --quick leaves out `cargo install` and `./check`, and hunts for seconds
# ASSAY names the binary for --quick; by default target/release/assay or target/debug/assay.
set -euo pipefail
cd "$(dirname "$0")/.."
quick=${1:-}
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
fail() { echo "readme: $*" >&2; exit 1; }

if [ "$quick" = --quick ]; then
    assay=${ASSAY:-$([ -x target/release/assay ] && echo target/release/assay || echo target/debug/assay)}
    time=10s
else
    grep -q '^cargo install --locked --path crates/app ' README.md || fail "the first command has changed"
    cargo install --locked --path crates/app --root "$scratch/root"
    assay=$scratch/root/bin/assay
    time=5m
fi
assay=$(realpath "$assay")

# The first command: it hunts, and ends in time with 0 or 1.
code=0; (cd "$scratch" && "$assay" hunt --for "$time") || code=$?
[ "$code" -le 1 ] || fail "hunt ended with exit code $code"

# What it prints of examples/undefined.c is in the README, line by line.
code=0; "$assay" run examples/undefined.c 2>"$scratch/said" || code=$?
[ "$code" -eq 110 ] || fail "examples/undefined.c ended with exit code $code, not 110"
while IFS= read -r line; do grep -qF -- "$line" README.md || fail "not in the README: $line"; done <"$scratch/said"

# `assay` alone shows what there is.
{ "$assay" || true; } 2>&1 | grep -q 'Examples:' || fail "assay alone shows no examples"

# Every link leads to something.
grep -oE '\]\([^)#]+' README.md | sed 's/^](//' | grep -v '://' | while IFS= read -r link; do
    [ -e "$link" ] || fail "the README links to $link"
done

# The figures are those of the pages that they are taken from.
grep -q '| median | .* | 7.5 | 108 | 20.55 | 196.5 | .* | 226.5 | 194.5 |' docs/reduce.md || fail "docs/reduce.md has other medians"
grep -q '^  default  *60 .*2.28 M$' docs/bench.md || fail "docs/bench.md has another speed"
grep -q '^  default  *30 .* 82.2 % .* 6.6 % ' docs/bench.md || fail "docs/bench.md has other shares"
grep -q '^  default  *118 .* 213 ' docs/bench.md || fail "docs/bench.md has another number of counters"

[ "$quick" = --quick ] || ./check
echo "readme: all of it is so"
