package schema

import (
	"strings"
	"testing"
)

// marked takes the marks « and » out of a text and says where they stood.
func marked(t *testing.T, text string) (plain string, start, end int) {
	t.Helper()
	before, rest, ok := strings.Cut(text, "«")
	inside, after, closed := strings.Cut(rest, "»")
	if !ok || !closed {
		t.Fatalf("no «…» in %s", text)
	}
	return before + inside + after, len(before), len(before) + len(inside)
}

// problemCase is a file with one mistake, which is marked by «…», and all the words about it.
type problemCase struct {
	file    string
	kind    Kind
	message string
	label   string
	help    string // the lines joined by " | "
	related string // the texts that are marked besides, each with its words: `{: opened here`, joined by " | "
}

func checkProblems(t *testing.T, cases []problemCase) {
	t.Helper()
	for _, c := range cases {
		text, start, end := marked(t, c.file)
		_, problems := Load([]byte(text))
		if len(problems) != 1 {
			t.Errorf("%s\n  %d problems: %+v", c.file, len(problems), problems)
			continue
		}
		p := problems[0]
		var related []string
		for _, r := range p.Related {
			related = append(related, text[r.Start:r.End]+": "+r.Message)
		}
		got := problemCase{c.file, p.Kind, p.Message, p.Label, strings.Join(p.Help, " | "), strings.Join(related, " | ")}
		if got != c {
			t.Errorf("%s\n got  %+q\n want %+q", c.file, got, c)
		}
		if p.Start != start || p.End != end {
			t.Errorf("%s\n marks %q (%d to %d), want %q (%d to %d)", c.file, text[p.Start:p.End], p.Start, p.End, text[start:end], start, end)
		}
	}
}

func compile(t *testing.T, schema string) *Schema {
	t.Helper()
	s, problems := Compile([]byte(schema))
	if s == nil {
		t.Fatalf("%s\n%+v", schema, problems)
	}
	return s
}
