package check

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"openidea-plugin/diag"
)

// TestShapes holds every file of testdata/shapes, named after a rule, against its goldens. A file has several shapes, each a schema (NAME.json) or a manifest
// (NAME.toml, completed as the examples of rules are; \xNN is a byte), and behind it all findings that it gets (NAME.want): severity, rule, place, the marked
// text, and whether there is a fix. Some of the shapes of a file get findings of its rule, others do not; what a fix mends is gone after it and brings no new
// error or warning. A shape whose name begins with reported- or silent- must be what it is called. UPDATE_SHAPES=1 writes the goldens.
func TestShapes(t *testing.T) {
	files, err := filepath.Glob("testdata/shapes/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no shapes")
	}
	for _, path := range files {
		rule := strings.TrimSuffix(filepath.Base(path), ".txtar")
		t.Run(rule, func(t *testing.T) {
			if Find(rule) == nil {
				t.Fatal("the file is not named after a rule")
			}
			shapes := readShapes(t, path)
			reported, silent := 0, 0
			for i := 0; i < len(shapes); i += 2 {
				shape, want := shapes[i], &shapes[min(i+1, len(shapes)-1)]
				name := strings.TrimSuffix(shape.Name, filepath.Ext(shape.Name))
				if want.Name != name+".want" {
					t.Fatalf("%s is not followed by %s.want", shape.Name, name)
				}
				found := checkShape(t, shape)
				if got := describe(found); got != string(want.Data) {
					if os.Getenv("UPDATE_SHAPES") == "" {
						t.Errorf("%s (- want, + got):\n%s", shape.Name, cmp.Diff(strings.Split(string(want.Data), "\n"), strings.Split(got, "\n")))
					}
					want.Data = []byte(got)
				}
				has := slices.Contains(rules(found), rule)
				if strings.HasPrefix(name, "reported-") && !has || strings.HasPrefix(name, "silent-") && has {
					t.Errorf("%s is called otherwise than it is: found %v", shape.Name, rules(found))
				}
				if has {
					reported++
				} else {
					silent++
				}
				checkFixes(t, shape, found)
			}
			if reported == 0 || silent == 0 {
				t.Errorf("%d shapes are reported, %d are not; there must be both", reported, silent)
			}
			if os.Getenv("UPDATE_SHAPES") != "" {
				writeShapes(t, path, shapes)
			}
		})
	}
}

// shapeFile is a file of a file of shapes, which has the txtar form: behind lines like "-- NAME --" the texts.
type shapeFile struct {
	Name string
	Data []byte
}

func readShapes(t *testing.T, path string) []shapeFile {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var shapes []shapeFile
	for line := range bytes.Lines(data) {
		if name, found := strings.CutPrefix(strings.TrimSpace(string(line)), "-- "); found && strings.HasSuffix(name, " --") {
			shapes = append(shapes, shapeFile{Name: strings.TrimSuffix(name, " --")})
		} else {
			last := &shapes[len(shapes)-1]
			last.Data = append(last.Data, line...)
		}
	}
	return shapes
}

