#!/usr/bin/env bash
# Grows programs without compiling them, and counts statements, repairs by the rows of their table, and what was given up.
# usage: census.sh [COUNT] [FIRST_SEED]      ASSAY_SIZE sets the size of the programs in tokens
# Fails if an error of our own was met, or if a repair was never needed.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
(cd "$root" && cargo build --release --quiet -p assay-generate --example soak) || exit 3
log=$("$root/target/release/examples/soak" "${2:-1}" "${1:-2000}" - 2>&1)
echo "$log"
! echo "$log" | grep -qE '^seed .*(cold run|no program)|^  .*[a-z] 0(,| |$)'
