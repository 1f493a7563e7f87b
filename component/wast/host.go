package main

import "openidea-plugin/component"

// testHost is what scripts may import. The suites of the specification import nothing; those of wasmtime import a few things under "host".
func testHost() component.Resolver { return component.Resolvers{} }
