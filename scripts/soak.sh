#!/usr/bin/env bash
# Grows programs and compares what compilers make of them with what the machine says, in batches, until the count is done.
# usage: soak.sh [COUNT] [FIRST_SEED] [CONFIG...]     a CONFIG is a compiler command, e.g. "clang -O2"
# GEN="--profile csmith" soak.sh …  gives options to assay gen; ASSAY is the command, if not the release build.
# Files of programs that differ stay in target/soak, and so does the list of what was equal: a soak that was stopped, or
# that follows a change which left most programs as they are, compares only what it has not seen.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
count=${1:-10000} first=${2:-1}
shift $(($# > 2 ? 2 : $#))
assay=${ASSAY:-$root/target/release/assay}
[ -x "$assay" ] || (cd "$root" && cargo build --release --quiet) || exit 3
keep=$root/target/soak
mkdir -p "$keep"
export DONE=${DONE:-$keep/equal}
batch=100 bad=0
for ((seed = first; seed < first + count; seed += batch)); do
    n=$((first + count - seed < batch ? first + count - seed : batch))
    dir=$(mktemp -d)
    "$assay" gen ${GEN:-} --seed "$seed" --count "$n" --out-dir "$dir" || { echo "seed $seed and on: assay gen failed"; bad=1; }
    "$root/scripts/compare.sh" "$dir" "$@" > "$dir/log"
    grep -v '^compared' "$dir/log" | while read -r verdict program rest; do
        echo "$verdict ${program##*/} $rest"
        cp -r "$program".* "$keep/"
        [ ! -d "$program" ] || cp -r "$program" "$keep/"
    done
    grep -qv '^compared' "$dir/log" && bad=1
    so_far=$((seed + n - first))
    echo "seeds $seed to $((seed + n - 1)) done; $so_far of $count, about $((SECONDS * (count - so_far) / so_far / 60)) min left"
    rm -rf "$dir"
done
exit $bad
