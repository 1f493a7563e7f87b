package tomlpos

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/pelletier/go-toml/v2"

	"openidea-plugin/diag"
)

// plainValue is a tree as go-toml's Unmarshal would give it, with numbers and dates in comparable form.
func plainValue(v *Value) any {
	switch v.Kind {
	case String:
		return v.Text
	case Integer:
		n, _ := v.Int()
		return n
	case Float:
		f, _ := v.Float()
		return f
	case Bool:
		return v.True
	case Array:
		list := []any{}
		for _, item := range v.Items {
			list = append(list, plainValue(item))
		}
		return list
	case Table:
		m := map[string]any{}
		for _, e := range v.Entries {
			m[e.Name] = plainValue(e.Value)
		}
		return m
	}
	return "a date"
}

func normal(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, x := range v {
			v[k] = normal(x)
		}
		return v
	case []any:
		for i, x := range v {
			v[i] = normal(x)
		}
		return v
	case time.Time, toml.LocalDate, toml.LocalDateTime, toml.LocalTime:
		return "a date"
	}
	return v
}

// agree holds our reading against go-toml's: what we accept it accepts, with the same values; what only it accepts
// must be one of the forms that we refuse on purpose.
func agree(t *testing.T, data []byte) {
	t.Helper()
	doc, errs := Parse(&diag.SourceFile{Path: "x.toml", Data: data})
	for _, e := range errs {
		if e.Span.Start < 0 || e.Span.End < e.Span.Start || e.Span.End > len(data) || e.Message == "" {
			t.Fatalf("%q: error %+v has no sound range", data, e)
		}
		if strings.HasPrefix(e.Message, "not TOML:") {
			t.Errorf("%q: no words of our own for %q", data, e.Message)
		}
	}
	var want map[string]any
	err := toml.Unmarshal([]byte(strings.TrimPrefix(string(data), "\ufeff")), &want)
	if len(errs) == 0 {
		if err != nil {
			// A float beyond the largest double is infinite for us and an error there.
			if strings.Contains(err.Error(), "value out of range") {
				return
			}
			t.Fatalf("%q: accepted, but go-toml says %v", data, err)
		}
		if d := cmp.Diff(normal(want), plainValue(doc.Root), cmp.Comparer(func(a, b float64) bool { return a == b || a != a && b != b })); d != "" && want != nil {
			t.Fatalf("%q: values differ: %s", data, d)
		}
		return
	}
	if err == nil {
		for _, ours := range []string{"TOML 1.0", "UTF-16", "too deeply", "too many parts"} {
			if strings.Contains(errs[0].Message, ours) {
				return
			}
		}
		t.Fatalf("%q: go-toml accepts it, we say %q", data, errs[0].Message)
	}
}

func TestAgreesWithGoTOML(t *testing.T) {
	data, err := os.ReadFile("testdata/shapes.txt")
	if err != nil {
		t.Fatal(err)
	}
	shapes := strings.Split(string(data), "----\n")
	if len(shapes) < 40 {
		t.Fatalf("only %d shapes", len(shapes))
	}
	for _, s := range shapes {
		agree(t, []byte(s))
	}
}

func FuzzParse(f *testing.F) {
	data, err := os.ReadFile("testdata/shapes.txt")
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range strings.Split(string(data), "----\n") {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) { agree(t, data) })
}
