package check

import (
	"bytes"
	"slices"
	"strings"

	"openidea-plugin/diag"
	"openidea-plugin/manifest/tomlpos"
	"openidea-plugin/plugin"
)

// directive begins a suppression, behind the # of a comment in plugin.toml.
const directive = "openidea-plugin"

// suppression is one comment of a manifest that leaves findings out: # openidea-plugin: ignore[rule] reason.
type suppression struct {
	comment tomlpos.Comment
	// list is the range between the brackets, rules are those of the list that exist.
	list  diag.Span
	rules []suppressed
	// from and to are the range of the manifest that it covers, schemas the files of the tools whose inputSchema stands in it.
	from, to int
	schemas  []*diag.SourceFile
	// invalid says that a finding speaks of it.
	invalid bool
}

// suppressed is a rule of a suppression. used says that there was something to leave out.
type suppressed struct {
	id   string
	used bool
}

// suppressions reads the suppressions of a manifest, and says what is wrong with them.
func suppressions(p *plugin.Plugin) (list []*suppression, findings []diag.Diagnostic) {
	doc := p.Manifest.Doc
	if doc == nil || !bytes.Contains(p.Manifest.File.Data, []byte(directive)) {
		return nil, nil
	}
	statements, comments := doc.Layout()
	for _, c := range comments {
		s := &suppression{comment: c}
		d, is := s.parse(p.Manifest.File)
		if !is {
			continue
		}
		for _, f := range d {
			s.invalid = true
			findings = append(findings, suppressionInvalid.finding(f))
		}
		s.cover(p.Manifest.File.Data, statements)
		for _, t := range p.Tools {
			if t.Schema != nil && t.InputSchema.Set() && s.from <= t.InputSchema.Key.Start && t.InputSchema.Key.Start <= s.to {
				s.schemas = append(s.schemas, t.Schema.File)
			}
		}
		list = append(list, s)
	}
	return list, findings
}

// mostMistakes is how many of one comment are told.
const mostMistakes = 1000

// parse reads a comment; is says that it was meant as a suppression.
func (s *suppression) parse(file *diag.SourceFile) (findings []diag.Diagnostic, is bool) {
	const form = "# openidea-plugin: ignore[rule] reason"
	at := s.comment.Start + 1
	rest := string(file.Data[at:s.comment.End])
	skip := func(n int) {
		rest, at = rest[n:], at+n
		blanks := len(rest) - len(strings.TrimLeft(rest, " \t"))
		rest, at = rest[blanks:], at+blanks
	}
	skip(0)
	if !strings.HasPrefix(rest, directive) {
		return nil, false
	}
	start := at
	skip(len(directive))
	colon := strings.HasPrefix(rest, ":")
	if colon {
		skip(1)
	}
	n := 0
	for n < len(rest) && (rest[n] >= 'a' && rest[n] <= 'z' || rest[n] >= 'A' && rest[n] <= 'Z' || rest[n] == '-') {
		n++
	}
	word, wordAt := rest[:n], at
	skip(n)
	bracket := strings.HasPrefix(rest, "[")
	if word == "" || word != "ignore" && !bracket && diag.Nearest(word, []string{"ignore"}) == "" {
		return nil, false // words about the program
	}
	find := func(from, to int, label, help, format string, args ...any) {
		d := diag.Diagnostic{Span: diag.Span{File: file, Start: from, End: to}, Message: diag.Sprintf(format, args...), Label: label}
		if help != "" {
			d.Help = []string{help}
		}
		findings = append(findings, d)
	}
	shut := strings.IndexByte(rest, ']')
	switch {
	case !colon:
		find(start, wordAt+n, form, "", "a colon is missing in this suppression")
	case word != "ignore":
		find(wordAt, wordAt+n, form, "did you mean ignore?", "a suppression cannot be %q", word)
	case !bracket:
		find(start, s.comment.End, form, "", "this suppression names no rule")
	case shut < 0:
		find(at, s.comment.End, form, "", "the list of rules is not closed")
	}
	if len(findings) > 0 {
		return findings, true
	}
	s.list = diag.Span{File: file, Start: at + 1, End: at + shut}
	for offset := s.list.Start; offset <= s.list.End && len(findings) < mostMistakes; {
		before, _, _ := bytes.Cut(file.Data[offset:s.list.End], []byte(","))
		item := string(before)
		id := strings.TrimSpace(item)
		from := offset + strings.Index(item, id)
		offset += len(item) + 1
		switch r := Find(id); {
		case id == "":
			find(s.list.Start-1, s.list.End+1, form, "", "a rule is missing in the brackets")
		case r == &suppressionInvalid, r == &suppressionUnused:
			find(from, from+len(id), "", "[rules] of openidea-plugin.toml can", "a suppression cannot leave out %q", id)
		case r == nil && Documented(id) != nil:
			find(from, from+len(id), "", "", "%q is no rule of plugin.toml", id)
		case r == nil:
			help := "openidea-plugin explain lists the rules"
			if near := diag.Nearest(id, IDs()); near != "" {
				help = "did you mean " + near + "?"
			}
			find(from, from+len(id), "", help, "there is no rule %q", id)
		default:
			s.rules = append(s.rules, suppressed{id: id})
		}
	}
	if reason := strings.Trim(rest[shut+1:], " \t:-–—"); reason == "" {
		find(start, s.comment.End, "say why, behind the brackets", "", "this suppression has no reason")
	}
	return findings, true
}

