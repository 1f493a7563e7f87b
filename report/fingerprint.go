package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"openidea-plugin/diag"
)

// fingerprint names a finding from run to run: hash stays the same when lines move, number counts those of the same hash from 1.
type fingerprint struct {
	hash   string
	number int
}

// fingerprints names the findings of a report, in order.
func (r *Report) fingerprints() []fingerprint {
	files := r.files()
	seen := map[string]int{}
	list := make([]fingerprint, len(r.Findings))
	for i, d := range r.Findings {
		h := sha256.New()
		path := ""
		if d.Span.File != nil {
			path = d.Span.File.Path
		}
		fmt.Fprintf(h, "%s\x00%s\x00%s", d.Rule, path, files.context(d))
		hash := hex.EncodeToString(h.Sum(nil)[:16])
		seen[hash]++
		list[i] = fingerprint{hash, seen[hash]}
	}
	return list
}

// How much text around and of the marked characters names a finding, in bytes. A file may be one long line, of which only what is near counts.
const (
	contextAround = 100
	contextMarked = 300
)

// context is what a finding speaks of, without its place: the marked text and its line, blanks aside; the message where the file is not at hand.
func (f *files) context(d diag.Diagnostic) string {
	x := f.index(d.Span.File)
	if x == nil {
		return d.Message
	}
	start, end := clamp(d.Span)
	lineStart, _ := x.text(x.line(start))
	_, lineEnd := x.text(x.line(end))
	before := x.data[max(lineStart, start-contextAround):start]
	after := x.data[end:max(end, min(lineEnd, end+contextAround))]
	marked := x.data[start:min(end, start+contextMarked)]
	var parts [3]string
	for i, part := range [][]byte{before, marked, after} {
		parts[i] = string(bytes.Join(bytes.Fields(part), []byte(" ")))
	}
	return parts[0] + "\x00" + parts[1] + "\x00" + parts[2]
}
