package schema

import "strings"

const (
	// defaultSteps bounds the check of one default, allDefaultSteps that of all defaults of a file, in steps of a validation.
	defaultSteps    = 100_000
	allDefaultSteps = 1_000_000
)

// InvalidDefaults reports the "default" of every schema that the schema itself refuses, at the part that is refused. A file with
// mistakes has none: it cannot be validated against. What lies beyond the bounds of steps is not looked at.
func (d *Document) InvalidDefaults() []Problem {
	if len(d.problems) > 0 {
		return nil
	}
	var out []Problem
	var s *Schema
	left := allDefaultSteps
	for _, n := range d.Nodes {
		m, ok := n.Means("default")
		if !ok {
			continue
		}
		if s == nil {
			s = newSchema(d)
		}
		limit := min(defaultSteps, left)
		if limit <= 0 {
			break
		}
		run := s.begin(Limits{Steps: limit})
		failures, err := run.apply(s.subs[n.number], application{value: m.Value})
		left -= limit - max(run.left.steps, 0)
		if err != nil || len(failures) == 0 {
			continue
		}
		e := notValid(failures)
		first := e.Failures[0]
		p := Problem{Label: first.Message}
		p.Message = "the default does not fit its own schema"
		if first.Pointer != "" {
			p.Message += " at " + cut(first.Pointer, 60)
		}
		p.Start, p.End = spanOf(d.Source, first.Start, first.End)
		switch {
		case m.Value.Type == Null:
			p.Help = []string{`leave "default" out where nothing is the default, or allow null: "type": ["…", "null"]`}
		case len(e.Failures) > 1:
			p.Help = []string{plural(len(e.Failures)-1, "more mistake") + " in this default"}
		}
		out = append(out, p)
	}
	return out
}

// spanOf is what Value.Span says of the value at these bytes.
func spanOf(source []byte, start, end int) (int, int) {
	switch {
	case strings.IndexByte(`{[`, source[start]) >= 0:
		return start, start + 1
	case source[start] == '"':
		return start + 1, end - 1
	}
	return start, end
}
