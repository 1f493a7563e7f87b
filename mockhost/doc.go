// Package mockhost is a mock of the IDE: it lists the tools of plugins as the built-in MCP server does and calls them, with a project in memory, grants,
// confirmation, Restricted Mode, limits, and the whole plugin API behind them. It runs real components and knows nothing of command lines, test files
// or rendering.
//
//	ide := mockhost.New(rt, mockhost.Options{Project: tree})
//	err := ide.Install(plugin)
//	tools := ide.ListTools()
//	outcome := ide.CallTool(ctx, "acme_notes__find_notes", `{"text":"milk"}`, mockhost.CallOptions{})
//
// The host functions are bound by the types that a component itself declares (package bind). Nothing is ever written to disk, nothing leaves the
// process, and the same calls give the same outcomes.
package mockhost
