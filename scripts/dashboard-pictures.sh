#!/usr/bin/env bash
# The pictures of the dashboard in docs/images: the pages of a campaign, as chromium shows them.
#
#   scripts/dashboard-pictures.sh CAMPAIGN FINDING        needs a built assay (ASSAY=target/debug/assay) and chromium
set -euo pipefail
cd "$(dirname "$0")/.."
campaign=${1:?the folder of a campaign}; finding=${2:?one of its findings}
work=$(mktemp -d)
"${ASSAY:-target/debug/assay}" serve "$campaign" --port 0 > "$work/log" & serve=$!
trap 'kill $serve 2>/dev/null || true; rm -rf "$work"' EXIT
for _ in $(seq 50); do grep -q http:// "$work/log" && break; sleep 0.1; done
base=$(sed 's|.*\(http:[^ ]*[0-9]\).*|\1|' "$work/log")
take() { # NAME PATH WIDTH HEIGHT
    # A page that is told of changes never ends loading, hence the timeout.
    timeout 60 chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$work/profile" --timeout=4000 \
        --window-size="$3,$4" --screenshot="$PWD/docs/images/dashboard-$1.png" "$base$2" >/dev/null 2>&1
}
take overview / 1280 1500
take overview-small / 375 1500
take bug "/bugs/$finding" 1280 1650
take bugs /bugs 1280 900
take workers /workers 1280 800
