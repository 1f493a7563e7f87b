// Package wasmtime is a module of its own so that nobody but the benchmarks needs libwasmtime. The program in peer is built by package bench, with the
// headers and the library that this dependency brings.
package wasmtime

import _ "github.com/bytecodealliance/wasmtime-go/v44" // for its files
