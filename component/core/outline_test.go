package core

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
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
	const version, want = 1, "5d54d580e650147b"
	h := sha256.New()
	for _, p := range fuelPrograms {
		h.Write(rewritten(t, p.mod.bytes(), Rewrite{Meter: &Meter{}, Hook: ImportName{"limits", "hook"}, MaxTableEntries: 1000}))
	}
	if got := hex.EncodeToString(h.Sum(nil))[:16]; got != want || RewriteVersion != version {
		t.Errorf("version %d writes %s; %s was noted for version %d", RewriteVersion, got, want, version)
	}
}
