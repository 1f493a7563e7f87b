package report

import (
	"path/filepath"
	"slices"
	"strings"

	"openidea-plugin/diag"
)

// Root is a repository's root folder and the working directory that printed paths are relative to, both absolute; the zero value leaves paths as they are.
type Root struct{ Dir, Cwd string }

// path is a printed path relative to the root. One that leads out of it begins with "../"; one that has no relative form stays absolute.
func (r Root) path(printed string) string {
	if r.Dir == "" || printed == "" {
		return printed
	}
	if rel, err := filepath.Rel(r.Dir, r.abs(printed)); err == nil {
		return filepath.ToSlash(rel)
	}
	return printed
}

// abs is a printed path from the root of the file system.
func (r Root) abs(printed string) string {
	path := filepath.FromSlash(printed)
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(r.Cwd, path)
}

// rooted is the report with paths relative to the repository's root, as the services that host repositories name files.
func (r *Report) rooted() *Report {
	moved := map[*diag.SourceFile]*diag.SourceFile{}
	known := map[diag.Span]Range{}
	span := func(s diag.Span) diag.Span {
		if s.File == nil {
			return s
		}
		file := moved[s.File]
		if file == nil {
			file = &diag.SourceFile{Path: r.Root.path(s.File.Path), Data: s.File.Data}
			moved[s.File] = file
		}
		to := diag.Span{File: file, Start: s.Start, End: s.End}
		if place, ok := r.known[s]; ok {
			known[to] = place
		}
		return to
	}
	out := *r
	out.Findings = make([]diag.Diagnostic, len(r.Findings))
	for i, d := range r.Findings {
		d.Span = span(d.Span)
		related := make([]diag.Related, len(d.Related))
		for j, x := range d.Related {
			related[j] = diag.Related{Span: span(x.Span), Message: x.Message}
		}
		d.Related = related
		if d.Fix != nil {
			fix := diag.Fix{Title: d.Fix.Title, Unsafe: d.Fix.Unsafe}
			for _, e := range d.Fix.Edits {
				fix.Edits = append(fix.Edits, diag.Edit{Span: span(e.Span), New: e.New})
			}
			d.Fix = &fix
		}
		out.Findings[i] = d
	}
	out.Fixed = slices.Clone(r.Fixed)
	for i := range out.Fixed {
		out.Fixed[i].Path = r.Root.path(out.Fixed[i].Path)
	}
	out.Errors = make([]Error, len(r.Errors))
	for i, e := range r.Errors {
		out.Errors[i] = Error{Path: r.Root.path(e.Path), Message: e.Message}
	}
	out.known = known
	return &out
}

// outside says that a path relative to the root leads out of it.
func outside(path string) bool {
	return path == ".." || strings.HasPrefix(path, "../") || filepath.IsAbs(filepath.FromSlash(path))
}
