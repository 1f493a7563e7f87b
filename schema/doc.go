// Package schema reads JSON with positions, checks that a JSON Schema file can serve as a tool's input schema, and
// validates arguments against it. It knows nothing of manifests, rules or rendering: problems are typed values with
// byte ranges.
//
//   - Parse reads one JSON value into a tree in which every value and every key knows its bytes.
//   - Load reads a schema file: dialect, subschemas, references, anchors, and everything that is wrong with it.
//   - Compile is Load for a caller who wants to validate; Schema.Validate checks arguments within stated limits.
//
// Dialects: 2020-12 (also where "$schema" names none), 2019-09, draft-07, draft-06, draft-04. Everything here is
// bounded: time is linear in the file but for small factors, nesting ends at MaxDepth, validation counts its steps.
// Nothing is ever fetched, from the network or from disk. The same input gives the same answer, always in the same order.
package schema
