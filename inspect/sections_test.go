package inspect

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"openidea-plugin/report"
)

// TestSectionsAddUp: every byte of a component is counted once.
func TestSectionsAddUp(t *testing.T) {
	paths, err := filepath.Glob("../fixtures/*/dist/*.wasm")
	if err != nil || len(paths) == 0 {
		t.Fatal(err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var sum int64
		for _, s := range sections(data) {
			sum += s.Bytes
			if s.Bytes <= 0 || s.Count < 0 {
				t.Errorf("%s: %+v", path, s)
			}
		}
		if sum != int64(len(data)) {
			t.Errorf("%s: the sections have %d bytes, the file %d", path, sum, len(data))
		}
		if made := producers(data); len(made) == 0 || made[0].Field != "language" && made[0].Field != "processed-by" {
			t.Errorf("%s: made with %+v", path, made)
		}
	}
}

// custom is a custom section.
func custom(name string, content ...byte) []byte {
	body := append([]byte{byte(len(name))}, name...)
	body = append(body, content...)
	return append([]byte{customSection, byte(len(body))}, body...)
}

func TestProducersAreRead(t *testing.T) {
	head := []byte("\x00asm\x0d\x00\x01\x00")
	entry := func(field, name, version string) []byte {
		b := append([]byte{byte(len(field))}, field...)
		b = append(b, 1, byte(len(name)))
		b = append(append(b, name...), byte(len(version)))
		return append(b, version...)
	}
	whole := bytes.Join([][]byte{head, custom("producers", append([]byte{2}, append(entry("processed-by", "wit-component", "1"), entry("language", "Rust", "")...)...)...)}, nil)
	got := producers(whole)
	want := []report.InspectedProducer{{Field: "language", Name: "Rust"}, {Field: "processed-by", Name: "wit-component", Version: "1"}}
	if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("got %+v, want %+v", got, want)
	}
	// What is cut short, or claims to be longer than it is, ends the reading and nothing else.
	for n := range whole {
		producers(whole[:n])
		sections(whole[:n])
	}
	lying := bytes.Join([][]byte{head, custom("producers", 0xff, 0xff, 0xff, 0xff, 0x0f, 1, 'x', 0xff, 0xff, 0xff, 0xff, 0x0f)}, nil)
	if got := producers(lying); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}
