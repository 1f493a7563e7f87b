#!/bin/sh
# Hands the WIT on to the Rust SDK after a change here: copies it, and encodes the two worlds that
# a plugin can be built for, so that a built module says what component is to be made of it.
# Needs wasm-tools. A test of this package says when it must be run again.
set -eu
export LC_ALL=C
cd "$(dirname "$0")"
sdk=../scaffold/sdk
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

rm -f "$sdk"/wit/*.wit
mkdir -p "$sdk/wit"
cp -- *.wit "$sdk/wit/"

printf '(module)' > "$scratch/empty.wat"
for world in plugin plugin-mcp; do
    wasm-tools component embed . --world "$world" "$scratch/empty.wat" -o "$scratch/module.wasm"
    # The module is nothing but that one custom section; its content goes to the end of the file.
    start=$(wasm-tools objdump "$scratch/module.wasm" | sed -n 's/.*"component-type" *| *\(0x[0-9a-f]*\).*/\1/p')
    tail -c +$((start + 1)) "$scratch/module.wasm" > "$sdk/src/wasm/$world.world"
done
sha256sum -- *.wit > "$sdk/src/wasm/worlds.sha256"
