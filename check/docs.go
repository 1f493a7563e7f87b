package check

import (
	"fmt"
	"slices"
	"strings"

	"openidea-plugin/diag"
)

// Explain is the documentation of a rule as plain text: what `openidea-plugin explain RULE` prints.
func Explain(r *Rule) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s): %s\n\n", r.ID, r.Severity, r.Title)
	b.WriteString(wrap(strings.ReplaceAll(r.Text, "`", ""), 100))
	b.WriteString("\n")
	for _, e := range []struct {
		title   string
		example Example
	}{{"Reported:", r.Bad}, {"Not reported:", r.Good}} {
		b.WriteString(e.title + "\n")
		for _, f := range e.example {
			fmt.Fprintf(&b, "\n  %s\n", f.Path)
			for _, line := range shownLines(f) {
				b.WriteString(strings.TrimRight("    "+line, " ") + "\n")
			}
		}
		b.WriteString("\n")
	}
	if fix := fixWords[r.Fix]; fix != "" {
		b.WriteString("Fix: " + fix + "\n")
	}
	if len(r.Clients) > 0 {
		b.WriteString("Clients: " + strings.Join(r.Clients, ", ") + "\n")
	}
	b.WriteString("Source: " + r.Source + "\n")
	for _, s := range sources {
		if slices.Contains(strings.FieldsFunc(r.Source, func(c rune) bool { return strings.ContainsRune(",; ", c) }), s.id) {
			lines := wrap(s.id+", the published reference: "+strings.ReplaceAll(s.text, "`", ""), 98)
			b.WriteString("  " + strings.ReplaceAll(strings.TrimRight(lines, "\n"), "\n", "\n  ") + "\n")
		}
	}
	return b.String()
}

var fixWords = map[Fixable]string{
	SafeFix:   "safe, the plugin means the same afterwards",
	UnsafeFix: "unsafe, it changes what the plugin means to others",
}

