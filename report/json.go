package report

import (
	"encoding/json"
	"io"

	"openidea-plugin/diag"
)

// JSONVersion is the version of the JSON form. It grows when a field changes its meaning or goes; new fields do not change it.
const JSONVersion = 1

// JSON prints everything, notes included, as one JSON object on several lines. docs/output-json.md describes it.
func JSON(w io.Writer, r *Report) error { return encodeJSON(w, r.json()) }

func encodeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

func (r *Report) json() jsonReport {
	var files files
	errors, warnings, notes := r.counts()
	out := jsonReport{
		Version: JSONVersion,
		Tool:    jsonTool{"openidea-plugin", r.Version},
		Command: r.Command,
		Summary: jsonSummary{r.Plugins, r.Tools, errors, warnings, notes},
		// Empty lists are written as [], never as null.
		Findings: []jsonFinding{},
		Errors:   []jsonError{},
	}
	for _, d := range r.Findings {
		f := jsonFinding{
			Rule: d.Rule, Severity: d.Severity.String(), Message: d.Message, Label: d.Label,
			jsonPlace: files.place(d.Span), Related: []jsonRelated{}, Help: d.Help,
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
	Findings []jsonFinding `json:"findings"`
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
	jsonPlace
	Related []jsonRelated `json:"related"`
	Help    []string      `json:"help"`
	Fix     *jsonFix      `json:"fix"`
}

type jsonPlace struct {
	File string `json:"file"`
	// Range is null where the file has nothing to count in.
	Range *jsonRange `json:"range"`
}

type jsonRange struct {
	Start jsonPosition `json:"start"`
	End   jsonPosition `json:"end"`
}

type jsonPosition struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Offset int `json:"offset"`
}

type jsonRelated struct {
	jsonPlace
	Message string `json:"message"`
}

type jsonFix struct {
	Title  string     `json:"title"`
	Unsafe bool       `json:"unsafe"`
	Edits  []jsonEdit `json:"edits"`
}

type jsonEdit struct {
	jsonPlace
	Text string `json:"text"`
}

type jsonError struct {
	Path    string `json:"path"`
	Message string `json:"message"`
}

func (f *files) place(s diag.Span) jsonPlace {
	if s.File == nil {
		return jsonPlace{}
	}
	p := jsonPlace{File: s.File.Path}
	if x := f.index(s.File); x != nil {
		start, end := clamp(s)
		a, b := x.position(start), x.position(end)
		p.Range = &jsonRange{jsonPosition{a.line, a.utf16, start}, jsonPosition{b.line, b.utf16, end}}
	}
	return p
}
