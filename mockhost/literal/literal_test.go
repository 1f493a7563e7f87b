package literal

import (
	"testing"

	"openidea-plugin/diag"
	"openidea-plugin/manifest/tomlpos"
)

// TestReading: JSON, TOML and Go give the same values, and each part knows its place.
func TestReading(t *testing.T) {
	const want = `{b = true, n = -7, f = 1.5, s = "é\n", l = [1, "x", []], t = {k = {}}}`
	json := &diag.SourceFile{Data: []byte(`{"b": true, "n": -7, "f": 1.5, "s": "é\n", "l": [1, "x", []], "t": {"k": {}}}`)}
	fromJSON, err := JSON(json)
	if err != nil {
		t.Fatal(err)
	}
	toml := &diag.SourceFile{Data: []byte("v = {b = true, n = -7, f = +1.5, s = \"é\\n\", l = [1, 'x', []], t = {k = {}}}\nbig = 1_000\nday = 2026-01-01\n")}
	doc, errs := tomlpos.Parse(toml)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	fromGo := Of(Fields{{"b", true}, {"n", -7}, {"f", 1.5}, {"s", "é\n"}, {"l", []any{1, "x", []string{}}}, {"t", map[string]any{"k": Fields{}}}})
	for name, v := range map[string]*Value{"JSON": fromJSON, "TOML": TOML(doc.Root.Get("v")), "Go": fromGo} {
		if got := Text(v, 1000); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
	for text, v := range map[string]*Value{`"x"`: fromJSON.Get("l").Items[1], "-7": fromJSON.Get("n"), `"é\n"`: fromJSON.Get("s")} {
		if got := string(json.Data[v.Span.Start:v.Span.End]); got != text {
			t.Errorf("the place of %s is %s", text, got)
		}
	}
	if at := fromJSON.Entries[4].Key; string(json.Data[at.Start:at.End]) != `"l"` {
		t.Errorf("the place of a key: %q", json.Data[at.Start:at.End])
	}
	if v := TOML(doc.Root.Get("big")); v.Text != "1000" || v.Kind != Int {
		t.Errorf("1_000: %+v", v)
	}
	if v := TOML(doc.Root.Get("day")); v.Kind != Date {
		t.Errorf("a date: %+v", v)
	}
	if got := Text(Of([]any{"aaaaaaaaaa", "bbbbbbbbbb", "cccccccccc"}), 5); len(got) > 25 {
		t.Errorf("a long list: %s", got)
	}
}

func TestJSONErrors(t *testing.T) {
	for text, want := range map[string]string{
		``: "byte 0: the JSON text ends too early", `{`: "byte 1: the JSON text ends too early", `1 2`: "byte 3: there is more than one value",
	} {
		if _, err := JSON(&diag.SourceFile{Data: []byte(text)}); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	for _, text := range []string{`{"a":1,"a":2}`, `[1,]`, `{a:1}`, "\"\xff\""} {
		if v, err := JSON(&diag.SourceFile{Data: []byte(text)}); err == nil {
			t.Errorf("%q was read: %s", text, Text(v, 100))
		}
	}
}
