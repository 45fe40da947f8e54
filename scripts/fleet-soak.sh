#!/usr/bin/env bash
# Soak: three workers on one campaign while PostgreSQL and workers are killed, stopped and cut off. After each round the finished tests and
# the findings must be those of one worker that nobody disturbs. Cheap in CPU: the compiler is a shell script that sleeps.
#
#   scripts/fleet-soak.sh [ROUNDS] [TESTS]        needs a built assay: ASSAY=target/debug/assay
#
# The third worker is in a network namespace of its own where that is possible (root, ip); its cable is cut for a while in each round.
set -euo pipefail
cd "$(dirname "$0")/.."
rounds=${1:-30}; tests=${2:-128}
assay=$(realpath "${ASSAY:-target/debug/assay}")
pg=$PWD/scripts/postgres.sh
work=$(mktemp -d); chmod 755 "$work"
ns=assay-soak-$$; cut=""
tidy() {
    for one in a b c; do [ ! -f "$work/$one.pid" ] || kill -9 "$(cat "$work/$one.pid")" 2>/dev/null || true; done
    "$pg" end "$work/pg" >/dev/null 2>&1 || true
    [ -z "$cut" ] || { ip netns del "$ns" 2>/dev/null || true; ip link del "as$$" 2>/dev/null || true; }
    rm -rf "$work"
}
trap tidy EXIT
sed -n '/^const PLANTED/,/^echo > "\$out""#;/p' crates/app/tests/fleet.rs | sed '1s/.*r#"//; $s/"#;$//' > "$work/body"
{ echo '#!/bin/sh'; cat "$work/body"; } > "$work/planted"; chmod +x "$work/planted"
printf '[[toolchain]]\nname = "planted"\ncommand = "%s"\nlevels = ["-O2"]\n' "$work/planted" > "$work/planted.toml"
hunt=("$assay" hunt --config "$work/planted.toml" --mode crash --layout single --no-learning --no-triage --seed 5 --tests "$tests")
essence() { "$assay" show --json "$@" | python3 -c '
import json, sys
shown = json.load(sys.stdin)
print(shown["totals"]["tests"], shown["configurations"]["planted -O2"]["programs"])
for one in shown["findings"]: print(one["id"], one["class"], one["seed"])'; }

cd "$work"
"${hunt[@]}" --jobs 12 --dir alone > alone.log 2>&1 || [ $? = 1 ]
essence alone > wanted
listen="listen_addresses = '127.0.0.1'"; host=127.0.0.1
if [ "$(id -u)" = 0 ] && ip netns add "$ns" 2>/dev/null; then
    cut=yes; host=10.213.7.1; listen="listen_addresses = '127.0.0.1,10.213.7.1'"
    ip link add "as$$" type veth peer name eth0 netns "$ns"
    ip addr add 10.213.7.1/30 dev "as$$"; ip link set "as$$" up
    ip -n "$ns" addr add 10.213.7.2/30 dev eth0; ip -n "$ns" link set eth0 up; ip -n "$ns" link set lo up
else
    echo "skipped: no network namespaces here; nobody's cable is cut"
fi
code=0; url=$("$pg" start "$work/pg" "$listen") || code=$?
[ $code != 77 ] || exit 0
[ $code = 0 ] || exit 1
if [ -n "$cut" ]; then
    # Trust is for this machine's own network only.
    echo "host all all 10.213.7.0/30 trust" >> pg/data/pg_hba.conf; "$pg" sql pg "SELECT pg_reload_conf()" >/dev/null
fi
far=${url/127.0.0.1/$host}

start() {
    local in=() at=$url
    if [ "$1" = c ] && [ -n "$cut" ]; then in=(ip netns exec "$ns"); at=$far; fi
    "${in[@]}" "${hunt[@]}" --store "$at" --campaign "$name" --dir "$1" --jobs 3 --lease 2s >> "$1.log" 2>&1 &
    echo $! > "$1.pid"
}
some() { sleep "$(python3 -c "import random; print(random.uniform(0.2, $1))")"; }
for round in $(seq "$rounds"); do
    name=round$round; began=$(date +%s)
    rm -rf a b c; for one in a b c; do start $one; done
    some 3; kill -9 "$(cat a.pid)" 2>/dev/null || true; start a
    some 2; "$pg" kill pg; some 3; "$pg" again pg
    some 2; kill -STOP "$(cat b.pid)" 2>/dev/null || true
    if [ -n "$cut" ]; then ip link set "as$$" down; fi
    some 2; "$pg" stop pg; some 1; "$pg" again pg
    sleep 3; kill -CONT "$(cat b.pid)" 2>/dev/null || true
    if [ -n "$cut" ]; then ip link set "as$$" up; fi
    some 2; kill -9 "$(cat c.pid)" 2>/dev/null || true; start c
    [ -z "${VERBOSE:-}" ] || { sleep 20; "$assay" fleet --all --store "$url" --campaign "$name"; "$pg" sql pg "SELECT *, extract(epoch FROM now()) * 1000 FROM assay_$name.lease"; tail -n 3 ./?.log; }
    for one in a b c; do
        for attempt in 1 2 3 4 5; do
            code=0; wait "$(cat $one.pid)" || code=$?
            [ $code -gt 1 ] || break
            start $one
        done
    done
    essence --store "$url" --campaign "$name" > got
    if ! diff wanted got; then echo "round $round: it differs; the logs:"; tail -n 20 ./?.log; exit 1; fi
    echo "round $round: the same $(head -1 got | cut -d' ' -f1) tests and $(($(wc -l < got) - 1)) findings, $(($(date +%s) - began)) s"
done
