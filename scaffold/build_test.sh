#!/bin/sh
# Builds plugins that `new` writes, checks them and runs their tests: natively, and with the component in the mock IDE.
#
# Needs Go, cargo, wasm-tools and the crate registry, and a Rust toolchain with the target wasm32-unknown-unknown, or Debian's rustc-web,
# cargo-web, rust-web-src and lld-19, with which it rebuilds the standard library. Where one is missing it says so and ends with 0.
set -eu
repository=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
target=wasm32-unknown-unknown

absent() { # absent WHAT
    echo "not here, so left out: $1"
    exit 0
}
command -v cargo > /dev/null || absent cargo
command -v wasm-tools > /dev/null || absent wasm-tools

# build: the core module of the plugin in this folder, without a warning
if [ -d "$(rustc --print sysroot)/lib/rustlib/$target/lib" ]; then
    build() { RUSTFLAGS="-Dwarnings" cargo build --quiet --release --target $target; }
else
    for file in /usr/bin/cargo /usr/bin/rustc /usr/bin/wasm-ld-19 /usr/lib/rustlib/src/rust/library; do
        [ -e "$file" ] || absent "the Rust target $target, and $file"
    done
    build() {
        PATH=/usr/bin:$PATH RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Dwarnings -Clinker=wasm-ld-19" \
            /usr/bin/cargo build --quiet --release --target $target -Zbuild-std=std,panic_abort
    }
fi
CARGO_TARGET_DIR=$work/target
export CARGO_TARGET_DIR

(cd "$repository" && go build -o "$work/bin/openidea-plugin" ./cmd/openidea-plugin)
PATH=$work/bin:$PATH
mkdir "$work/plugins"
XDG_CACHE_HOME=$work/cache
export XDG_CACHE_HOME

# plugin NAME FLAG...: a new plugin through all commands of its README
plugin() {
    name=$1
    echo "-- new $*"
    cd "$work/plugins"
    openidea-plugin new --quiet "$@"
    cd "$name"
    cargo generate-lockfile --quiet 2> /dev/null || absent 'the crate registry'
    openidea-plugin check --no-wasm --strict --notes
    status=0
    openidea-plugin test 2> /dev/null || status=$?
    [ $status = 2 ] || { echo "without its component, test ends with $status, not 2"; exit 1; }
    if cargo fmt --version > /dev/null 2>&1; then cargo fmt --check; fi
    RUSTFLAGS="-Dwarnings" cargo test --quiet
    build
    module=$(sed -n 's/^wasm-tools component new .*release\/\([^ ]*\) .*/\1/p' README.md)
    wasm-tools component new "$CARGO_TARGET_DIR/$target/release/$module" -o dist/plugin.wasm
    openidea-plugin check --strict --notes
    openidea-plugin test
    [ -z "$(git init -q . && git status --porcelain dist/plugin.wasm)" ] || { echo 'git would take the component'; exit 1; }
}

plugin notes
plugin three-kinds --id acme.three-kinds --tool find:read-only --tool add:writing --tool purge:destructive
plugin self --tool fn:destructive
plugin openidea-plugin --tool args:read-only --tool 1st:writing --tool _:writing --tool a__b:destructive --tool a_b:read-only --tool std:read-only
plugin a- --id 'a "quoted" \ id' --tool text:writing