// cover finds the range of the manifest that a suppression speaks of: behind something its line, and the whole of a value that ends there; on a line of its own the
// next key, or the next table down to the following header; within an array the next line.
func (s *suppression) cover(data []byte, statements []tomlpos.Statement) {
	c := s.comment
	next, _ := slices.BinarySearchFunc(statements, c.Start, func(st tomlpos.Statement, at int) int {
		if st.Start < at {
			return -1
		}
		return 1
	})
	switch {
	case !c.Own:
		s.from, s.to = lineStart(data, c.Start), c.Start
		if !c.Inside && next > 0 {
			s.from = min(s.from, lineStart(data, statements[next-1].Start))
		}
	case c.Inside:
		for at := c.End; ; {
			at += len(data[at:]) - len(bytes.TrimLeft(data[at:], " \t\r\n"))
			if at >= len(data) || data[at] != '#' {
				s.from, s.to = lineStart(data, at), lineEnd(data, at)
				return
			}
			at = lineEnd(data, at)
		}
	case next == len(statements):
		s.from, s.to = -1, -1
	case statements[next].Header:
		s.from, s.to = statements[next].Start, len(data)
		for _, following := range statements[next+1:] {
			if following.Header {
				s.to = following.Start - 1
				return
			}
		}
	default:
		s.from, s.to = lineStart(data, statements[next].Start), lineEnd(data, statements[next].End)
	}
}

func lineStart(data []byte, at int) int { return bytes.LastIndexByte(data[:at], '\n') + 1 }

func lineEnd(data []byte, at int) int {
	if n := bytes.IndexByte(data[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(data)
}

// covers says whether the suppression speaks of a place.
func (s *suppression) covers(manifest *diag.SourceFile, at diag.Span) bool {
	if at.File == manifest {
		return s.from <= at.Start && at.Start <= s.to
	}
	return at.File != nil && slices.Contains(s.schemas, at.File)
}

// suppress says whether a finding of the rule at one of the places is left out, and notes that there was something to leave out.
func suppress(list []*suppression, manifest *diag.SourceFile, rule string, places ...diag.Span) bool {
	left := false
	for _, s := range list {
		for i := range s.rules {
			r := &s.rules[i]
			if r.id == rule && slices.ContainsFunc(places, func(at diag.Span) bool { return s.covers(manifest, at) }) {
				r.used, left = true, true
			}
		}
	}
	return left
}

// unused are the findings about rules of suppressions that left nothing out; judged says of which rules that can be said.
func unused(list []*suppression, file *diag.SourceFile, judged func(*Rule) bool) []diag.Diagnostic {
	var findings []diag.Diagnostic
	for _, s := range list {
		var idle, kept []string
		for _, r := range s.rules {
			if rule := Find(r.id); !r.used && judged(rule) {
				idle = append(idle, r.id)
			} else {
				kept = append(kept, r.id)
			}
		}
		if len(idle) == 0 || s.invalid {
			continue
		}
		d := diag.Diagnostic{
			Span: diag.Span{File: file, Start: s.comment.Start, End: s.comment.End}, Label: "nothing to leave out here",
			Message: "no finding of " + strings.Join(idle, ", ") + " is suppressed by this comment",
			Fix:     &diag.Fix{Title: "remove it", Edits: []diag.Edit{{Span: s.whole(file)}}},
		}
		if len(kept) > 0 {
			d.Span = s.list
			d.Fix = &diag.Fix{Title: "[" + strings.Join(kept, ", ") + "]", Edits: []diag.Edit{{Span: s.list, New: strings.Join(kept, ", ")}}}
		}
		findings = append(findings, suppressionUnused.finding(d))
	}
	return findings
}

// whole is what goes with the comment: the blanks before it, or its whole line.
func (s *suppression) whole(file *diag.SourceFile) diag.Span {
	start, end := s.comment.Start, s.comment.End
	if s.comment.Own {
		start = lineStart(file.Data, start)
		if bytes.HasPrefix(file.Data, []byte("\xef\xbb\xbf")) {
			start = max(start, 3)
		}
		end = min(lineEnd(file.Data, end)+1, len(file.Data))
		return diag.Span{File: file, Start: start, End: end}
	}
	for start > 0 && (file.Data[start-1] == ' ' || file.Data[start-1] == '\t') {
		start--
	}
	return diag.Span{File: file, Start: start, End: end}
}
