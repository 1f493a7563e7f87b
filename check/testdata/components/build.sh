#!/bin/sh
# Makes NAME.wasm of each NAME.wit beside it: a component of the world that does nothing. Needs wasm-tools.
set -eu
cd "$(dirname "$0")"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for wit in *.wit; do
    name=${wit%.wit}
    wasm-tools component embed --dummy "$wit" -w w -o "$scratch/core.wasm"
    wasm-tools component new "$scratch/core.wasm" -o "$scratch/component.wasm"
    wasm-tools strip -a "$scratch/component.wasm" -o "$name.wasm"
done
