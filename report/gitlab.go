package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"

	"openidea-plugin/diag"
)

// What is known of GitLab, which shows Code Quality reports in merge requests:
//
//   - Of issues with the same fingerprint only the first is shown, so every fingerprint is different. Branches are compared by them, so they must not
//     change with what has nothing to do with the finding: they hold no line numbers.
//   - A path that begins with "./", or is not relative to the repository's root, leads nowhere. Every issue needs one, and a line.
//   - Without any issue the report is an empty list; an empty file is an error.
//   - Only description, check_name, fingerprint, severity, location.path and location.lines.begin are read. There are five severities, from info to blocker.

// gitlabSeverities are our severities in the words of Code Quality.
var gitlabSeverities = map[diag.Severity]string{diag.Error: "critical", diag.Warning: "major", diag.Note: "info"}

type gitlabIssue struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
}

// GitLab prints a Code Quality report. Paths are relative to the repository's root.
func GitLab(w io.Writer, r *Report) error {
	r = r.rooted()
	files := r.files()
	names := r.fingerprints()
	issues := make([]gitlabIssue, len(r.Findings))
	for i, d := range r.Findings {
		issues[i] = gitlabIssue{
			Description: sentence(d), CheckName: d.Rule, Fingerprint: names[i].unique(), Severity: gitlabSeverities[d.Severity],
			Location: gitlabLocation{Path: ".", Lines: gitlabLines{1}},
		}
		place := files.place(d.Span)
		if place.File != "" {
			issues[i].Location.Path = place.File
		}
		if place.Range != nil {
			issues[i].Location.Lines.Begin = place.Range.Start.Line
		}
	}
	return encodeJSON(w, issues)
}

// unique is different for every finding of a report.
func (f fingerprint) unique() string {
	if f.number == 1 {
		return f.hash
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s:%d", f.hash, f.number))
	return hex.EncodeToString(sum[:16])
}
