package schema

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Fix is a change that mends a Problem.
type Fix struct {
	Title string
	Edits []Edit
	// Unsafe: the author may have meant something else.
	Unsafe bool
}

// Edit replaces the bytes from Start to End.
type Edit struct {
	Start, End int
	New        string
}

// replacement puts a string in the place of a value.
func replacement(v *Value, text string, unsafe bool) *Fix {
	quoted, err := jsontext.AppendQuote(nil, text)
	if err != nil {
		return nil // what is no text cannot be written
	}
	return &Fix{Title: string(quoted), Edits: []Edit{{v.Start, v.End, string(quoted)}}, Unsafe: unsafe}
}

// sameTarget says whether two references end in the same name: then only the way to it was wrong.
func sameTarget(written, meant string) bool {
	last := func(s string) string { return s[strings.LastIndexAny(s, "#/")+1:] }
	return last(written) == last(meant) && last(meant) != ""
}

// addTypeObject adds "type": "object" at the beginning of the root, laid out as its first member is.
func addTypeObject(data []byte, root *Value) *Fix {
	const member = `"type": "object"`
	edit := Edit{Start: root.Start + 1, End: root.Start + 1}
	if len(root.Members) == 0 {
		edit.End = root.End - 1
		edit.New = " " + member + " "
	} else {
		space := string(data[root.Start+1 : root.Members[0].Key.Start])
		edit.New = space + member + ","
		if space == "" {
			edit.New += " "
		}
	}
	return &Fix{Title: "add " + member, Edits: []Edit{edit}}
}

// maxSyntaxEdits bounds the edits of one fix; what is left is mended when the file is read again.
const maxSyntaxEdits = 500

// withoutTrailingCommas removes all commas before a closing bracket.
func withoutTrailingCommas(data []byte) *Fix {
	f := &Fix{Title: "remove the comma"}
	scan(data, func(start, end int) bool {
		if data[start] == ',' {
			if next := skipComments(data, end); next < len(data) && (data[next] == '}' || data[next] == ']') {
				f.Edits = append(f.Edits, Edit{Start: start, End: end})
			}
		}
		return len(f.Edits) < maxSyntaxEdits
	})
	if len(f.Edits) > 1 {
		f.Title = "remove the commas"
	}
	return f
}

// withoutComments removes all comments, with their lines where nothing else stands there. The author's words are lost.
func withoutComments(data []byte) *Fix {
	f := &Fix{Title: "remove the comments", Unsafe: true}
	scan(data, func(start, end int) bool {
		if comment(data, start) == end {
			line := bytes.LastIndexByte(data[:start], '\n') + 1
			after := end
			for after < len(data) && (data[after] == ' ' || data[after] == '\t' || data[after] == '\r') {
				after++
			}
			blank := len(bytes.TrimLeft(data[line:start], " \t")) == 0
			switch {
			case blank && after < len(data) && data[after] == '\n':
				start, end = line, after+1
			case !blank:
				start = len(bytes.TrimRight(data[:start], " \t"))
			}
			f.Edits = append(f.Edits, Edit{Start: start, End: end})
		}
		return len(f.Edits) < maxSyntaxEdits
	})
	return f
}

// comment is where the comment at at ends, at itself where none begins.
func comment(data []byte, at int) int {
	rest := data[at:]
	switch {
	case bytes.HasPrefix(rest, []byte("//")), rest[0] == '#':
		return at + len(bytes.TrimRight(rest[:lineEnd(rest)], " \t"))
	case bytes.HasPrefix(rest, []byte("/*")):
		if i := bytes.Index(rest[2:], []byte("*/")); i >= 0 {
			return at + i + 4
		}
	}
	return at
}

// skipComments is the next byte from at on that is neither white space nor in a comment.
func skipComments(data []byte, at int) int {
	for {
		at = skipSpace(data, at)
		if at >= len(data) {
			return at
		}
		end := comment(data, at)
		if end == at {
			return at
		}
		at = end
	}
}

// scan gives the strings, the comments and all other bytes but white space, in order, until take says that it is enough.
func scan(data []byte, take func(start, end int) bool) {
	for at := 0; at < len(data); {
		end := at + 1
		switch c := data[at]; {
		case c == '"':
			for end < len(data) && data[end] != '"' && data[end] != '\n' {
				if data[end] == '\\' {
					end++
				}
				end++
			}
			end = min(end+1, len(data))
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			at = end
			continue
		default:
			end = max(end, comment(data, at))
		}
		if !take(at, end) {
			return
		}
		at = end
	}
}
