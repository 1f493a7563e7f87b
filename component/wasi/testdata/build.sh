#!/bin/sh
# Builds tour.wasm from tour.c: component/wasi/testdata/build.sh ADAPTER.wasm
#
# ADAPTER.wasm is wasi_snapshot_preview1.command.wasm of wasmtime (crate wasi-preview1-component-adapter-provider, or npm's @bytecodealliance/jco).
# Needs Debian's clang-19, lld-19, wasi-libc and libclang-rt-19-dev-wasm32, and wasm-tools. The same tools make the same bytes anywhere; BUILD.sha256 has
# the hashes of what was used and made.
set -eu
[ $# -eq 1 ] || { echo "usage: build.sh ADAPTER.wasm" >&2; exit 2; }
adapter=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# PATH: clang runs a wasm-opt that it finds there, of whatever version.
PATH=/usr/bin:/bin clang-19 --target=wasm32-wasi -O2 -Wall -Wextra -Werror -fuse-ld=/usr/bin/wasm-ld-19 -Wl,--strip-all -Wl,-z,stack-size=65536 \
    -o "$work/tour.wasm" tour.c
wasm-tools component new "$work/tour.wasm" --adapt "wasi_snapshot_preview1=$adapter" -o "$work/component.wasm"
wasm-tools strip --all "$work/component.wasm" -o tour.wasm
wasm-tools validate tour.wasm
{ sha256sum tour.wasm tour.c; sha256sum <"$adapter" | sed 's/-$/wasi_snapshot_preview1.command.wasm/'; } >BUILD.sha256
wc -c tour.wasm
