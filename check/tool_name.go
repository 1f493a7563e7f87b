package check

import (
	"fmt"
	"strings"
	"unicode"

	"openidea-plugin/diag"
	"openidea-plugin/plugin"
)

var toolName = Rule{
	ID:       "tool-name",
	Severity: diag.Error,
	Title:    "a tool's name is not 1 to 40 of a-z, 0-9 and _",
	Text: "The name of a tool is what agents call. The whole of it must match `[a-z0-9_]{1,40}`: no capitals, no hyphens, no dots, no spaces, no line end. " +
		"The fix renames the tool in the manifest only; the component must answer to the new name too, and agents know the old one, so the fix is unsafe.",
	Source: "S1",
	Bad: tool(`name = "find-notes"`, `description = "Find notes in this project"`, `inputSchema = "find-notes.schema.json"`,
		`readOnly = true`, `destructive = false`),
	Good: Example{{Path: "plugin.toml", Text: exampleTool}},
	Fix:  UnsafeFix,
	plugin: func(p *Pass) {
		const label = "1 to 40 of a-z, 0-9 and _"
		taken := map[string]bool{}
		for _, t := range p.Plugin.Tools {
			taken[t.Name.Value] = true
		}
		for _, t := range p.Plugin.Tools {
			name := t.Name.Value
			switch {
			case t.Name.Missing():
				d := diag.Diagnostic{Span: t.Table.Span, Message: "a tool has no name", Label: "name is missing: " + label}
				nearMiss(p, &d, t.Table, "name", nil)
				p.Report(d)
			case !t.Name.Set() || plugin.ValidToolName(name):
			case name == "":
				p.Report(diag.Diagnostic{Span: t.Name.Span, Message: "a tool's name is empty", Label: label})
			default:
				d := diag.Diagnostic{Span: t.Name.Span, Message: badName(name), Label: label}
				switch legal := legalName(name, nameRoom(p.Plugin.ID())); {
				case legal == "":
				case taken[legal]:
					d.Help = []string{diag.Quote(legal) + " would be legal, but is the name of another tool"}
				default:
					taken[legal] = true
					d.Fix = &diag.Fix{
						Title:  diag.Quote(legal),
						Edits:  []diag.Edit{{Span: t.Name.Whole, New: diag.Quote(legal)}},
						Unsafe: true,
					}
				}
				p.Report(d)
			}
		}
	},
}

// badName says what is wrong with a name: its characters, its length, or both. A name is shown up to its 60th character.
func badName(name string) string {
	length := ""
	if n := len([]rune(name)); n > plugin.MaxToolName {
		length = fmt.Sprintf("%d characters long, %d too many", n, n-plugin.MaxToolName)
	}
	bad := plugin.BadCharacters(name)
	quoted := quotedCharacters(bad)
	says := "tool name " + diag.ShortQuote(name) + " "
	switch {
	case len(bad) == 0:
		return says + "is " + length
	case len(bad) == 1:
		says += "has a character that is not allowed: " + quoted
	default:
		says += "has characters that are not allowed: " + quoted
	}
	if length != "" {
		says += ", and is " + length
	}
	return says
}

func quotedCharacters(rs []rune) string {
	const most = 5
	var parts []string
	for i, r := range rs {
		if i == most {
			return strings.Join(parts, ", ") + fmt.Sprintf(" and %d more", len(rs)-most)
		}
		if unicode.IsPrint(r) {
			parts = append(parts, diag.Quote(string(r)))
		} else {
			parts = append(parts, fmt.Sprintf("U+%04X", r))
		}
	}
	return strings.Join(parts, ", ")
}

// longestShown is how many characters of a registered name or a type a message shows, so that it stays one line.
const longestShown = 120

// nameRoom is how long the name of a tool may be in a plugin with this id, so that the registered name fits too; less than 1 where no name fits.
func nameRoom(id string) int {
	if id == "" {
		return plugin.MaxToolName
	}
	return min(plugin.MaxToolName, plugin.MaxRegisteredName-len(plugin.RegisteredName(id, "")))
}

// legalName is the nearest legal name of at most so many characters: camel case parted by underscores, other characters replaced by them; "" if nothing is left.
func legalName(name string, most int) string {
	var b strings.Builder
	lower := false // the last character was a lower-case letter or digit
	for _, r := range name {
		switch {
		case r >= 'A' && r <= 'Z':
			if lower {
				b.WriteByte('_')
			}
			b.WriteRune(r + 'a' - 'A')
			lower = false
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
			lower = true
		default:
			b.WriteByte('_')
			lower = false
		}
	}
	legal := strings.Trim(b.String(), "_")
	for strings.Contains(legal, "__") && !strings.Contains(name, "__") {
		legal = strings.ReplaceAll(legal, "__", "_")
	}
	if most = max(most, 0); len(legal) > most {
		legal = strings.TrimRight(legal[:most], "_")
	}
	return legal
}

