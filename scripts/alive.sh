#!/usr/bin/env bash
# Which of the bugs in tests/bugs do these compilers still have?
# usage: scripts/alive.sh COMPILER...      e.g. scripts/alive.sh gcc-16 clang-22
# Each program is compiled at the usual levels and with what bugs have needed; a line for each difference.
set -euo pipefail
cd "$(dirname "$0")/../tests/bugs"
[ $# -gt 0 ] || { sed -n '2,4p' ../../scripts/alive.sh; exit 2; }
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
flags=(-O0 -O1 -O2 -O3 -Os "-O2 -mavx512f" "-O3 -mavx512f" "-O3 -mavx2" "-O0 -fsanitize=undefined")
for compiler in "$@"; do
    for file in *.c; do
        expected=$(sed -n 's/^ *expected: *//p' "$file" | head -n 1)
        for flag in "${flags[@]}"; do
            # shellcheck disable=SC2086
            if ! message=$("$compiler" -w $flag -o "$scratch/a.out" "$file" 2>&1); then
                echo "$file $compiler $flag: $(grep -m 1 error <<<"$message" || echo 'does not compile')"
                continue
            fi
            actual=$(timeout 10 "$scratch/a.out" 2>&1 | head -c 300 || true)
            [ "$actual" = "$expected" ] || echo "$file $compiler $flag: '$actual', not '$expected'"
        done
    done
done
