package docs

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"openidea-plugin/check"
	"openidea-plugin/component"
	"openidea-plugin/component/abi"
	"openidea-plugin/mockhost"
	"openidea-plugin/mockhost/testfile"
	"openidea-plugin/tomlschema"
	"openidea-plugin/wit"
)

// row is a row of a table under the heading and the header of its table.
type row struct {
	heading, header string
	cells           []string
}

// tables are all rows of a document's tables.
func tables(t *testing.T, name string) []row {
	var rows []row
	heading, header := "", ""
	for line := range strings.Lines(read(t, name)) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "#"):
			heading = strings.Trim(line, "# `")
		case !strings.HasPrefix(line, "|"):
			header = ""
		case header == "":
			header = cells(line)[0]
		case !strings.HasPrefix(line, "| ---"):
			rows = append(rows, row{heading, header, cells(line)})
		}
	}
	return rows
}

func cells(line string) []string {
	list := strings.Split(strings.Trim(line, "|"), " | ")
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return list
}

// under are the first cells of the tables with a header.
func under(t *testing.T, name, header string) []string {
	var list []string
	for _, r := range tables(t, name) {
		if r.header == header {
			list = append(list, strings.Trim(r.cells[0], "`"))
		}
	}
	return list
}

// TestEveryKey: the tables of test files name every key that the reader knows, and no other.
func TestEveryKey(t *testing.T) {
	known := map[string]bool{}
	var walk func(*tomlschema.Table)
	walk = func(table *tomlschema.Table) {
		if table == nil {
			return
		}
		for _, k := range table.Keys {
			known[k.Name] = true
			walk(k.Table)
			if k.Of != nil {
				walk(k.Of.Table)
			}
		}
		if table.Rest != nil {
			walk(table.Rest.Table)
		}
	}
	walk(&testfile.Keys)

	documented := map[string]bool{}
	word := regexp.MustCompile(`[A-Za-z-]+`)
	for _, r := range tables(t, "test-files.md") {
		if strings.HasPrefix(r.header, "key") {
			for _, key := range word.FindAllString(r.cells[0], -1) {
				documented[key] = true
			}
		}
	}
	if diff := cmp.Diff(known, documented); diff != "" {
		t.Errorf("the keys of test-files.md are not those of the reader (-reader +document):\n%s", diff)
	}
}

func TestOutcomes(t *testing.T) {
	if diff := cmp.Diff(mockhost.Refusals, under(t, "test-files.md", "`expect.refused`")); diff != "" {
		t.Errorf("refusals (-program +document):\n%s", diff)
	}
	if diff := cmp.Diff(mockhost.Aborts, under(t, "test-files.md", "`expect.aborted`")); diff != "" {
		t.Errorf("reasons of aborts (-program +document):\n%s", diff)
	}
}

func TestLimits(t *testing.T) {
	mib := func(n int) string { return fmt.Sprintf("%d MiB", n>>20) }
	for _, c := range []struct{ document, key, want string }{
		{"test-files.md", "[limits] fuel", grouped(mockhost.DefaultFuel)},
		{"test-files.md", "[limits] deadline", fmt.Sprintf(`"%d`, int(mockhost.DefaultDeadline.Seconds()))},
		{"test-files.md", "[limits] memory", mib(component.DefaultMemory)},
		{"test-files.md", "[limits] table-entries", grouped(component.DefaultTableEntries)},
		{"test-files.md", "[limits] handles", grouped(component.DefaultHandles)},
		{"test-files.md", "[limits] host-bytes", mib(component.DefaultHostBytes)},
		{"component.md", "Memory", mib(component.DefaultMemory)},
		{"component.md", "TableEntries", grouped(component.DefaultTableEntries)},
		{"component.md", "Handles", grouped(component.DefaultHandles)},
		{"component.md", "HostBytes", mib(component.DefaultHostBytes)},
	} {
		i := slices.IndexFunc(tables(t, c.document), func(r row) bool { return r.cells[0] == "`"+c.key+"`" })
		if i < 0 {
			t.Errorf("%s has no row %q", c.document, c.key)
		} else if r := tables(t, c.document)[i]; !strings.Contains(strings.Join(r.cells[1:], "|"), c.want) {
			t.Errorf("%s: %s is not %s: %v", c.document, c.key, c.want, r.cells)
		}
	}
}

