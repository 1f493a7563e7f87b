package cli

import (
	"slices"
	"strings"
	"testing"
)

// FuzzTestFlags: whatever --shard and --output are given, it is taken for what it says or refused, and files are only looked at.
func FuzzTestFlags(f *testing.F) {
	for _, seed := range []struct{ shard, output string }{
		{"1/2", "json=a.json"}, {"2/1", "text"}, {"", "xml"}, {"-1/+2", "json="}, {"1/2/3", "=a"}, {"01/9", "junit=../a"}, {"99999999999999999999/1", "json=/dev/null"},
		{"1 / 2", "json=."}, {"\x1b/\xff", "text=\x00"}, {"２/３", "github=plugin.toml"},
	} {
		f.Add(seed.shard, seed.output)
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, shard, output string) {
		if part, err := parseShard(shard); err == nil && (part.Part < 1 || part.Part > part.Of || strings.Trim(shard, "0123456789/") != "") {
			t.Errorf("%q: %+v", shard, part)
		}
		e := &env{Streams: Streams{Dir: dir}}
		outs, err := e.parseOutputs([]string{output}, testFormats)
		if err != nil {
			return
		}
		o := outs[0]
		if !slices.Contains(testFormats, o.format) || o.format != output && !strings.HasPrefix(output, o.format+"=") || (o.file == "") != (o.target == "") {
			t.Errorf("%q: %+v", output, o)
		}
	})
}
