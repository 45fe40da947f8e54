#!/usr/bin/env bash
# The picture of the README: what `assay demo` says, as an SVG of a terminal in docs/images/demo.svg.
# usage: scripts/picture.sh [LOG]      with LOG, from the output of an earlier `assay demo`
set -euo pipefail
cd "$(dirname "$0")/.."
log=${1:-}
if [ -z "$log" ]; then
    log=$(mktemp); trap 'rm -f "$log"' EXIT
    assay=${ASSAY:-$(command -v assay || echo target/release/assay)}
    "$assay" demo --dir "$(mktemp -d)/demo" >"$log"
fi
lines=$(mktemp)
{
    echo '$ assay demo'
    # What is found, what is known of it, and the small program; paths and CPU times are only this machine's.
    grep -E '^(The planted|FOUND|examined|Found and)' "$log"
    echo
    grep -E '^(kind|bucket|first wrong|culprit pass|cured by|right) ' "$log"
    echo
    sed -n '/^reproduce/,/^expected:/p' "$log" | sed '1d;$d'
    grep -E '^(All of it)' "$log"
} | cut -c1-116 | cat -s >"$lines"
awk '
    function safe(s) { gsub(/&/, "\\&amp;", s); gsub(/</, "\\&lt;", s); gsub(/>/, "\\&gt;", s); return s }
    { line[NR] = $0 }
    END {
        height = 19 * NR + 30
        printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 960 %d\" role=\"img\" aria-label=\"assay demo in a terminal\">\n", height
        printf "<rect width=\"960\" height=\"%d\" rx=\"8\" fill=\"#1e1e2e\"/>\n", height
        printf "<g font-family=\"ui-monospace,Menlo,Consolas,monospace\" font-size=\"13.2\" fill=\"#cdd6f4\" xml:space=\"preserve\">\n"
        for (n = 1; n <= NR; n++) {
            color = line[n] ~ /^\$/ ? "#a6e3a1" : line[n] ~ /^FOUND/ ? "#f38ba8" : line[n] ~ /^(culprit|examined)/ ? "#f9e2af" : "#cdd6f4"
            printf "<text x=\"16\" y=\"%d\" fill=\"%s\">%s</text>\n", 19 * n + 10, color, safe(line[n])
        }
        print "</g>\n</svg>"
    }' "$lines" >docs/images/demo.svg
rm -f "$lines"
echo docs/images/demo.svg
