#!/usr/bin/env bash
# Makes mutants of the programs of a corpus, every third of two programs, and compares what compilers make of them with what the machine says.
# usage: soak-mutants.sh CORPUS [COUNT] [FIRST_SEED] [CONFIG...]     a CONFIG is a compiler command, e.g. "clang -O2"
# ASSAY is the command, if not the release build. Mutants that differ stay in target/soak-mutants, with the command that makes them again.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
[ $# -gt 0 ] || { sed -n '3,4p' "$0"; exit 2; }
corpus=$1 count=${2:-2000} first=${3:-1}
shift $(($# > 3 ? 3 : $#))
[ $# -gt 0 ] || set -- "gcc -O0 -std=gnu11" "clang-19 -O0" "gcc -O1 -fsanitize=undefined,address -fno-sanitize-recover=all"
assay=${ASSAY:-$root/target/release/assay}
[ -x "$assay" ] || (cd "$root" && cargo build --release --quiet) || exit 3
keep=$root/target/soak-mutants
mkdir -p "$keep"
mapfile -t seeds < <("$assay" corpus "$corpus" --cache "$keep/corpus" --list | sed -n 's/: seed, .*//p')
[ ${#seeds[@]} -gt 0 ] || { echo "nothing of $corpus can be mutated"; exit 1; }
batch=50 bad=0 made=0
for ((seed = first; seed < first + count; seed += batch)); do
    dir=$(mktemp -d)
    for ((n = seed; n < seed + batch && n < first + count; n++)); do
        RANDOM=$((n % 32768))
        from=(--from "${seeds[$(((RANDOM * 32768 + RANDOM) % ${#seeds[@]}))]}")
        ((n % 3)) || from+=(--from "${seeds[$(((RANDOM * 32768 + RANDOM) % ${#seeds[@]}))]}")
        if "$assay" gen "${from[@]}" --seed "$n" --out-dir "$dir" 2> "$dir/error"; then
            made=$((made + 1))
        else
            grep -qE 'cannot be mutated|nothing' "$dir/error" || { echo "seed $n ${from[*]}: $(head -n 1 "$dir/error")"; bad=1; }
        fi
    done
    while read -r verdict program rest; do
        [ "$verdict" = compared ] && continue
        echo "$verdict ${program##*/} $rest"
        cp "$program".* "$keep/"
        bad=1
    done < <("$root/scripts/compare.sh" "$dir" "$@")
    rm -rf "$dir"
    done_so_far=$((n - first))
    echo "$made mutants of $done_so_far seeds compared, $((SECONDS * (count - done_so_far) / done_so_far / 60)) min left"
done
exit $bad
