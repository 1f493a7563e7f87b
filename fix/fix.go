// Package fix applies the edits of findings to files: to their texts in memory first, until nothing more is to be fixed, and then to the disk, as a whole or as a diff.
package fix

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"

	"openidea-plugin/diag"
	"openidea-plugin/plugin"
)

// MaxRounds is how often findings are applied at most. A fix may bring forth a finding that has a fix, and of fixes that overlap only one is applied in a round.
const MaxRounds = 10

// Session collects the fixes of a run.
type Session struct {
	// Dir is the working directory, to which printed paths are relative.
	Dir string
	// Unsafe applies also fixes that change what a plugin means to others.
	Unsafe bool

	files map[string]*File
}

// File is a file with fixes.
type File struct {
	// Path is absolute, Printed as users see it.
	Path, Printed string
	// Before is the text that was read, After the text with all fixes.
	Before, After []byte
	// Fixed are the findings that were mended, in the order in which they were.
	Fixed []diag.Diagnostic
}

// Round applies the fixes of findings, which must come from the texts of Overlay, and says whether anything changed. A fix is applied as a whole or not at all: of two
// that overlap the first, in the order of the findings, wins. Only files in one of the folders, those of the plugins, are changed.
func (s *Session) Round(findings []diag.Diagnostic, folders []string) bool {
	edits := map[*diag.SourceFile][]diag.Edit{}
	applied := map[*diag.SourceFile][]diag.Diagnostic{}
	for _, d := range findings {
		if d.Fix == nil || d.Fix.Unsafe && !s.Unsafe || d.Span.File == nil || !s.fits(edits, d.Fix, folders) {
			continue
		}
		for _, e := range d.Fix.Edits {
			if !slices.Contains(edits[e.Span.File], e) {
				edits[e.Span.File] = append(edits[e.Span.File], e)
			}
		}
		file := d.Fix.Edits[0].Span.File
		applied[file] = append(applied[file], d)
	}
	changed := false
	for source, list := range edits {
		after := apply(source.Data, list)
		if bytes.Equal(after, source.Data) {
			continue
		}
		changed = true
		f := s.file(source)
		f.After = after
		f.Fixed = append(f.Fixed, applied[source]...)
	}
	return changed
}

// fits says whether a fix can be applied beside the edits that are already chosen.
func (s *Session) fits(chosen map[*diag.SourceFile][]diag.Edit, fix *diag.Fix, folders []string) bool {
	for i, e := range fix.Edits {
		file := e.Span.File
		if file == nil || e.Span.Start < 0 || e.Span.End < e.Span.Start || e.Span.End > len(file.Data) || !s.within(file, folders) {
			return false
		}
		for _, other := range chosen[file] {
			if e != other && overlap(e.Span, other.Span) {
				return false
			}
		}
		for _, other := range fix.Edits[:i] {
			if other.Span.File == file && overlap(e.Span, other.Span) {
				return false
			}
		}
	}
	return len(fix.Edits) > 0
}

// overlap says whether two ranges share a byte, or whether one of them is a place inside the other or the same place.
func overlap(a, b diag.Span) bool {
	switch {
	case a.Start == a.End && b.Start == b.End:
		return a.Start == b.Start
	case a.Start == a.End:
		return b.Start < a.Start && a.Start < b.End
	case b.Start == b.End:
		return a.Start < b.Start && b.Start < a.End
	}
	return a.Start < b.End && b.Start < a.End
}

// within says whether a file is in one of the folders.
func (s *Session) within(file *diag.SourceFile, folders []string) bool {
	path := s.absolute(file.Path)
	return slices.ContainsFunc(folders, func(dir string) bool { return plugin.Within(dir, path) })
}

func (s *Session) absolute(printed string) string {
	path := filepath.FromSlash(printed)
	if !filepath.IsAbs(path) {
		path = filepath.Join(s.Dir, path)
	}
	return path
}

func (s *Session) file(source *diag.SourceFile) *File {
	path := s.absolute(source.Path)
	if s.files == nil {
		s.files = map[string]*File{}
	}
	f := s.files[path]
	if f == nil {
		f = &File{Path: path, Printed: source.Path, Before: source.Data}
		s.files[path] = f
	}
	return f
}

// apply is data with edits that do not overlap. Line ends of what is put in are those of the text.
func apply(data []byte, edits []diag.Edit) []byte {
	slices.SortStableFunc(edits, func(a, b diag.Edit) int {
		if a.Span.Start != b.Span.Start {
			return a.Span.Start - b.Span.Start
		}
		return a.Span.End - b.Span.End // what is put in at a place stands before what replaces the characters behind it
	})
	end := "\n"
	if n := bytes.IndexByte(data, '\n'); n > 0 && data[n-1] == '\r' {
		end = "\r\n"
	}
	var out []byte
	at := 0
	for _, e := range edits {
		out = append(out, data[at:e.Span.Start]...)
		out = append(out, strings.ReplaceAll(strings.ReplaceAll(e.New, "\r\n", "\n"), "\n", end)...)
		at = e.Span.End
	}
	return append(out, data[at:]...)
}

// Files are the files with fixes, in the order of their printed paths. A file whose text came back to what it was is none.
func (s *Session) Files() []*File {
	var list []*File
	for _, f := range s.files {
		if !bytes.Equal(f.Before, f.After) {
			list = append(list, f)
		}
	}
	slices.SortFunc(list, func(a, b *File) int { return strings.Compare(a.Printed, b.Printed) })
	return list
}

// Overlay are the texts with all fixes so far.
func (s *Session) Overlay() plugin.Overlay {
	o := plugin.Overlay{}
	for path, f := range s.files {
		o[path] = f.After
	}
	return o
}
