module openidea-plugin/bench/wasmtime

go 1.26.0

require github.com/bytecodealliance/wasmtime-go/v44 v44.0.0
