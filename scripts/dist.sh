#!/usr/bin/env bash
# An archive of `assay` for Linux: the binary, man pages, completions, licences, and a checksum beside it.
# usage: scripts/dist.sh [TARGET]      e.g. scripts/dist.sh x86_64-unknown-linux-musl
# Without TARGET: static with musl where `rustup target add x86_64-unknown-linux-musl` and musl-tools are there, else for this
# machine's glibc. The same commit gives the same bytes. The archive is in target/dist/; the last line printed is its name.
set -euo pipefail
cd "$(dirname "$0")/.."

host=$(rustc -vV | sed -n 's/^host: //p')
static=${host%-gnu}-musl
if [ $# -gt 0 ]; then
    target=$1
elif command -v musl-gcc >/dev/null && [ -d "$(rustc --print sysroot)/lib/rustlib/$static" ]; then
    target=$static
else
    target=$host
    echo "dist: no musl target is installed: the binary will need this machine's glibc" >&2
fi

version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC
# Paths of this machine do not belong into a binary.
export RUSTFLAGS="--remap-path-prefix=$PWD=assay --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"
cargo build --locked --profile dist --target "$target" -p assay
binary=target/$target/dist/assay

# What is packed has to work: a test and its summary, with the first compiler that is there.
try=$(mktemp -d)
"$binary" hunt --cc "${CC:-cc} -O1" --tests 1 --seed 1 --no-triage --dir "$try/campaign" >"$try/said" 2>&1 || { cat "$try/said" >&2; exit 1; }
rm -rf "$try"

name=assay-$version-$target
out=target/dist
stage=$out/$name
rm -rf "$stage" "$out/current" && mkdir -p "$stage"/{bin,share/man/man1,share/bash-completion/completions,share/zsh/site-functions,share/fish/vendor_completions.d}
install -m 755 "$binary" "$stage/bin/assay"
# The host runs the binary to make its pages: `dist.sh` is for the machine's own architecture.
"$binary" man --out-dir "$stage/share/man/man1"
"$binary" completions bash >"$stage/share/bash-completion/completions/assay"
"$binary" completions zsh >"$stage/share/zsh/site-functions/_assay"
"$binary" completions fish >"$stage/share/fish/vendor_completions.d/assay.fish"
cp README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$stage/"

size=$(stat -c %s "$binary")
[ "$size" -lt $((25 * 1024 * 1024)) ] || { echo "dist: the binary has $size bytes, more than 25 MiB" >&2; exit 1; }
tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=go=rX,u+rw,a-s --format=ustar \
    -C "$out" -cf - "$name" | gzip -n -9 >"$out/$name.tar.gz"
(cd "$out" && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256" && cat "$name.tar.gz.sha256")
# `cargo deb` takes its files from here: see [package.metadata.deb] in crates/app/Cargo.toml.
mv "$stage" "$out/current"
if command -v cargo-deb >/dev/null; then
    cargo deb --quiet --no-build --no-strip -p assay --deb-version "$version" -o "$out/"
fi
echo "dist: the binary has $((size / 1024 / 1024)) MiB" >&2
echo "$out/$name.tar.gz"
