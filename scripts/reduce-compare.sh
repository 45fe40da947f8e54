#!/usr/bin/env bash
# Reduces programs of default size on which sabotaged compilers fail, with assay, and with C-Vise and C-Reduce by the
# script that assay writes for them. One row a planted bug: how large the results are, and how long they took.
#
#   scripts/reduce-compare.sh [--times N] [--limit SECONDS] [--tools "cvise creduce"] [--jobs N] [--out DIR] [--docs] [PLANT...]
#
# The others are stopped after N times what assay took (default 12, at least 20 s), and after the limit (default 1800 s);
# their row then says what they had come to, and the time has a ">". The table is DIR/table.md (default:
# target/reduce-compare); --docs puts it into docs/reduce.md too. ASSAY names the binary (default: target/release/assay).
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD assay=${ASSAY:-$PWD/target/release/assay}
times=12 limit=1800 least=20 tools="cvise creduce" jobs=$(nproc) out=target/reduce-compare docs=""
while [ $# -gt 0 ]; do
  case $1 in
    --times) times=$2; shift 2 ;;
    --limit) limit=$2; shift 2 ;;
    --tools) tools=$2; shift 2 ;;
    --jobs) jobs=$2; shift 2 ;;
    --out) out=$2; shift 2 ;;
    --docs) docs=yes; shift ;;
    -*) sed -n '2,10s/^# \{0,1\}//p' "$0"; exit 2 ;;
    *) break ;;
  esac
done
plants=${*:-sar-to-shr compare-off-by-one movsbl-to-movzbl dropped-store swapped-branch bit-field-mask struct-copy above-O1 crash hang}
[ -x "$assay" ] || { echo "build it first: cargo build --release" >&2; exit 2; }
mkdir -p "$out" && cd "$out"

# One kind of bug is told by its level and not by what it does.
sabotage() {
  case $1 in
    above-O1) echo "--plant sub-to-add --every --from-level 2" ;;
    *) echo "--plant $1 --every" ;;
  esac
}

# The first seed whose program shows the bug as a wrong result, or as what the plant does to the compiler.
find_program() {
  for seed in $(seq 1 200); do
    "$assay" gen --seed "$seed" -o "$1.c" 2> /dev/null || continue
    "$assay" run "$1.c" > expected 2> /dev/null || continue
    if ! timeout 10 $2 "$1.c" -o tested 2> /dev/null; then return 0; fi
    if { timeout 5 ./tested > given; } 2> /dev/null && ! cmp -s expected given; then return 0; fi
  done
  return 1
}

now() { date +%s.%N; }
since() { echo "$(now) - $1" | bc | awk '{ printf "%.1f", $1 }'; }
cells() { printf ' %s | %s | %s |' "$(wc -l < "$1")" "$(wc -c < "$1")" "$2"; }

header="| bug | lines | bytes | assay: lines | bytes | seconds |" rule="|---|--:|--:|--:|--:|--:|"
for tool in $tools; do header+=" $tool: lines | bytes | seconds |" rule+="--:|--:|--:|"; done
printf '%s\n%s\n' "$header" "$rule" | tee table.md

# What another tool comes to, in the table's form.
other() {
  local tool=$1 plant=$2 cc=$3 stop=$4 dir start mark=""
  command -v "$tool" > /dev/null || { printf ' - | - | absent |'; return; }
  dir=$(mktemp -d -p "$PWD")
  cp "$plant.c" "$dir/"
  "$assay" reduce "$plant.c" --cc "$cc" --script "$dir/interesting.sh"
  start=$(now)
  (cd "$dir" && timeout -k 5 "$stop" "$tool" --n "$jobs" ./interesting.sh "$plant.c" > log 2>&1) || mark=">"
  cells "$dir/$plant.c" "$mark$(since "$start")"
  cp "$dir/$plant.c" "$plant.$tool.c"
  cp "$dir/log" "$plant.$tool.log"
  rm -rf "$dir"
}

for plant in $plants; do
  cc="$assay sabotage $(sabotage "$plant") --cc gcc -- -w -O2"
  if [ ! -f "$plant.c" ] && ! find_program "$plant" "$cc"; then
    rm -f "$plant.c"
    echo "| $plant | not met in 200 programs |" | tee -a table.md
    continue
  fi
  rm -f "$plant.assay.c"
  start=$(now)
  "$assay" reduce "$plant.c" --cc "$cc" --jobs "$jobs" -o "$plant.assay.c" > /dev/null 2> "$plant.log" || tail -1 "$plant.log" >&2
  took=$(since "$start")
  stop=$(echo "$took $times $least $limit" | awk '{ s = $1 * $2; if (s < $3) s = $3; if (s > $4) s = $4; printf "%.0f", s }')
  row="| $plant | $(wc -l < "$plant.c") | $(wc -c < "$plant.c") |$(cells "$plant.assay.c" "$took")"
  for tool in $tools; do row+=$(other "$tool" "$plant" "$cc" "$stop"); done
  echo "$row" | tee -a table.md
done

# The median of each column of numbers; a time that was cut counts as what it is at least.
awk -F'|' 'NR > 2 && NF > 5 { rows++; for (i = 3; i < NF; i++) { v = $i; gsub(/[ >]/, "", v); cell[i, rows] = v + 0 } n = NF }
  END { printf "| median |"; for (i = 3; i < n; i++) { for (a = 1; a <= rows; a++) s[a] = cell[i, a]
        for (a = 2; a <= rows; a++) for (b = a; b > 1 && s[b] < s[b - 1]; b--) { t = s[b]; s[b] = s[b - 1]; s[b - 1] = t }
        m = rows % 2 ? s[(rows + 1) / 2] : (s[rows / 2] + s[rows / 2 + 1]) / 2; printf " %g |", m } print "" }' table.md | tee -a table.md

if [ -n "$docs" ]; then
  awk -v table="$PWD/table.md" '/<!-- table -->/ { print; while ((getline line < table) > 0) print line; skip = 1; next }
    /<!-- end -->/ { skip = 0 } !skip' "$root/docs/reduce.md" > "$root/docs/reduce.md.new"
  mv "$root/docs/reduce.md.new" "$root/docs/reduce.md"
fi