// grouped is a number with commas.
func grouped(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// TestFunctions: the tables of functions are those of the model.
func TestFunctions(t *testing.T) {
	published := map[bool]string{true: " (published)"}
	want := map[string]string{}
	for _, f := range wit.Functions {
		capability, context := "none", "yes"
		if f.Capability != "" {
			capability = "`" + f.Capability + "`"
		}
		if f.Reserved {
			context = "reserved"
		}
		want[f.Interface+"."+f.Function] = capability + published[f.Published] + " | " + context + published[f.ReservedPublished]
	}
	got := map[string]string{}
	for _, r := range tables(t, "api-model.md") {
		if r.header == "function" {
			name, _, _ := strings.Cut(strings.Trim(r.cells[0], "`"), "(")
			got[r.heading+"."+name] = r.cells[1] + " | " + r.cells[2]
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("functions (-model +document):\n%s", diff)
	}

	text := read(t, "api-model.md")
	for _, f := range wit.Functions {
		since := regexp.MustCompile(regexp.QuoteMeta(strings.TrimSuffix(f.Since, ".0")) + " \\([^)]*`" + f.Interface + "`")
		if !f.SincePublished && !since.MatchString(text) {
			t.Errorf("api-model.md does not say that %s is there since %s", f.Interface, f.Since)
		}
	}
}

func TestABIRules(t *testing.T) {
	var want []string
	for _, r := range abi.Rules {
		want = append(want, fmt.Sprintf("| `%s` | %s |", r.ID, r.Title))
	}
	_, table, _ := strings.Cut(read(t, "component.md"), "<!-- abi rules -->\n| rule of the canonical ABI | |\n| --- | --- |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	if diff := cmp.Diff(strings.Join(want, "\n"), table); diff != "" {
		t.Errorf("rules (-program +document):\n%s", diff)
	}
}

// TestGoExamples: what the documents show in Go stands in the examples of the packages, which are compiled and run.
func TestGoExamples(t *testing.T) {
	for document, examples := range map[string]string{"component.md": "../component/example_test.go", "go-api.md": "../mockhost/example_test.go"} {
		source := read(t, examples)
		parts := strings.Split(read(t, document), "```go\n")
		for _, part := range parts[1:] {
			code, _, _ := strings.Cut(part, "```")
			if !strings.Contains(source, code) {
				t.Errorf("%s does not have this:\n%s", examples, code)
			}
		}
		if len(parts) == 1 {
			t.Errorf("%s shows no Go", document)
		}
	}
}

// jsonSources are the files of report/ whose types are the JSON output.
var jsonSources = []string{"json.go", "tests_json.go", "place.go", "results.go", "call.go", "inspect.go", "rules_json.go"}

// TestJSONFields: output-json.md, and inspect.md for what only inspect prints, name every field of the JSON output. All are in snake case but for
// what MCP named: the annotations, and inputSchema.
func TestJSONFields(t *testing.T) {
	text := read(t, "output-json.md") + read(t, "inspect.md")
	tag := regexp.MustCompile(`json:"([A-Za-z_]+)`)
	for _, name := range jsonSources {
		fields := tag.FindAllStringSubmatch(read(t, filepath.Join("..", "report", name)), -1)
		if len(fields) == 0 {
			t.Errorf("report/%s has no fields", name)
		}
		for _, f := range fields {
			if strings.ToLower(f[1]) != f[1] && !strings.HasSuffix(f[1], "Hint") && f[1] != "inputSchema" {
				t.Errorf("report/%s: the field %q is not in snake case", name, f[1])
			}
			if !regexp.MustCompile("[`\".]" + f[1] + "[`\"]").MatchString(text) {
				t.Errorf("output-json.md does not name the field %q", f[1])
			}
		}
	}
}

// TestClients: configuration.md names every client that can be named, and no other.
func TestClients(t *testing.T) {
	var documented []check.Client
	for _, r := range tables(t, "configuration.md") {
		if strings.Contains(r.header, "`clients`") {
			documented = append(documented, check.Client{Name: strings.Trim(r.cells[0], "`"), Title: r.cells[1]})
		}
	}
	if diff := cmp.Diff(check.Clients, documented); diff != "" {
		t.Errorf("(-check +configuration.md):\n%s", diff)
	}
}

// TestLinks: what the documents link to in this repository is there, headings included.
func TestLinks(t *testing.T) {
	names, err := filepath.Glob("*.md")
	if err != nil || len(names) == 0 {
		t.Fatal("no documents")
	}
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	for _, name := range append(names, "../README.md") {
		for _, m := range link.FindAllStringSubmatch(read(t, name), -1) {
			target, heading, _ := strings.Cut(m[1], "#")
			if strings.Contains(target, "://") {
				continue
			}
			path := name
			if target != "" {
				path = filepath.Join(filepath.Dir(name), target)
			}
			if _, err := os.Stat(path); err != nil {
				t.Errorf("%s links to %s, which is not there", name, m[1])
			} else if heading != "" && !slices.Contains(anchors(read(t, path)), heading) {
				t.Errorf("%s links to %s, a heading that is not there", name, m[1])
			}
		}
	}
}

var notInAnchors = regexp.MustCompile(`[^a-z0-9 _-]`)

// anchors are the names by which the headings of a document can be linked to.
func anchors(text string) []string {
	var list []string
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			heading := strings.ToLower(strings.TrimSpace(strings.TrimLeft(line, "#")))
			list = append(list, strings.ReplaceAll(notInAnchors.ReplaceAllString(heading, ""), " ", "-"))
		}
	}
	return list
}

// TestRustExample: the Rust of writing-plugins.md is that of a fixture, which is built and tested.
func TestRustExample(t *testing.T) {
	_, code, ok := strings.Cut(read(t, "writing-plugins.md"), "```rust\n")
	code, _, _ = strings.Cut(code, "```")
	if !ok || !strings.Contains(read(t, "../fixtures/reference-example/src/lib.rs"), code) {
		t.Errorf("fixtures/reference-example/src/lib.rs does not have this:\n%s", code)
	}
}
