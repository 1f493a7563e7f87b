package runner

import (
	"slices"

	"openidea-plugin/mockhost"
	"openidea-plugin/mockhost/testfile"
)

// listing compares with the list of tools that a client saw before the call.
func (ps *problems) listing(x *testfile.Expect, a after) {
	at := slices.IndexFunc(a.tools, func(t mockhost.Tool) bool { return t.Registered == a.registered })
	words := map[bool]string{true: "the tool is listed", false: "the tool is not listed"}
	if x.Listed != nil && *x.Listed != (at >= 0) {
		ps.add("listed", words[*x.Listed], words[at >= 0])
	}
	switch {
	case x.Listing == nil:
	case at < 0:
		ps.add("listing", words[true], words[false])
	default:
		ps.listed(x.Listing, a.tools[at])
	}
	if x.Tools == nil {
		return
	}
	got := make([]string, len(a.tools))
	for i, t := range a.tools {
		got[i] = t.Registered
	}
	if want := slices.Sorted(slices.Values(*x.Tools)); !slices.Equal(want, got) {
		ps.lists("tools", want, got)
	}
}

func (ps *problems) listed(want *testfile.Listing, got mockhost.Tool) {
	if want.Title != nil {
		ps.text("title", want.Title, got.Title)
	}
	if want.Description != nil {
		ps.text("description", want.Description, got.Description)
	}
	if want.Schema != "" {
		ps.json("schema", want.Schema, string(got.InputSchema), false)
	}
	hints := map[string]bool{
		"readOnlyHint": got.ReadOnlyHint, "destructiveHint": got.DestructiveHint, "idempotentHint": got.IdempotentHint, "openWorldHint": got.OpenWorldHint,
	}
	words := map[bool]string{true: "true", false: "false"}
	for _, h := range want.Hints {
		if hints[h.Name] != h.True {
			ps.add(h.Name, words[h.True], words[hints[h.Name]])
		}
	}
}