var registeredNameTooLong = Rule{
	ID:       "registered-name-too-long",
	Severity: diag.Error,
	Title:    "a tool's registered name is longer than 64 bytes",
	Text: "The IDE's server lists a tool under its registered name: the plugin's `id` with every character outside `[a-z0-9_]` replaced by `_`, then `__`, then the tool's name. " +
		"It must fit in 64 bytes, so a long `id` leaves less room for names.",
	Source: "S2",
	Bad: manifestText(`id = "com.example.department.notes"`, `engines.openidea = "^1.4"`, `wasm = "dist/plugin.wasm"`, ``,
		`[[contributes.mcpTools]]`, `name = "find_notes_in_the_currently_open_project"`, `description = "Find notes in this project"`, `inputSchema = "find-notes.schema.json"`, `readOnly = true`, `destructive = false`),
	Good: manifestText(`id = "com.example.department.notes"`, `engines.openidea = "^1.4"`, `wasm = "dist/plugin.wasm"`, ``, strings.TrimSpace(exampleTool)),
	plugin: func(p *Pass) {
		id := p.Plugin.Manifest.ID
		for _, t := range p.Plugin.Tools {
			if !id.Set() || id.Value == "" || !t.Name.Set() || !plugin.ValidToolName(t.Name.Value) {
				continue
			}
			name := plugin.RegisteredName(id.Value, t.Name.Value)
			if len(name) <= plugin.MaxRegisteredName {
				continue
			}
			room := nameRoom(id.Value)
			d := diag.Diagnostic{
				Span:    t.Name.Span,
				Message: fmt.Sprintf("the registered name %s is %d bytes long, %d too many", diag.Shorten(name, longestShown), len(name), len(name)-plugin.MaxRegisteredName),
				Label:   fmt.Sprintf("with this id a name may have at most %d characters", room),
				Related: []diag.Related{{Span: id.Span, Message: fmt.Sprintf("the id takes %d bytes of the 64", len(name)-len(t.Name.Value)-2)}},
			}
			if room < 1 {
				d.Label = "with this id no name fits"
			}
			p.Report(d)
		}
	},
}

var duplicateToolName = Rule{
	ID:       "duplicate-tool-name",
	Severity: diag.Error,
	Title:    "two tools of one plugin have the same name",
	Text:     "Both tools would be registered under one name, and a call could not say which of them it means.",
	Source:   "decision; the Model Context Protocol: names should be unique within a server",
	Bad:      manifestText(exampleHead+exampleTool, strings.TrimSpace(exampleTool)),
	Good:     manifestText(exampleHead+exampleTool, strings.TrimSpace(strings.Replace(exampleTool, "find_notes", "count_notes", 1))),
	plugin: func(p *Pass) {
		first := map[string]diag.Span{}
		for _, t := range p.Plugin.Tools {
			if !t.Name.Set() || t.Name.Value == "" {
				continue
			}
			if at, again := first[t.Name.Value]; again {
				p.Report(diag.Diagnostic{
					Span:    t.Name.Span,
					Message: "the plugin has two tools named " + diag.ShortQuote(t.Name.Value),
					Label:   "the name is taken",
					Related: []diag.Related{{Span: at, Message: "by this tool"}},
				})
				continue
			}
			first[t.Name.Value] = t.Name.Span
		}
	},
}

var registeredNameCollision = Rule{
	ID:       "registered-name-collision",
	Severity: diag.Error,
	Title:    "two plugins register the same name",
	Text: "Where two enabled plugins register one name, the IDE withholds both tools. Different ids can give one name, because every character outside `[a-z0-9_]` becomes `_`: " +
		"`acme.notes` and `acme-notes` both give `acme_notes__find_notes`. So can different splits: `acme` with the tool `b__c`, and `acme--b` with the tool `c`. " +
		"The plugins of one run are compared with each other; two copies of one plugin collide as well.",
	Source: "S10",
	Bad: Example{
		{Path: "a/plugin.toml", Text: exampleHead + exampleTool},
		{Path: "b/plugin.toml", Text: strings.Replace(exampleHead, "acme.notes", "acme-notes", 1) + exampleTool},
	},
	Good: Example{
		{Path: "a/plugin.toml", Text: exampleHead + exampleTool},
		{Path: "b/plugin.toml", Text: strings.Replace(exampleHead, "acme.notes", "acme.todos", 1) + exampleTool},
	},
	workspace: collisions,
}

func collisions(w *Workspace) {
	type registration struct {
		member *Member
		tool   MemberTool
	}
	byName := map[string][]registration{}
	var names []string // in the order of the plugins
	for _, m := range w.Members {
		if m.ID == "" {
			continue
		}
		for _, t := range m.Tools {
			if !plugin.ValidToolName(t.Name) {
				continue
			}
			name := plugin.RegisteredName(m.ID, t.Name)
			taken := byName[name]
			if len(taken) > 0 && taken[len(taken)-1].member == m {
				continue // duplicate-tool-name speaks of it
			}
			if len(taken) == 0 {
				names = append(names, name)
			}
			byName[name] = append(taken, registration{m, t})
		}
	}
	for _, name := range names {
		all := byName[name]
		if len(all) < 2 {
			continue
		}
		d := diag.Diagnostic{
			Span:    all[0].tool.Span,
			Message: "two plugins register " + diag.Shorten(name, longestShown) + ", so the IDE withholds both tools",
			Label:   all[0].member.ID,
		}
		if len(all) > 2 {
			d.Message = fmt.Sprintf("%d plugins register %s, so the IDE withholds all of these tools", len(all), diag.Shorten(name, longestShown))
		}
		members := []*Member{all[0].member}
		for _, r := range all[1:] {
			d.Related = append(d.Related, diag.Related{Span: r.tool.Span, Message: r.member.ID})
			members = append(members, r.member)
		}
		w.Report(d, members...)
	}
}
