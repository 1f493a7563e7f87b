package mockhost

import (
	"strings"
	"testing"
)

func TestNotedBytesAreBounded(t *testing.T) {
	var e Effects
	for range 100 {
		if e.note(strings.Repeat("x", 300<<10), "info") {
			e.Log = append(e.Log, LogLine{})
		}
	}
	if len(e.Log) != 3 || e.Dropped != 97 {
		t.Errorf("of 100 lines of 300 KiB %d are kept and %d dropped, not 3 and 97", len(e.Log), e.Dropped)
	}
	if !e.note("a short line") {
		t.Error("a short line that fits is dropped")
	}
}

func TestShorten(t *testing.T) {
	o := Outcome{Kind: OK, Text: strings.Repeat("ä", 4000), Stderr: "oh"}
	o.Trace.Dropped = 7
	for range 1000 {
		o.Trace.add(HostCall{Interface: "log", Function: "write", Args: strings.Repeat("a", 200)})
		o.Effects.Log = append(o.Effects.Log, LogLine{"info", strings.Repeat("b", 200)})
	}
	whole := o
	whole.Shorten(1 << 20)
	if whole.Shortened || whole.Text != o.Text || len(whole.Trace.Calls) != 1000 || len(whole.Effects.Log) != 1000 {
		t.Error("an outcome that fits is shortened")
	}
	o.Shorten(8000)
	if !o.Shortened || !strings.HasSuffix(o.Text, "ä… (8000 bytes)") || len(o.Text) > 4100 || o.Stderr != "oh" {
		t.Errorf("shortened %v, text of %d bytes, stderr %q", o.Shortened, len(o.Text), o.Stderr)
	}
	if n := len(o.Trace.Calls); n < 5 || n > 20 || n+o.Trace.Dropped != 1007 || o.Trace.Counts["log.write"] != 1000 {
		t.Errorf("%d host calls kept, %d dropped", n, o.Trace.Dropped)
	}
	if len(o.Effects.Log)+o.Effects.Dropped != 1000 {
		t.Errorf("%d lines kept, %d dropped", len(o.Effects.Log), o.Effects.Dropped)
	}
}
