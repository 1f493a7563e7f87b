package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// JSONVersion is the version of the JSON form. It grows when a field changes its meaning or goes; new fields do not change it.
const JSONVersion = 1

// JSON prints everything, notes included, as one JSON object on several lines. docs/output-json.md describes it.
func JSON(w io.Writer, r *Report) error { return encodeJSON(w, r.json()) }

func encodeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(quietJSON{w})
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// quietJSON writes JSON so that neither a terminal nor a runner that reads it in a log takes anything in it for a command: what cannot be seen, and ##[x], has
// another spelling of the same.
type quietJSON struct{ w io.Writer }

// Write is given a whole text at once by json.Encoder.
func (q quietJSON) Write(p []byte) (int, error) {
	text := spellOut(p)
	if bytes.Contains(text, []byte("##")) {
		text = workflowCommand().ReplaceAll(text, []byte(`#\u0023$1[`))
	}
	if _, err := q.w.Write(text); err != nil {
		return 0, err
	}
	return len(p), nil
}

// spellOut writes the characters of a JSON text that cannot be seen as escapes. json.Encoder does so only below U+0020.
func spellOut(p []byte) []byte {
	hidden := func(r rune) bool { return r >= 0x7f && !unicode.IsPrint(r) }
	i := bytes.IndexFunc(p, hidden)
	if i < 0 {
		return p
	}
	out := append(make([]byte, 0, len(p)+len(p)/8), p[:i]...)
	for p = p[i:]; len(p) > 0; {
		r, n := utf8.DecodeRune(p)
		switch {
		case !hidden(r):
			out = append(out, p[:n]...)
		case r > 0xFFFF:
			a, b := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, a, b)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
		p = p[n:]
	}
	return out
}

func (r *Report) json() jsonReport {
	files := r.files()
	errors, warnings, notes := r.counts()
	out := jsonReport{
		Version: JSONVersion,
		Tool:    jsonTool{"openidea-plugin", r.Version},
		Command: r.Command,
		Summary: jsonSummary{r.Plugins, r.Tools, errors, warnings, notes},
		// Empty lists are written as [], never as null.
		Configs:  append([]string{}, r.Configs...),
		Findings: []jsonFinding{},
		Fixed:    []jsonFixed{},
		Errors:   []jsonError{},
	}
	for _, f := range r.Fixed {
		out.Fixed = append(out.Fixed, jsonFixed{f.Path, f.Rule, f.Message, f.Title, f.Unsafe})
	}
	for _, d := range r.Findings {
		f := jsonFinding{
			Rule: d.Rule, Severity: d.Severity.String(), Message: d.Message, Label: d.Label,
			Place: files.place(d.Span), Related: []jsonRelated{}, Help: d.Help,
		}
		if f.Help == nil {
			f.Help = []string{}
		}
		for _, x := range d.Related {
			f.Related = append(f.Related, jsonRelated{files.place(x.Span), x.Message})
		}
		if d.Fix != nil {
			f.Fix = &jsonFix{Title: d.Fix.Title, Unsafe: d.Fix.Unsafe, Edits: []jsonEdit{}}
			for _, e := range d.Fix.Edits {
				f.Fix.Edits = append(f.Fix.Edits, jsonEdit{files.place(e.Span), e.New})
			}
		}
		out.Findings = append(out.Findings, f)
	}
	for _, e := range r.Errors {
		out.Errors = append(out.Errors, jsonError(e))
	}
	return out
}

type jsonReport struct {
	Version  int           `json:"version"`
	Tool     jsonTool      `json:"tool"`
	Command  string        `json:"command"`
	Summary  jsonSummary   `json:"summary"`
	Configs  []string      `json:"configurations"`
	Findings []jsonFinding `json:"findings"`
	Fixed    []jsonFixed   `json:"fixed"`
	Errors   []jsonError   `json:"errors"`
}

type jsonTool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type jsonSummary struct {
	Plugins  int `json:"plugins"`
	Tools    int `json:"tools"`
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
	Notes    int `json:"notes"`
}

type jsonFinding struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
	Label    string `json:"label"`
	Place
	Related []jsonRelated `json:"related"`
	Help    []string      `json:"help"`
	Fix     *jsonFix      `json:"fix"`
}

type jsonRelated struct {
	Place
	Message string `json:"message"`
}

type jsonFix struct {
	Title  string     `json:"title"`
	Unsafe bool       `json:"unsafe"`
	Edits  []jsonEdit `json:"edits"`
}

type jsonEdit struct {
	Place
	Text string `json:"text"`
}

type jsonFixed struct {
	File    string `json:"file"`
	Rule    string `json:"rule"`
	Message string `json:"message"`
	Title   string `json:"title"`
	Unsafe  bool   `json:"unsafe"`
}

type jsonError struct {
	Path    string `json:"path"`
	Message string `json:"message"`
}
