package wasi

// httpInterfaces are those of wasi:http.
var httpInterfaces []iface
