#!/bin/sh
# Builds the components of this folder from their WIT: each imports all that its world has, and traps when it is called.
# Needs wasm-tools.
set -eu
cd "$(dirname "$0")"
core=$(mktemp)
trap 'rm -f "$core"' EXIT
for name in renamed unadaptable; do
    wasm-tools component embed --dummy "$name" --world plugin-mcp -o "$core"
    wasm-tools component new "$core" -o "$name.wasm"
done
