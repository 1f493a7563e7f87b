// Package guest holds the component that the benchmarks call.
package guest

import _ "embed"

// Component is guest.wat as a component. It imports nothing and exports join, echo-string, echo-bytes, spin, fib and fill.
//
//go:generate wasm-tools parse guest.wat -o guest.wasm
//go:embed guest.wasm
var Component []byte