func writeShapes(t *testing.T, path string, shapes []shapeFile) {
	t.Helper()
	var b bytes.Buffer
	for _, f := range shapes {
		fmt.Fprintf(&b, "-- %s --\n%s", f.Name, f.Data)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// checkShape checks the plugin that a shape is a file of.
func checkShape(t *testing.T, shape shapeFile) []diag.Diagnostic {
	t.Helper()
	e := Example{{Path: "find-notes.schema.json", Text: string(shape.Data)}}
	if strings.HasSuffix(shape.Name, ".toml") {
		text := shape.Data
		for {
			i := bytes.Index(text, []byte(`\x`))
			if i < 0 {
				break
			}
			var b byte
			if _, err := fmt.Sscanf(string(text[i:i+4]), `\x%02X`, &b); err != nil {
				t.Fatal(err)
			}
			text = slices.Concat(text[:i], []byte{b}, text[i+4:])
		}
		e = Example{{Path: "plugin.toml", Text: string(text)}}
	}
	r := Run(write(t, e.Complete(nil)), []string{"."}, Options{NoWasm: true})
	if len(r.Errors) > 0 {
		t.Fatal(r.Errors[0])
	}
	return r.Findings
}

// describe writes findings as goldens hold them.
func describe(ds []diag.Diagnostic) string {
	if len(ds) == 0 {
		return "none\n"
	}
	var b strings.Builder
	for _, d := range ds {
		before := d.Span.File.Data[:d.Span.Start]
		marked := d.Span.File.Data[d.Span.Start:d.Span.End]
		line := 1 + bytes.Count(before, []byte("\n"))
		column := 1 + len([]rune(string(before[bytes.LastIndexByte(before, '\n')+1:])))
		fmt.Fprintf(&b, "%s %s %s:%d:%d %s", d.Severity, d.Rule, d.Span.File.Path, line, column, diag.ShortQuote(string(marked)))
		for _, r := range d.Related {
			fmt.Fprintf(&b, " related %s", diag.ShortQuote(string(r.Span.File.Data[r.Span.Start:r.Span.End])))
		}
		if d.Fix != nil {
			fmt.Fprintf(&b, " fix %s", d.Fix.Title)
		}
		fmt.Fprintf(&b, "\n  %s\n", d.Message)
	}
	return b.String()
}

// checkFixes applies each fix by itself.
func checkFixes(t *testing.T, shape shapeFile, found []diag.Diagnostic) {
	t.Helper()
	count := func(ds []diag.Diagnostic, rule string, least diag.Severity) int {
		n := 0
		for _, d := range ds {
			if d.Severity >= least && (rule == "" || d.Rule == rule) {
				n++
			}
		}
		return n
	}
	for _, d := range found {
		if d.Fix == nil {
			continue
		}
		mended := mend(shapeFile{Name: shape.Name, Data: d.Span.File.Data}, d.Fix)
		after := checkShape(t, mended)
		if count(after, d.Rule, diag.Note) >= count(found, d.Rule, diag.Note) {
			t.Errorf("%s: the fix %q of %s does not mend it:\n%s", shape.Name, d.Fix.Title, d.Rule, mended.Data)
		}
		if before, now := count(found, "", diag.Warning), count(after, "", diag.Warning); now > before {
			t.Errorf("%s: the fix %q of %s brings errors or warnings:\n%s%s", shape.Name, d.Fix.Title, d.Rule, mended.Data, describe(after))
		}
	}
}

// mend applies a fix to a file.
func mend(f shapeFile, fix *diag.Fix) shapeFile {
	edits := slices.Clone(fix.Edits)
	slices.SortFunc(edits, func(a, b diag.Edit) int { return b.Span.Start - a.Span.Start })
	for _, e := range edits {
		f.Data = slices.Concat(f.Data[:e.Span.Start], []byte(e.New), f.Data[e.Span.End:])
	}
	return f
}

// TestNesting: 2,000 objects in one another, which a file of shapes would be too long for.
func TestNesting(t *testing.T) {
	const levels = 2000
	json := `{ "type": "object", "properties": { "p": ` + strings.Repeat(`{ "type": "object", "properties": { "p": `, levels) + `{}` + strings.Repeat(` } }`, levels) + ` } }`
	want := `note schema-large find-notes.schema.json:1:1 ""
  the schema file has 90047 bytes, more than 32768
note additional-properties-open find-notes.schema.json:1:22 "properties" fix add "additionalProperties": false
  2001 objects of the schema accept properties that they do not name, first here
warning schema-deep find-notes.schema.json:1:448 "p"
  schemas are nested 2001 levels deep
note property-without-type find-notes.schema.json:1:82038 "p"
  property "p" has no type
`
	if got := describe(checkShape(t, shapeFile{Name: "nesting.json", Data: []byte(json)})); got != want {
		t.Errorf("(- want, + got):\n%s", cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")))
	}
}
