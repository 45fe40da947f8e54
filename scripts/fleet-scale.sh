#!/usr/bin/env bash
# Scale: a campaign with many finished tests in PostgreSQL, what it costs to look at it, and what four workers spend on leasing and storing.
#
#   scripts/fleet-scale.sh [TESTS] [FINDINGS]          needs a release build: ASSAY=target/release/assay
#
# The tests are written by SQL as workers would have left them: ranges that are full, a row of pace for each minute and machine, findings with
# their files. Prints one figure a line; docs/howto/fleet.md has those of our machine.
set -euo pipefail
cd "$(dirname "$0")/.."
tests=${1:-10000000}; findings=${2:-2000}
assay=$(realpath "${ASSAY:-target/release/assay}")
pg=$PWD/scripts/postgres.sh
work=$(mktemp -d)
trap '"$pg" end "$work/pg" >/dev/null 2>&1 || true; rm -rf "$work"' EXIT
url=$(OWNER=$$ "$pg" start "$work/pg" "shared_buffers = 256MB" "max_wal_size = 4GB")
sql() { "$pg" sql "$work/pg" "$1"; }
sed -n '/^const PLANTED/,/^echo > "\$out""#;/p' crates/app/tests/fleet.rs | sed '1s/.*r#"//; $s/"#;$//' > "$work/body"
{ echo '#!/bin/sh'; cat "$work/body"; } > "$work/planted"; chmod +x "$work/planted"
printf '[[toolchain]]\nname = "planted"\ncommand = "%s"\nlevels = ["-O2"]\n' "$work/planted" > "$work/planted.toml"
cd "$work"
hunt=("$assay" hunt --config planted.toml --mode crash --layout single --no-learning --no-triage --seed 5)
there=(--store "$url" --campaign big)
"${hunt[@]}" "${there[@]}" --tests 64 --dir w --jobs 8 >/dev/null 2>&1 || [ $? = 1 ]

size() { sql "SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = 'assay_big' AND relkind = 'r'"; }
before=$(size)
ranges=$((tests / 32))
# As it happens: a row of each range is written and changed 32 times, and old versions are cleared away meanwhile.
sql "SET search_path = assay_big;
     INSERT INTO lease (number, done, tests, is_open, generation, milliseconds) SELECT n, 4294967295, 32, 0, 0, 32000 FROM generate_series(2, $ranges + 1) AS n;
     UPDATE frontier SET next = $ranges + 2;
     -- Four machines with ten tests a second together.
     INSERT INTO pace SELECT (extract(epoch FROM now())::bigint / 60 - m) * 60, 'machine' || (m % 4), 600 FROM generate_series(1, $tests / 600) AS m ON CONFLICT DO NOTHING;" >/dev/null
sql "VACUUM ANALYZE" >/dev/null
echo "bytes a clean test: $(( ($(size) - before) * 100 / tests ))e-2"
sql "SET search_path = assay_big;
     CREATE TEMP TABLE sample AS SELECT * FROM finding ORDER BY test LIMIT 1;
     INSERT INTO finding SELECT (100 + n) || '-planted', 100 + n, kind, compiler, 'compiler-crash planted: bug ' || (n % 200), NULL,
         replace(replace(data, '\"id\":\"' || id || '\"', '\"id\":\"' || (100 + n) || '-planted\"'), '\"bucket\":\"' || bucket || '\"', '\"bucket\":\"compiler-crash planted: bug ' || (n % 200) || '\"'),
         'compiler-crash planted: bug ' || (n % 200), 'counted' FROM sample, generate_series(1, $findings) AS n;
     INSERT INTO file SELECT (100 + n) || '-planted', name, bytes FROM sample JOIN file ON finding = id, generate_series(1, $findings) AS n WHERE n <= 200;
     INSERT INTO test SELECT 100 + n, n::text, 'found', NULL, 1000, extract(epoch FROM now())::bigint * 1000, 0 FROM generate_series(1, $findings) AS n ON CONFLICT DO NOTHING;" >/dev/null
sql "ANALYZE" >/dev/null
echo "tests $(sql 'SELECT sum(tests) FROM assay_big.lease'), findings $(sql 'SELECT count(*) FROM assay_big.finding'), database $(( $(size) >> 20 )) MiB"

took() { # milliseconds, the median of five
    python3 - "$@" <<'PYTHON'
import subprocess, sys, time, statistics
def once():
    began = time.time()
    code = subprocess.run(sys.argv[2:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
    assert code == 0, (code, sys.argv)
    return (time.time() - began) * 1000
print(f"{sys.argv[1]}: {statistics.median(once() for _ in range(5)):.0f} ms")
PYTHON
}
took "show" "$assay" show "${there[@]}"
took "show FINDING" "$assay" show 101-planted "${there[@]}"
took "report" "$assay" report "${there[@]}"
took "report --format html" "$assay" report --format html "${there[@]}"
took "report FINDING" "$assay" report 101-planted "${there[@]}"
took "fleet" "$assay" fleet --all "${there[@]}"
"$assay" serve "${there[@]}" --port 0 > serve.log 2>&1 & serve=$!
for _ in $(seq 100); do grep -q http:// serve.log && break; sleep 0.1; done
page=$(sed 's/.*\(http:[^ ]*\).*/\1/' serve.log)
for path in "" bugs bugs/101-planted tests/5000 workers compare api/v1/overview api/v1/bugs metrics; do took "dashboard /$path" curl -sf "${page%/}/$path"; done
kill "$serve"

# Four workers on tests that cost what usual tests cost, since gcc compiles each program: what PostgreSQL uses beside them.
sed -i 's|^ *sleep .*|gcc -O2 -w -c test.c -o "$out.o" 2>/dev/null|' planted
cpu() { # of our PostgreSQL, in ticks
    local main; main=$(head -1 pg/data/postmaster.pid); cat $(ps -o pid= --ppid "$main" | sed 's|^ *\(.*\)|/proc/\1/stat|') /proc/"$main"/stat 2>/dev/null | awk '{sum += $14 + $15 + $16 + $17} END {print sum}'
}
began=$(cpu); start=$(date +%s)
for one in a b c d; do "${hunt[@]}" "${there[@]}" --dir "$one" --jobs 1 --for 60s --json > "$one.json" 2>"$one.err" & done
wait $(jobs -p) || true
spent=$(( $(cpu) - began )); seconds=$(( $(date +%s) - start ))
sum=$(cat ?.json | grep -c '"event":"test-done"' || true)
echo "four workers: $sum tests in $seconds s; PostgreSQL used $(awk "BEGIN {printf \"%.2f\", $spent / $(getconf CLK_TCK) / $seconds / $(nproc) * 100}") % of the CPU, $(awk "BEGIN {printf \"%.2f\", $spent * 1000 / $(getconf CLK_TCK) / $sum}") ms a test"
