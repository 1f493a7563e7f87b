package report

import (
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"openidea-plugin/diag"
)

// What is known of those who read SARIF, besides the standard (SARIF 2.1.0, the numbers are its sections):
//
//   - GitHub refuses a result without a location and shows none without a region: a finding about no file stands at the root, one about a file that
//     cannot be shown at its first line.
//   - GitHub takes paths relative to the repository's root. Absolute ones make its alerts differ from machine to machine, so the base has no address here,
//     which 3.14.14 allows. Only what lies outside of the repository is given as a file: address, because 3.10.3 forbids "..".
//   - GitHub matches alerts by partialFingerprints.primaryLocationLineHash, together with rule and path. Without it the upload action reads the sources.
//   - GitHub ignores suppressions and would open an alert for each suppressed result: they are left out, as they are everywhere else.
//   - GitHub shows the name, descriptions and help of a rule, Markdown where there is some, and sorts by properties.precision and problem.severity; a text
//     has at most 1,024 characters. It shows at most 5,000 results of a run, refuses more than 25,000 (the rest is left out), and ignores fixes. SARIF viewers in editors apply them.
//   - GitLab reads SARIF as security reports only; for merge requests there is the format gitlab.
//   - 3.11.5 asks for doubled braces in messages; readers that show the text as it is would show them doubled, so they stand as they are. Only what looks like a
//     placeholder, {0}, is kept apart by doubling, and what looks like a link, [text](place), by a backslash (3.11.6).
//   - Columns count UTF-16 units, without a byte order mark, and an end column is behind the last character.

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	// sarifBase names the repository's root, by the name that most tools use.
	sarifBase = "%SRCROOT%"
	// sarifMost is how many results a run may have.
	sarifMost = 25_000
	// sarifLongest is how long a description may be, in characters.
	sarifLongest = 1024
)

// SARIF prints a log of one run. Paths are relative to the repository's root.
func SARIF(w io.Writer, r *Report) error {
	r = r.rooted()
	s := &sarifWriter{Report: r, files: r.files(), rules: map[string]int{}}
	return encodeJSON(w, sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{s.run()}})
}

type sarifWriter struct {
	*Report
	files *files
	// rules are the places of rules in the run's list.
	rules map[string]int
}

func (s *sarifWriter) run() sarifRun {
	run := sarifRun{
		Tool:       sarifTool{sarifDriver{Name: "openidea-plugin", Version: s.Version, SemanticVersion: s.Version, Rules: []sarifRule{}}},
		Bases:      map[string]sarifBaseID{sarifBase: {Description: sarifText{Text: "The root of the repository."}}},
		ColumnKind: "utf16CodeUnits",
		Results:    []sarifResult{},
	}
	for _, x := range s.Rules {
		s.rules[x.ID] = len(run.Tool.Driver.Rules)
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, ruleSARIF(x))
	}
	names := s.fingerprints()
	left := s.leftOut()
	for i, d := range s.Findings {
		if left[i] {
			continue
		}
		if _, ok := s.rules[d.Rule]; !ok { // nothing but its id is known
			s.rules[d.Rule] = len(run.Tool.Driver.Rules)
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{ID: d.Rule})
		}
		run.Results = append(run.Results, s.result(d, names[i]))
	}
	invocation := sarifInvocation{Successful: len(s.Errors) == 0, Notifications: []sarifNotification{}}
	for _, e := range s.Errors {
		n := sarifNotification{Level: "error", Message: sarifText{Text: sarifMessage(Escape(e.Message))}}
		if e.Path != "" {
			n.Locations = []sarifLocation{{Physical: sarifPhysical{Artifact: s.artifact(e.Path)}}}
		}
		invocation.Notifications = append(invocation.Notifications, n)
	}
	if n := len(left); n > 0 {
		text := fmt.Sprintf("%s of the least severity are not in this log: GitHub takes no run with more than %d results.", Plural(n, "finding"), sarifMost)
		invocation.Notifications = append(invocation.Notifications, sarifNotification{Level: "warning", Message: sarifText{Text: text}})
	}
	run.Invocations = []sarifInvocation{invocation}
	return run
}