// shownLines are the lines of an example's file. A line too long to read, there to be too long, is cut.
func shownLines(f File) []string {
	const longest = 200
	lines := strings.Split(strings.TrimRight(f.Shown(), "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.ReplaceAll(line, "\ufeff", "(U+FEFF)") // nobody sees it
		if len(line) > longest {
			lines[i] = fmt.Sprintf("%s… (%d bytes in all)", line[:80], len(line))
		}
	}
	return lines
}

// wrap breaks text at blanks so that no line is longer than width; a single word may be.
func wrap(text string, width int) string {
	var b strings.Builder
	column := 0
	for i, word := range strings.Fields(text) {
		n := len([]rune(word))
		switch {
		case i == 0:
		case column+1+n > width:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
	}
	return b.String() + "\n"
}

// Markdown is docs/rules.md.
func Markdown() string {
	var b strings.Builder
	b.WriteString(`# The rules of ` + "`openidea-plugin check`" + `

<!-- Generated from the rules in check/ by "go generate ./check". Do not edit. -->

**Errors** are what the IDE refuses, what makes it withhold a tool, or what makes a call impossible: exit status 1. **Warnings** are accepted, but almost certainly
not what the author meant: exit status 1 only with ` + "`--strict`" + `. **Notes** are known to break some clients or to serve agents badly: they never change
the exit status, unless a rule is raised with ` + "`--error`" + `.

An example shows only the files that matter. A manifest that begins with a table stands below these lines:

` + "```toml\n" + strings.TrimSpace(exampleHead) + "\n```\n\n")
	b.WriteString("| rule | severity | finding | fix |\n| --- | --- | --- | --- |\n")
	for _, r := range all {
		fix, _, _ := strings.Cut(fixWords[r.Fix], ",")
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s | %s |\n", r.ID, r.ID, r.Severity, r.Title, fix)
	}
	for _, r := range all {
		markdownRule(&b, r)
	}
	for _, g := range documented {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n", g.title, g.text)
		b.WriteString("| rule | severity | finding |\n| --- | --- | --- |\n")
		for _, r := range g.rules {
			fmt.Fprintf(&b, "| [%s](#%s) | %s | %s |\n", r.ID, r.ID, r.Severity, r.Title)
		}
		for _, r := range g.rules {
			markdownRule(&b, r)
		}
	}
	b.WriteString("\n## Sources\n\nThe sentences of the IDE's published reference that rules refer to:\n\n")
	for _, s := range sources {
		fmt.Fprintf(&b, "- **%s** %s\n", s.id, s.text)
	}
	return b.String()
}

func markdownRule(b *strings.Builder, r *Rule) {
	fmt.Fprintf(b, "\n## %s\n\n**%s**: %s.", r.ID, r.Severity, r.Title)
	if r.Wasm {
		b.WriteString(" Left out with `--no-wasm`.")
	}
	if r.Model {
		b.WriteString(" A note where only our model of the plugin API says so.")
	}
	fmt.Fprintf(b, "\n\n%s\n", r.Text)
	for _, e := range []struct {
		title   string
		example Example
	}{{"Reported", r.Bad}, {"Not reported", r.Good}} {
		for _, f := range e.example {
			fmt.Fprintf(b, "\n%s, `%s`:\n\n```%s\n%s\n```\n", e.title, f.Path, language(f.Path), strings.Join(shownLines(f), "\n"))
		}
	}
	if fix := fixWords[r.Fix]; fix != "" {
		fmt.Fprintf(b, "\nFix: %s.\n", fix)
	}
	if len(r.Clients) > 0 {
		fmt.Fprintf(b, "\nClients: %s. Left out where [`clients`](configuration.md) names only others.\n", strings.Join(r.Clients, ", "))
	}
	fmt.Fprintf(b, "\nSource: %s.\n", r.Source)
}

func language(path string) string {
	switch {
	case strings.HasSuffix(path, ".toml"):
		return "toml"
	case strings.HasSuffix(path, ".json"):
		return "json"
	}
	return "text"
}

// sources are the rules that the IDE enforces, as its reference publishes them.
var sources = []struct{ id, text string }{
	{"S1", "a tool's `name` matches `[a-z0-9_]{1,40}`, the whole string"},
	{"S2", "the registered name is the plugin's id with every character outside `[a-z0-9_]` replaced by `_`, then `__`, then the name; at most 64 bytes"},
	{"S3", "`description` is 1 to 4096 bytes of UTF-8"},
	{"S4", "`inputSchema` is a package path to one JSON Schema file of at most 256 KiB that describes an object"},
	{"S5", "the schema is self-contained: local `$ref` fragments work, network and file references are refused"},
	{"S6", "`readOnly` is required; tools with `false` are hidden and cannot be called in Restricted Mode"},
	{"S7", "`destructive` is required; `true` makes every call ask the project's window"},
	{"S8", "the schema is valid in its dialect, 2020-12 where `$schema` names none"},
	{"S9", "a plugin with tools needs `wasm`"},
	{"S10", "where two enabled plugins normalise to the same tool name, both tools are withheld"},
	{"R1", "the export is `mcp-provider.call(tool, arguments, ctx)`"},
}

// List is one line for each rule: what `openidea-plugin explain` prints without a rule.
func List() string {
	var b strings.Builder
	width := 0
	for _, r := range all {
		width = max(width, len(r.ID))
	}
	last := diag.Severity(0)
	for _, r := range all {
		if r.Severity != last {
			if last != 0 {
				b.WriteByte('\n')
			}
			fmt.Fprintf(&b, "%ss\n", r.Severity)
			last = r.Severity
		}
		fmt.Fprintf(&b, "  %-*s  %s\n", width, r.ID, r.Title)
	}
	for _, g := range documented {
		fmt.Fprintf(&b, "\n%s\n", g.list)
		for _, r := range g.rules {
			fmt.Fprintf(&b, "  %-*s  %s\n", width, r.ID, r.Title)
		}
	}
	return b.String()
}

// documented are rules that are found elsewhere than in plugins. No configuration, flag or suppression changes them.
var documented = []struct {
	by, title, list, text string
	rules                 []*Rule
}{
	{
		"test", "Rules of test files", "mistakes in test files",
		"Mistakes in the files that [`openidea-plugin test`](test-files.md) runs. `check` does not read them. A file with an error is not run: exit status 2.",
		testFileRules,
	},
	{
		"config", "Rules of the configuration", "mistakes in the configuration",
		"Mistakes in [`openidea-plugin.toml`](configuration.md): exit status 2.",
		configRules,
	},
}

// FoundBy says who finds what the documented rule is about: "check", "test" or "config".
func FoundBy(id string) string {
	for _, g := range documented {
		for _, r := range g.rules {
			if r.ID == id {
				return g.by
			}
		}
	}
	return "check"
}

// Documented is a rule of check, of test files or of the configuration by its id, or nil.
func Documented(id string) *Rule {
	for _, g := range documented {
		for _, r := range g.rules {
			if r.ID == id {
				return r
			}
		}
	}
	return Find(id)
}

// DocumentedIDs are the ids that Documented knows: those of check first.
func DocumentedIDs() []string {
	ids := IDs()
	for _, g := range documented {
		for _, r := range g.rules {
			ids = append(ids, r.ID)
		}
	}
	return ids
}
