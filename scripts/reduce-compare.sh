#!/usr/bin/env bash
# Reduces programs of default size on which sabotaged compilers fail, with assay, and with C-Vise and C-Reduce by the
# script that assay writes for them. One row a planted bug: how large the results are, and how long they took.
#
#   scripts/reduce-compare.sh [--limit SECONDS] [--tools "cvise creduce"] [--jobs N] [--out DIR] [PLANT...]
#
# The others are stopped after the limit (default 600 s); their row then says what they had come to, marked with ">".
# ASSAY names the binary (default: target/release/assay).
set -euo pipefail
cd "$(dirname "$0")/.."
assay=${ASSAY:-$PWD/target/release/assay}
limit=600 tools="cvise creduce" jobs=$(nproc) out=target/reduce-compare
while [ $# -gt 0 ]; do
  case $1 in
    --limit) limit=$2; shift 2 ;;
    --tools) tools=$2; shift 2 ;;
    --jobs) jobs=$2; shift 2 ;;
    --out) out=$2; shift 2 ;;
    -*) sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 2 ;;
    *) break ;;
  esac
done
plants=${*:-sar-to-shr movsbl-to-movzbl signed-to-unsigned dropped-store swapped-branch bit-field-mask struct-copy sub-to-add crash abort}
[ -x "$assay" ] || { echo "build it first: cargo build --release" >&2; exit 2; }
mkdir -p "$out" && cd "$out"

# The first seed whose program shows the bug as a wrong result, or as what the plant does to the compiler.
find_program() {
  for seed in $(seq 1 200); do
    "$assay" gen --seed "$seed" -o "$1.c" 2> /dev/null || continue
    "$assay" run "$1.c" > expected 2> /dev/null || continue
    if ! $2 "$1.c" -o tested 2> /dev/null; then return 0; fi
    if timeout 5 ./tested > given 2> /dev/null && ! cmp -s expected given; then return 0; fi
  done
  return 1
}

row() { printf '%-20s %-8s %6s %6s %9s\n' "$@"; }
size_of() { wc -l < "$1"; }

row bug tool lines bytes seconds
for plant in $plants; do
  cc="$assay sabotage --plant $plant --every --cc gcc -- -w -O2"
  if [ ! -f "$plant.c" ] && ! find_program "$plant" "$cc"; then
    row "$plant" "not met" - - -
    rm -f "$plant.c"
    continue
  fi
  row "$plant" none "$(size_of "$plant.c")" "$(wc -c < "$plant.c")" 0
  start=$(date +%s.%N)
  "$assay" reduce "$plant.c" --cc "$cc" --jobs "$jobs" -o "$plant.assay.c" > /dev/null 2> "$plant.log" || tail -1 "$plant.log"
  took=$(echo "$(date +%s.%N) - $start" | bc)
  row "$plant" assay "$(size_of "$plant.assay.c")" "$(wc -c < "$plant.assay.c")" "${took%.*}"
  for tool in $tools; do
    command -v "$tool" > /dev/null || { row "$plant" "$tool" - - absent; continue; }
    dir=$(mktemp -d -p .)
    cp "$plant.c" "$dir/"
    "$assay" reduce "$plant.c" --cc "$cc" --script "$dir/interesting.sh"
    start=$(date +%s.%N)
    mark=""
    (cd "$dir" && timeout "$limit" "$tool" --n "$jobs" ./interesting.sh "$plant.c" > log 2>&1) || mark=">"
    took=$(echo "$(date +%s.%N) - $start" | bc)
    row "$plant" "$tool" "$(size_of "$dir/$plant.c")" "$(wc -c < "$dir/$plant.c")" "$mark${took%.*}"
    cp "$dir/$plant.c" "$plant.$tool.c"
    rm -rf "$dir"
  done
done
