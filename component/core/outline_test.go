package core

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"openidea-plugin/component/types"
)

// TestOutline: an outline has all of a module but its code, and is told apart from that of a module with other code.
func TestOutline(t *testing.T) {
	module := rewritten(t, sample().bytes(), Rewrite{Meter: &Meter{}, Hook: ImportName{"limits", "hook"}})
	outline, err := Outline(module, "a")
	if err != nil {
		t.Fatal(err)
	}
	whole, only := parsed(t, module), parsed(t, outline)
	if d := cmp.Diff(whole.ModuleType(), only.ModuleType(), cmpopts.EquateEmpty()); d != "" {
		t.Errorf("module type (-module +outline):\n%s", d)
	}
	if len(whole.Bodies) != len(only.Bodies) || len(whole.Datas) != len(only.Datas) || len(whole.Elems) != len(only.Elems) {
		t.Errorf("%d functions, %d data segments, %d element segments; want %d, %d, %d", len(only.Bodies), len(only.Datas), len(only.Elems), len(whole.Bodies), len(whole.Datas), len(whole.Elems))
	}
	for i, b := range only.Bodies {
		if code := outline[b.Offset:b.End]; !bytes.Equal(code, []byte{0, byte(opUnreachable), byte(opEnd)}) {
			t.Errorf("function %d has the code %x", i, code)
		}
	}
	if other, _ := Outline(module, "b"); bytes.Equal(outline, other) {
		t.Error("the mark makes no difference")
	}
	if _, err := Outline(module[:len(module)-1], "a"); err == nil {
		t.Error("half a section is no error")
	}
}

// TestRewriteVersion finds a change of what Rewrite writes: code that was compiled by an earlier version must not be taken for it. Raise RewriteVersion,
// then note here what it writes now.
func TestRewriteVersion(t *testing.T) {
	const version, want = 4, "6ff67bb4d3465f5e"
	h := sha256.New()
	for _, p := range fuelPrograms {
		p.mod.start = ptr[uint32](2)
		h.Write(rewritten(t, p.mod.bytes(), Rewrite{Meter: &Meter{}, Hook: ImportName{"limits", "hook"}, StartExport: "(start)", MaxTableEntries: 1000}))
	}
	if got := hex.EncodeToString(h.Sum(nil))[:16]; got != want || RewriteVersion != version {
		t.Errorf("version %d writes %s; %s was noted for version %d", RewriteVersion, got, want, version)
	}
}

// TestStartExport: a start function that is exported no longer runs by itself, metered or not.
func TestStartExport(t *testing.T) {
	b := program(none, nil, "i32.const 1; global.set 0")
	b.start = ptr[uint32](3)
	for _, r := range []Rewrite{{StartExport: "go"}, {StartExport: "go", Meter: &Meter{}, Hook: ImportName{"limits", "hook"}}} {
		got := parsed(t, rewritten(t, b.bytes(), r))
		if got.Start != nil {
			t.Errorf("function %d still starts", *got.Start)
		}
		typ, ok := got.ModuleType().Export("go")
		if !ok || typ.Kind != types.CoreFunc || len(typ.Func.Params)+len(typ.Func.Results) > 0 {
			t.Errorf("the export is %+v", typ)
		}
		if _, ok := got.ModuleType().Export("run"); !ok {
			t.Error("what was exported before is gone")
		}
	}
	if got := parsed(t, rewritten(t, b.bytes(), Rewrite{})); got.Start == nil {
		t.Error("a start function that is to be left as it is is gone")
	}
}
