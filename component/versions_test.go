package component_test

import (
	"context"
	"testing"

	"openidea-plugin/component"
	"openidea-plugin/component/types"
)

func TestMatchVersion(t *testing.T) {
	have := []string{
		"a:b/c", "a:b/c@0.2.0", "a:b/c@0.2.10", "a:b/c@0.2.9", "a:b/c@0.3.0", "a:b/c@0.0.4", "a:b/c@1.0.0", "a:b/c@1.4.0", "a:b/c@1.10.1", "a:b/c@1.9.9",
		"a:b/c@2.0.0-rc.1", "a:b/c@3.0.0+abc", "a:b/d@0.2.30", "plain",
	}
	for want, match := range map[string]string{
		"a:b/c":            "a:b/c",
		"plain":            "plain",
		"other":            "",
		"a:b/c@0.2.0":      "a:b/c@0.2.0", // the very name, though a higher version is there
		"a:b/c@0.2.9":      "a:b/c@0.2.9",
		"a:b/c@0.2.3":      "a:b/c@0.2.10",
		"a:b/c@0.2.99":     "a:b/c@0.2.10", // an older one too: its types decide
		"a:b/c@0.3.7":      "a:b/c@0.3.0",
		"a:b/c@0.4.0":      "",
		"a:b/c@0.0.4":      "a:b/c@0.0.4",
		"a:b/c@0.0.5":      "",
		"a:b/c@1.2.3":      "a:b/c@1.10.1",
		"a:b/c@1.4.0":      "a:b/c@1.4.0",
		"a:b/c@1.2.3+abc":  "a:b/c@1.10.1",
		"a:b/c@1.2.3-pre":  "",
		"a:b/c@2.0.0":      "",
		"a:b/c@2.0.0-rc.1": "a:b/c@2.0.0-rc.1",
		"a:b/c@3.1.0":      "a:b/c@3.0.0+abc",
		"a:b/d@0.2.0":      "a:b/d@0.2.30",
		"a:b/e@0.2.0":      "",
		"a:b/c@1":          "",
	} {
		if got := component.MatchVersion(want, have); got != match {
			t.Errorf("%s means %q, want %q", want, got, match)
		}
	}
}

// newer is the host API under another version than the guests import.
type newer struct{ *api }

const newerAPI = "acme:host/api@1.3.7"

func (n newer) Resource(instance, name string) (*component.ResourceType, bool) {
	return n.thing, instance == newerAPI && name == "thing"
}

func (n newer) Func(instance, name string, t *types.Func) (component.HostFunc, bool, error) {
	if instance != newerAPI {
		return nil, false, nil
	}
	return n.api.Func(hostAPI, name, t)
}

func TestVersions(t *testing.T) {
	rt := newRuntime(t, component.Config{})
	if _, err := rt.Instantiate(t.Context(), guest(t, "Client"), newer{newAPI()}, component.Limits{}); err == nil {
		t.Error("another version was taken without being asked for")
	}
	host := component.Versions{Names: []string{"acme:host/api@1.0.0", newerAPI, "acme:host/api@2.0.0"}, Resolver: newer{newAPI()}}
	in := instantiate(t, rt, guest(t, "Client"), host, component.Limits{})
	if got := call(t, in, guestRun, "add", uint32(2), uint32(3)); got != (component.Result{Value: uint32(5)}) {
		t.Errorf("add: %v", got)
	}
	call(t, in, guestRun, "hold")
}

// What is nested in an instance follows its version.
func TestVersionsOfNestedInstances(t *testing.T) {
	var asked []string
	host := component.Versions{Names: []string{"a:b/c@1.5.0"}, Resolver: recorder{&asked}}
	_, _, _ = host.Func("a:b/c@1.2.0#inner", "f", nil)
	_, _ = host.Resource("a:b/c@2.0.0", "r")
	if _, ok := host.Module("a:b/c@1.0.0", "m"); ok {
		t.Error("a module of a resolver that has none")
	}
	if len(asked) != 2 || asked[0] != "a:b/c@1.5.0#inner" || asked[1] != "a:b/c@2.0.0" {
		t.Errorf("asked for %q", asked)
	}
}

type recorder struct{ asked *[]string }

func (r recorder) Func(instance, _ string, _ *types.Func) (component.HostFunc, bool, error) {
	*r.asked = append(*r.asked, instance)
	return func(context.Context, []component.Value) (component.Value, error) { return nil, nil }, true, nil
}

func (r recorder) Resource(instance, _ string) (*component.ResourceType, bool) {
	*r.asked = append(*r.asked, instance)
	return nil, false
}
