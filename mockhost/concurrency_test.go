package mockhost

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPluginsRunBesideEachOther: a call of one plugin is inside of a host function while another plugin is called; each has only its own effects.
func TestPluginsRunBesideEachOther(t *testing.T) {
	p := fixture(t, "data-tools")
	other := copyOf(p, "acme.other")
	var ide *IDE
	var inner Outcome
	once := false
	ide = host(t, Options{Project: notes, Mocks: meanwhile(func(context.Context) {
		if !once {
			once = true
			inner = ide.CallTool(t.Context(), "acme_other__add_note", `{"name":"c","title":"C"}`, CallOptions{})
		}
	})}, p, other)
	outer := find(t, ide, p.ID, "milk")
	if outer.Kind != OK || outer.Effects.Changed() {
		t.Errorf("the outer call: %s, %+v", outer, outer.Effects.Files)
	}
	if inner.Kind != OK || len(inner.Effects.Files) != 1 || inner.Effects.Files[0].Path != "notes/c.md" {
		t.Errorf("the inner call: %s: %s, %+v", inner, inner.Message, inner.Effects.Files)
	}
}

// TestNothingWaitsForTheUser: while the user is asked, other tools are called, and what was decided before is decided again after it.
func TestNothingWaitsForTheUser(t *testing.T) {
	p := fixture(t, "data-tools")
	for _, c := range []struct {
		meanwhile func(ide *IDE, cancel func())
		want      string
	}{
		{func(ide *IDE, _ func()) {
			if o := find(t, ide, p.ID, "milk"); o.Kind != OK {
				t.Errorf("another tool meanwhile: %s: %s", o, o.Message)
			}
		}, "ok"},
		{func(ide *IDE, _ func()) { ide.SetEnabled(p.ID, false) }, "refused disabled"},
		{func(ide *IDE, _ func()) { ide.Uninstall(p.ID) }, "refused unknown-tool"},
		{func(ide *IDE, _ func()) { _ = ide.Install(copyOf(p, "openidea_data.tools")) }, "refused withheld"},
		{func(ide *IDE, _ func()) {
			ide.Uninstall(p.ID)
			_ = ide.Install(p) // another plugin, about which nobody was asked
		}, "refused unknown-tool"},
		{func(_ *IDE, cancel func()) { cancel() }, "aborted cancelled"},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		var ide *IDE
		ide = host(t, Options{Project: notes, Confirm: func(context.Context, Question) Answer { c.meanwhile(ide, cancel); return Accept }}, p)
		o := ide.CallTool(ctx, prefix+"purge_notes", `{"text":"milk"}`, CallOptions{})
		if o.String() != c.want || !o.Asked {
			t.Errorf("got %s, asked %v, want %s: %s", o, o.Asked, c.want, o.Message)
		}
		cancel()
	}
}

// TestACallThatWaitsForItsTurn: calls of one plugin run one after another, and a caller may give up waiting.
func TestACallThatWaitsForItsTurn(t *testing.T) {
	p := fixture(t, "data-tools")
	var ide *IDE
	var waiting Outcome
	ide = host(t, Options{Project: notes, Mocks: meanwhile(func(context.Context) {
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			waiting = ide.CallTool(ctx, prefix+"recent_searches", `{}`, CallOptions{})
			close(done)
		}()
		cancel()
		<-done
	})}, p)
	if o := find(t, ide, p.ID, "milk"); o.Kind != OK || waiting.String() != "aborted cancelled" {
		t.Errorf("%s; the call that waited: %s: %s", o, waiting, waiting.Message)
	}
}

// TestManyCallsAtOnce: calls of several plugins from several goroutines, with everything that changes meanwhile, end as they would one by one.
func TestManyCallsAtOnce(t *testing.T) {
	p := fixture(t, "data-tools")
	ids := []string{"acme.a", "acme.b", "acme.c"}
	ide := host(t, Options{Project: notes})
	for _, id := range ids {
		if err := ide.Install(copyOf(p, id)); err != nil {
			t.Fatal(err)
		}
	}
	var wg sync.WaitGroup
	for i, id := range ids {
		for j := range 4 {
			wg.Go(func() {
				name := fmt.Sprintf("n%d-%d", i, j)
				o := ide.CallTool(t.Context(), fmt.Sprintf("acme_%c__add_note", id[5]), fmt.Sprintf(`{"name":%q,"title":"x"}`, name), CallOptions{})
				if o.Kind != OK || len(o.Effects.Files) != 1 || o.Effects.Files[0].Path != "notes/"+name+".md" {
					t.Errorf("%s: %s: %s, %+v", name, o, o.Message, o.Effects.Files)
				}
			})
			wg.Go(func() { ide.ListTools(); ide.Project(); ide.SetGrants(id, p.Grants) })
		}
	}
	wg.Wait()
	var want []string
	for i := range ids {
		for j := range 4 {
			want = append(want, fmt.Sprintf("notes/n%d-%d.md", i, j))
		}
	}
	if diff := cmp.Diff(append([]string{"notes/a.md", "notes/b.md"}, want...), ide.Project().Paths()); diff != "" {
		t.Errorf("the project (-want +got):\n%s", diff)
	}
}
