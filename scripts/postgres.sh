#!/usr/bin/env bash
# A PostgreSQL of our own for tests: its own data folder and port, on this machine only, gone afterwards.
#
#   scripts/postgres.sh start DIR [OPTION...]   starts one in DIR (which is made), and prints its address; OPTIONs are lines of postgresql.conf
#   scripts/postgres.sh again DIR               starts it again after it was stopped or killed
#   scripts/postgres.sh kill DIR                kill -9, as a power failure
#   scripts/postgres.sh sql DIR STATEMENT       asks it something
#   scripts/postgres.sh stop DIR                stops it at once; `again` goes on with what it knew
#   scripts/postgres.sh end DIR                 stops it and removes what it had
#
# Where there are no PostgreSQL programs (Debian: postgresql), it says so and ends with 77. As root it runs through the user postgres,
# since PostgreSQL refuses root, and its data is below /tmp, where that user may go. When the process that has started it
# (OWNER, else who called this) is gone, it ends by itself, however that process ended.
set -euo pipefail

verb=${1:?start, again, kill, sql, stop or end}; dir=$(realpath -m "${2:?a folder}"); shift 2
bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1 || true)
[ -n "$bin" ] || bin=$(dirname "$(command -v initdb || true)" 2>/dev/null || true)
if [ ! -x "$bin/initdb" ]; then echo "skipped: no PostgreSQL" >&2; exit 77; fi

as=()
if [ "$(id -u)" = 0 ]; then
    id -u postgres >/dev/null 2>&1 || { echo "skipped: no PostgreSQL: root has no user postgres to run it" >&2; exit 77; }
    as=(runuser -u postgres --)
fi

port() { cat "$dir/port"; }
data() { realpath "$dir/data"; }
up() {
    (cd / && "${as[@]}" "$bin/pg_ctl" -D "$(data)" -l "$(data)/log" -w -t 60 -s start) || { tail -5 "$(data)/log" >&2; exit 1; }
}
down() { (cd / && "${as[@]}" "$bin/pg_ctl" -D "$(data)" -m immediate -s stop) || true; }

case $verb in
start)
    mkdir -p "$dir"
    if [ "$(id -u)" = 0 ]; then
        place=$(mktemp -d /tmp/assay-postgres.XXXXXX)
        chown postgres "$place"
        ln -sfn "$place" "$dir/data"
    else
        mkdir -p "$dir/data"
        chmod 700 "$dir/data"
    fi
    (cd / && "${as[@]}" "$bin/initdb" -D "$(data)" -U assay --auth-local=trust --auth-host=trust -E UTF8 --no-locale --no-sync >/dev/null)
    for try in 1 2 3 4 5; do
        # A port that nobody has; should somebody take it meanwhile, another one is tried.
        number=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])' 2>/dev/null || echo $((20000 + RANDOM)))
        echo "$number" > "$dir/port"
        {
            echo "port = $number"
            echo "listen_addresses = '127.0.0.1'"
            echo "unix_socket_directories = ''"
            echo "shared_buffers = 32MB"
            echo "max_connections = 100"
            for line in "$@"; do echo "$line"; done
        } > "$dir/settings"
        cat "$dir/settings" | "${as[@]}" tee "$(data)/postgresql.auto.conf" >/dev/null
        if (up) 2>/dev/null; then break; elif [ $try = 5 ]; then up; fi
    done
    (cd / && "${as[@]}" "$bin/createdb" -h 127.0.0.1 -p "$(port)" -U assay fuzz)
    setsid "$0" watch "$(data)" "${OWNER:-$PPID}" </dev/null >/dev/null 2>&1 &
    echo "postgres://assay@127.0.0.1:$(port)/fuzz"
    ;;
again)
    # After a kill, the last of its processes take a moment to see that they are alone, and until then no other one starts.
    for _ in $(seq 60); do if (up) 2>/dev/null; then exit 0; fi; sleep 0.25; done
    up
    ;;
kill)
    # The postmaster alone: its children see that it is gone, and end.
    main=$(head -1 "$dir/data/postmaster.pid")
    kill -9 "$main"
    ;;
sql)
    # As the user who may do everything.
    "$bin/psql" -h 127.0.0.1 -p "$(port)" -U assay -d fuzz -v ON_ERROR_STOP=1 -qAtX -c "$1"
    ;;
stop)
    down
    ;;
end)
    [ -e "$dir/data" ] || exit 0
    down
    rm -rf "$(data)" "$dir"
    ;;
watch)
    # DIR is the data folder itself here. It goes when its server does, or when nobody wants it any more.
    while [ -e "$dir" ] && kill -0 "$1" 2>/dev/null; do sleep 1; done
    if [ -e "$dir" ]; then
        (cd / && "${as[@]}" "$bin/pg_ctl" -D "$dir" -m immediate -s stop) || true
        rm -rf "$dir"
    fi
    ;;
*)
    echo "postgres.sh: $verb is nothing that it does" >&2; exit 2
    ;;
esac
