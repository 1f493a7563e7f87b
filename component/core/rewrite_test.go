package core

import (
	"bytes"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"openidea-plugin/component/types"
)

func parsed(t testing.TB, b []byte) *Module {
	t.Helper()
	m, err := Parse(b)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func rewritten(t testing.TB, b []byte, r Rewrite) []byte {
	t.Helper()
	out, err := parsed(t, b).Rewrite(r)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestRewriteOfNothing(t *testing.T) {
	b := sample().bytes()
	if out := rewritten(t, b, Rewrite{}); !bytes.Equal(out, b) {
		t.Errorf("the module changed:\n%x\n%x", b, out)
	}
}

func TestRewriteImportsAndLimits(t *testing.T) {
	b := sample()
	b.custom = [][]byte{append(appendName(nil, "producers"), 1, 2, 3)}
	m := parsed(t, b.bytes())
	out, err := m.Rewrite(Rewrite{
		Imports:         []ImportName{{"1", "f"}, {"2", "t"}, {"3", "g"}, {"4", ""}},
		MaxMemoryPages:  50,
		MaxTableEntries: 1000,
	})
	if err != nil {
		t.Fatal(err)
	}
	want := m.ModuleType()
	for i, n := range []ImportName{{"1", "f"}, {"2", "t"}, {"3", "g"}, {"4", ""}} {
		want.Imports[i].Module, want.Imports[i].Name = n.Module, n.Name
	}
	want.Exports[1].Max = ptr[uint64](50)
	want.Exports[3].Max = ptr[uint64](1000)
	got := parsed(t, out)
	if d := cmp.Diff(want, got.ModuleType(), cmpopts.EquateEmpty()); d != "" {
		t.Errorf("module type (-want +got):\n%s", d)
	}
	if max := got.Tables[0].Max; max == nil || *max != 1000 {
		t.Errorf("a table without maximum got %v", max)
	}
	if got.Names.Func(2) != "run_it" {
		t.Errorf("function 2 is named %q", got.Names.Func(2))
	}
	if bytes.Contains(out, []byte("producers")) {
		t.Error("a custom section was kept")
	}
}

func TestRewriteRefusesLargeMinimum(t *testing.T) {
	m := parsed(t, sample().bytes())
	for _, c := range []struct {
		r    Rewrite
		want LimitError
	}{
		{Rewrite{MaxMemoryPages: 1}, LimitError{types.CoreMemory, 0, 2, 1}},
		{Rewrite{MaxTableEntries: 1}, LimitError{types.CoreTable, 2, 2, 1}},
	} {
		_, err := m.Rewrite(c.r)
		var e *LimitError
		if !errors.As(err, &e) || *e != c.want {
			t.Errorf("%+v: got %v", c.r, err)
		}
	}
	if _, err := m.Rewrite(Rewrite{MaxMemoryPages: 2, MaxTableEntries: 2}); err != nil {
		t.Errorf("a minimum at the limit: %v", err)
	}
}
