package runner

import (
	"strings"
	"testing"
)

func TestNumber(t *testing.T) {
	for text, want := range map[string]string{
		"0": "0", "-0": "0", "0.0": "0", "0e99": "0", "1": "1", "-1": "-1", "1.0": "1", "1.50": "1.5", "1e2": "100", "1E+2": "100", "1.5e1": "15",
		"100": "100", "0.01": "0.01", "1e-2": "0.01", "12.5e-3": "0.0125", "1e20": "100000000000000000000", "1e21": "1e21", "10e20": "1e21",
		"-1e-30": "-1e-30", "9007199254740993": "9007199254740993", "1e1000001": "1e1000001", "1e99999999999999999999": "1e99999999999999999999",
	} {
		if got := number(text); got != want {
			t.Errorf("number(%s) = %s, want %s", text, got, want)
		}
	}
}

func TestCanonical(t *testing.T) {
	canonical := func(text string) (out, problem string) {
		_, out, problem = compareJSON("null", text, true)
		return out, problem
	}
	for _, c := range []struct{ a, b string }{
		{`{"b":1,"a":[true,null,"x"]}`, ` { "a" : [ true , null, "x" ], "b": 1.0 } `},
		{`{"a":1,"a":2}`, `{"a":2}`},
		{`"\u00e9"`, `"é"`},
		{`[]`, `[ ]`},
	} {
		a, problem := canonical(c.a)
		b, _ := canonical(c.b)
		if problem != "" || a != b {
			t.Errorf("%s and %s: %q, %q, %q", c.a, c.b, a, b, problem)
		}
	}
	for _, text := range []string{"", "no", `{"a":1`, "1 2"} {
		if _, problem := canonical(text); problem == "" {
			t.Errorf("%q is taken for JSON", text)
		}
	}
	if a, _ := canonical(`[1,2]`); a == "" || !strings.Contains(a, "\n  1,\n") {
		t.Errorf("a list has a line for each value: %q", a)
	}
	deep := strings.Repeat("[", 9000) + strings.Repeat("]", 9000)
	if a, problem := canonical(deep); problem != "" || len(a) > 9000*2*(2*maxIndent+4) {
		t.Errorf("a deep value: %s, %d bytes", problem, len(a))
	}
}

func TestLineDiff(t *testing.T) {
	if d := lineDiff("a\n", "b\n"); d != nil {
		t.Errorf("of one line: %q", d)
	}
	got := strings.Join(lineDiff("a\nb\nc\n", "a\nx\nc"), "|")
	if want := "@@ -1,3 +1,3 @@| a|-b|-c|+x|+c|@@ expected has a line end at its end, got has none @@"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	long := lineDiff(strings.Repeat("a\n", 500), strings.Repeat("b\n", 500))
	if len(long) != maxDiff+1 || long[maxDiff] != "@@ 941 more lines @@" {
		t.Errorf("a long one: %d lines, the last %q", len(long), long[len(long)-1])
	}
}
