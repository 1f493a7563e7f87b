package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"openidea-plugin/diag"
)

// What is known of GitHub Actions, whose runner makes annotations from lines of the log:
//
//   - A command is a line that begins with "::", after blanks. An annotation is shown in the log as its message alone, without place or source: so the text
//     form is printed before. The runner also obeys "##[command]" anywhere in a line: Escape leaves neither in what a plugin wrote.
//   - In the message %, CR and LF are escaped, in properties also ":" and ",". The message may have several lines.
//   - Columns are shown only where a finding stays on one line.
//   - At most 10 errors, 10 warnings and 10 notices of a step are shown. All are printed: the log keeps them.
//   - Files are found by their path from the repository's root.

var (
	githubData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// githubLevels are our severities in the words of the runner.
var githubLevels = map[diag.Severity]string{diag.Error: "error", diag.Warning: "warning", diag.Note: "notice"}

// GitHub prints the text form and then an annotation for each finding. Paths are relative to the repository's root.
func GitHub(w io.Writer, r *Report, o TextOptions) error {
	r = r.rooted()
	o.Notes = true // as in all formats for machines
	if err := Text(w, r, o); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	r.annotate(out)
	return out.Flush()
}

// annotate prints the annotations of a report whose paths are relative to the repository's root.
func (r *Report) annotate(out *bufio.Writer) {
	files := r.files()
	for _, d := range r.Findings {
		annotation(out, githubLevels[d.Severity], files.place(d.Span), d.Rule, files.paragraphs(d))
	}
	for _, e := range r.Errors {
		annotation(out, "error", Place{File: e.Path}, "cannot read", Escape(e.Message))
	}
}

// annotation prints one command of the runner.
func annotation(out *bufio.Writer, level string, p Place, title, message string) {
	var properties []string
	add := func(name, value string) { properties = append(properties, name+"="+githubProperty.Replace(value)) }
	if p.File != "" {
		add("file", Escape(p.File))
	}
	if r := p.Range; r != nil {
		add("line", fmt.Sprint(r.Start.Line))
		add("endLine", fmt.Sprint(r.End.Line))
		if r.Start.Line == r.End.Line {
			add("col", fmt.Sprint(r.Start.Column))
			add("endColumn", fmt.Sprint(r.End.Column))
		}
	}
	add("title", Escape(title))
	fmt.Fprintf(out, "::%s %s::%s\n", level, strings.Join(properties, ","), githubData.Replace(message))
}