// leftOut are the places of the findings that are too many for a run: the least severe, and of these the last.
func (s *sarifWriter) leftOut() map[int]bool {
	left := map[int]bool{}
	for _, severity := range []diag.Severity{diag.Note, diag.Warning, diag.Error} {
		for i := len(s.Findings) - 1; i >= 0 && len(s.Findings)-len(left) > sarifMost; i-- {
			if s.Findings[i].Severity == severity {
				left[i] = true
			}
		}
	}
	return left
}

func (s *sarifWriter) result(d diag.Diagnostic, name fingerprint) sarifResult {
	lines := []string{sentence(d)}
	for _, h := range d.Help {
		lines = append(lines, Escape(h))
	}
	x := sarifResult{
		Rule: d.Rule, Index: s.rules[d.Rule], Level: d.Severity.String(), Message: sarifText{Text: sarifMessage(strings.Join(lines, "\n"))},
		Locations:    []sarifLocation{s.location(d.Span, "")},
		Fingerprints: map[string]string{"primaryLocationLineHash": fmt.Sprintf("%s:%d", name.hash[:16], name.number)},
	}
	for i, r := range d.Related {
		location := s.location(r.Span, r.Message)
		location.ID = i + 1
		x.Related = append(x.Related, location)
	}
	if fix, ok := s.fix(d.Fix); ok {
		x.Fixes = []sarifFix{fix}
	}
	return x
}

// location is a place. Where there is nothing to count in, it is the first line.
func (s *sarifWriter) location(span diag.Span, message string) sarifLocation {
	p := s.files.place(span)
	x := sarifLocation{Physical: sarifPhysical{Artifact: s.artifact(p.File), Region: &sarifRegion{StartLine: 1}}}
	if p.Range != nil {
		x.Physical.Region = regionSARIF(*p.Range)
	}
	if message != "" {
		x.Message = &sarifText{Text: sarifMessage(Escape(message))}
	}
	return x
}

func regionSARIF(r Range) *sarifRegion {
	return &sarifRegion{StartLine: r.Start.Line, StartColumn: r.Start.Column, EndLine: r.End.Line, EndColumn: r.End.Column}
}

// artifact is a file by a path relative to the root.
func (s *sarifWriter) artifact(path string) sarifArtifact {
	switch {
	case path == "":
		return sarifArtifact{URI: "./", Base: sarifBase}
	case outside(path):
		if !filepath.IsAbs(filepath.FromSlash(path)) {
			path = filepath.ToSlash(filepath.Join(s.Root.Dir, filepath.FromSlash(path)))
		}
		return sarifArtifact{URI: "file:///" + escapeURI(strings.TrimPrefix(path, "/"))}
	}
	return sarifArtifact{URI: escapeURI(path), Base: sarifBase}
}

// escapeURI writes a path as a reference by RFC 3986: all but unreserved characters and slashes is escaped, and so is a colon, which would make what stands before it a scheme.
func escapeURI(path string) string {
	var b strings.Builder
	for i := range len(path) {
		switch c := path[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte("/-._~", c) >= 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// fix is a change; ok is false where its places cannot be given.
func (s *sarifWriter) fix(f *diag.Fix) (fix sarifFix, ok bool) {
	if f == nil || len(f.Edits) == 0 {
		return fix, false
	}
	fix.Description = sarifText{Text: sarifMessage(Escape(f.Title))}
	if f.Unsafe {
		fix.Properties = &sarifFixProperties{Unsafe: true}
	}
	at := map[string]int{}
	for _, e := range f.Edits {
		p := s.files.place(e.Span)
		if p.Range == nil {
			return fix, false
		}
		i, seen := at[p.File]
		if !seen {
			i = len(fix.Changes)
			at[p.File] = i
			fix.Changes = append(fix.Changes, sarifChange{Artifact: s.artifact(p.File)})
		}
		fix.Changes[i].Replacements = append(fix.Changes[i].Replacements, sarifReplacement{Deleted: *regionSARIF(*p.Range), Inserted: sarifText{Text: e.New}})
	}
	return fix, true
}

// sarifPlaceholder is made when it is needed: most runs do not write SARIF.
var sarifPlaceholder = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\{[0-9]+\}`) })

// sarifMessage keeps apart what a viewer would take for a placeholder or a link.
func sarifMessage(text string) string {
	if strings.Contains(text, "{") {
		text = sarifPlaceholder().ReplaceAllString(text, "{$0}")
	}
	return strings.ReplaceAll(text, "](", `\](`)
}
