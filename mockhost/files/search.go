package files

import (
	"bytes"
	"context"
	"iter"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Query is what to search for.
type Query struct {
	Pattern string
	// Regex reads Pattern as a regular expression (RE2, so that time stays linear); else it is text.
	Regex bool
	// CaseSensitive tells upper from lower case.
	CaseSensitive bool
	// WholeWord finds only what neither begins nor ends within a word of letters, digits and _.
	WholeWord bool
	// Glob, where not nil, restricts the search to the files that it matches.
	Glob *string
}

// Match is one line that matches.
type Match struct {
	Path string
	// Line is zero-based. Start and End are zero-based offsets of the first match in the line, in UTF-16 code units, half-open.
	Line, Start, End int
	// Text is the whole line without its line end.
	Text string
}

// maxPattern is the longest pattern that is tried, in bytes.
const maxPattern = 64 << 10

// Search goes through all text files by path, then by line, and gives at most limit matches and whether there were more. Files that are
// not UTF-8 are passed over. A bad pattern or glob is Invalid. When ctx ends, so does the search, with its error.
func (t *Tree) Search(ctx context.Context, q Query, limit int) (matches []Match, truncated bool, err error) {
	re, err := q.compile()
	if err != nil {
		return nil, false, err
	}
	admitted := func(string) bool { return true }
	if q.Glob != nil {
		if admitted, err = compileGlob(*q.Glob); err != nil {
			return nil, false, err
		}
	}
	matches = []Match{}
	lines := candidates{needle: q.needle()}
	looked := 0
	for _, path := range t.Paths() {
		data := t.files[path]
		if ctx.Err() != nil {
			return nil, false, ctx.Err()
		}
		if !admitted(path) || !utf8.Valid(data) {
			continue
		}
		for number, line := range lines.of(data) {
			if looked++; looked%1024 == 0 && ctx.Err() != nil {
				return nil, false, ctx.Err()
			}
			at := q.find(re, line)
			if at == nil {
				continue
			}
			if len(matches) >= limit {
				return matches, true, nil
			}
			start := UTF16Len(line[:at[0]])
			matches = append(matches, Match{Path: path, Line: number, Start: start, End: start + UTF16Len(line[at[0]:at[1]]), Text: strings.Clone(line)})
		}
	}
	return matches, false, nil
}

// candidates finds the lines that may have a match.
type candidates struct {
	needle needle
	buffer []byte
}

// of yields those of a text by their number, zero-based, without their line ends.
func (c *candidates) of(data []byte) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		text := string(data)
		in, ok := c.needle.haystack(data, c.buffer)
		if !ok {
			number := 0
			for line := range Lines(text) {
				if !yield(number, line) {
					return
				}
				number++
			}
			return
		}
		if c.needle.fold {
			c.buffer = in
		}
		for number, from := 0, 0; ; number++ {
			at := bytes.Index(in[from:], c.needle.text)
			if at < 0 {
				return
			}
			at += from
			number += bytes.Count(in[from:at], []byte{'\n'})
			begin := bytes.LastIndexByte(in[:at], '\n') + 1
			end := len(in)
			if next := bytes.IndexByte(in[at:], '\n'); next >= 0 {
				end = at + next
			}
			if !yield(number, strings.TrimSuffix(text[begin:end], "\r")) || end == len(in) {
				return
			}
			from = end + 1
		}
	}
}

// find is the range of the first match in a line, nil where there is none.
func (q Query) find(re *regexp.Regexp, line string) []int {
	if !q.WholeWord {
		return re.FindStringIndex(line)
	}
	for _, at := range re.FindAllStringIndex(line, -1) {
		if !withinWord(line, at[0]) && !withinWord(line, at[1]) {
			return at
		}
	}
	return nil
}

// withinWord says whether the characters before and after a place belong to one word.
func withinWord(line string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(line[:at])
	after, _ := utf8.DecodeRuneInString(line[at:])
	return at > 0 && at < len(line) && wordCharacter(before) && wordCharacter(after)
}

func wordCharacter(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

func (q Query) compile() (*regexp.Regexp, error) {
	if len(q.Pattern) > maxPattern {
		return nil, fail(Invalid, "the pattern is longer than %d bytes", maxPattern)
	}
	source := q.Pattern
	if !q.Regex {
		source = regexp.QuoteMeta(source)
	}
	if !q.CaseSensitive {
		source = "(?i)" + source // no group around it: "a)(b" would become an expression
	}
	re, err := regexp.Compile(source)
	if err != nil {
		reason, _ := strings.CutPrefix(err.Error(), "error parsing regexp: ")
		return nil, fail(Invalid, "%q is no valid regular expression: %s", q.Pattern, strings.ReplaceAll(reason, source, q.Pattern))
	}
	return re, nil
}

// Lines yields the lines of a text without their line ends ("\n" or "\r\n"). What follows the last line end is a line only where it is not empty.
func Lines(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for line := range strings.Lines(text) {
			line = strings.TrimSuffix(line, "\n")
			if !yield(strings.TrimSuffix(line, "\r")) {
				return
			}
		}
	}
}

// UTF16Len is the length of a text in UTF-16 code units.
func UTF16Len(text string) int {
	n := 0
	for _, r := range text {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}
