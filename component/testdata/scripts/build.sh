#!/usr/bin/env bash
# Packs each script of this folder into packed/NAME.json, which `go test ./component` runs with Go alone. Needs wasm-tools
# (made with 1.262.0). With --check it changes nothing and says which packed files are not what it would write.
set -euo pipefail
cd "$(dirname "$0")"
if [ "${1:-}" = --check ] && [ "$(wasm-tools --version | cut -d' ' -f2)" != 1.262.0 ]; then
  echo "the scripts were packed with wasm-tools 1.262.0; this is $(wasm-tools --version), which may write other bytes: not compared"
  exit 0
fi
out=packed
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ "${1:-}" = --check ] && out=$work/packed
mkdir -p "$out"
(cd ../../.. && go build -o "$work/wast" ./component/cmd/wast)
for script in *.wast; do
  name=${script%.wast}
  mkdir "$work/$name"
  wasm-tools json-from-wast "$script" -o "$work/$name/$name.json" --wasm-dir "$work/$name"
  "$work/wast" -pack "$script" "$work/$name/$name.json" >"$out/$name.json"
done
[ "${1:-}" != --check ] || diff -rq packed "$out"
