// Package guest holds the component that the benchmarks call.
package guest

import _ "embed"

// Component is guest.wat as a component, made by `wasm-tools parse guest.wat -o guest.wasm`. It imports nothing and exports join, echo-string,
// echo-bytes, spin, fib and fill.
//
//go:embed guest.wasm
var Component []byte
