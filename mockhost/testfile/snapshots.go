package testfile

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode"
	"unicode/utf8"

	"openidea-plugin/diag"
	"openidea-plugin/manifest/tomlpos"
)

// snapshots collects the snapshots of a file while it is read.
type snapshots struct {
	// pending are those of the test that is being read, for which the name is not known yet.
	pending []pendingSnapshot
	// names are the places of all, by name without regard to case.
	names map[string]diag.Span
}

type pendingSnapshot struct {
	text *Text
	// part says what the text is, "" for the result.
	part string
	call *Call
	at   diag.Span
}

// snapshot reads the key of a statement: true, or a name.
func (r *reader) snapshot(e *tomlpos.Entry, t *Text, part string) {
	switch v := e.Value; {
	case v.Kind == tomlpos.Bool && !v.True:
		r.invalid(v.Span, "leave it out", "a snapshot is taken or not: %q cannot be false", e.Name)
	case v.Kind == tomlpos.Bool:
		r.snapshots.pending = append(r.snapshots.pending, pendingSnapshot{text: t, part: part, call: r.call, at: e.Key})
	case fileName(v.Text) != v.Text:
		r.invalid(marked(v), "letters, digits, - and _; small letters only", "%q cannot be the name of a snapshot", v.Text)
	default:
		t.Snapshot = v.Text
		r.takeName(v.Text, marked(v))
	}
}

// nameSnapshots gives the snapshots of a test their names: that of the test, the number of the call where there are several, and what the text is.
func (r *reader) nameSnapshots(t *Test) {
	for _, p := range r.snapshots.pending {
		if t.Name == "" {
			continue // a finding says it
		}
		name := t.Name
		for i, c := range t.Calls {
			if c == p.call && len(t.Calls) > 1 {
				name += diag.Sprintf("-%d", i+1)
			}
		}
		if p.part != "" {
			name += "-" + p.part
		}
		p.text.Snapshot = fileName(name)
		r.takeName(p.text.Snapshot, p.at)
	}
	r.snapshots.pending = nil
}

func (r *reader) takeName(name string, at diag.Span) {
	if r.snapshots.names == nil {
		r.snapshots.names = map[string]diag.Span{}
	}
	if first, taken := r.snapshots.names[name]; taken {
		r.find(RuleInvalid, diag.Diagnostic{
			Span: at, Message: diag.Sprintf("two snapshots of this file are called %q", name), Label: `give one a name: snapshot = "…"`,
			Related: []diag.Related{{Span: first, Message: "the first"}},
		})
		return
	}
	r.snapshots.names[name] = at
	r.file.Snapshots = append(r.file.Snapshots, name)
}

// longestName is how long the name of a snapshot is at most, in bytes.
const longestName = 120

// fileName makes a text the name of a file that every file system takes: small letters and digits of any script, with "-" between them.
func fileName(text string) string {
	var b strings.Builder
	composes := false
	for _, c := range text {
		switch {
		case composing(c):
			composes = true
		case unicode.IsLetter(c), unicode.IsDigit(c), unicode.IsMark(c), c == '_':
			b.WriteRune(unicode.ToLower(c))
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	name := strings.TrimRight(b.String(), "-")
	if composes || len(name) > longestName {
		sum := sha256.Sum256([]byte(text))
		cut := min(longestName-9, len(name))
		for cut < len(name) && !utf8.RuneStart(name[cut]) {
			cut--
		}
		name = strings.TrimLeft(strings.TrimRight(name[:cut], "-")+"-"+hex.EncodeToString(sum[:4]), "-")
	}
	switch {
	case name == "":
		return "snapshot"
	case reserved(name):
		return name + "_"
	}
	return name
}

// composing says whether a mark may become one character with the letter before it. Some file systems take both spellings for one name, so no name has such
// a mark.
func composing(c rune) bool { return 0x300 <= c && c <= 0x36f || c == 0x3099 || c == 0x309a }

// reserved are names that Windows keeps for devices.
func reserved(name string) bool {
	switch name {
	case "con", "prn", "aux", "nul":
		return true
	}
	return len(name) == 4 && (strings.HasPrefix(name, "com") || strings.HasPrefix(name, "lpt")) && name[3] >= '0' && name[3] <= '9'
}
