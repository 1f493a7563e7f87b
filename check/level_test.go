package check

import (
	"slices"
	"testing"

	"openidea-plugin/config"
	"openidea-plugin/diag"
)

// TestLevels: the rule's own severity, then [rules], then the flags.
func TestLevels(t *testing.T) {
	i := slices.IndexFunc(Rules(), func(r *Rule) bool {
		return r.Severity == diag.Note && len(r.Clients) > 0 && !slices.Contains(r.Clients, "zed")
	})
	if i < 0 {
		t.Fatal("no note is about some clients only")
	}
	one := Rules()[i].ID
	for _, c := range []struct {
		name    string
		rule    string
		own     diag.Severity
		options Options
		config  config.Config
		want    diag.Severity // 0: it is left out
	}{
		{"its own", "tool-name", diag.Error, Options{}, config.Config{}, diag.Error},
		{"of a finding that says less than its rule", "engines-range", diag.Note, Options{}, config.Config{}, diag.Note},
		{"the configuration's", "tool-name", diag.Error, Options{}, config.Config{Rules: map[string]config.Level{"tool-name": config.Note}}, diag.Note},
		{"the configuration raises also what says less", "engines-range", diag.Note, Options{}, config.Config{Rules: map[string]config.Level{"engines-range": config.Error}}, diag.Error},
		{"off", "tool-name", diag.Error, Options{}, config.Config{Rules: map[string]config.Level{"tool-name": config.Off}}, 0},
		{"off and selected", "tool-name", diag.Error, Options{Select: []string{"tool-name"}}, config.Config{Rules: map[string]config.Level{"tool-name": config.Off}}, diag.Error},
		{"off and raised", "unknown-key", diag.Warning, Options{Raise: []string{"unknown-key"}}, config.Config{Rules: map[string]config.Level{"unknown-key": config.Off}}, diag.Error},
		{"raised", "unknown-key", diag.Warning, Options{Raise: []string{"unknown-key"}}, config.Config{}, diag.Error},
		{"not selected", "unknown-key", diag.Warning, Options{Select: []string{"tool-name"}}, config.Config{}, 0},
		{"ignored", "unknown-key", diag.Warning, Options{Ignore: []string{"unknown-key"}, Raise: []string{"unknown-key"}}, config.Config{}, 0},
		{"about all clients", one, diag.Note, Options{}, config.Config{}, diag.Note},
		{"about other clients", one, diag.Note, Options{}, config.Config{Clients: []string{"zed"}}, 0},
		{"about one of the clients", one, diag.Note, Options{}, config.Config{Clients: []string{"zed", Rules()[i].Clients[0]}}, diag.Note},
		{"about other clients and configured", one, diag.Note, Options{}, config.Config{Clients: []string{"zed"}, Rules: map[string]config.Level{one: config.Warning}}, diag.Warning},
		{"about other clients and selected", one, diag.Note, Options{Select: []string{one}}, config.Config{Clients: []string{"zed"}}, diag.Note},
	} {
		got := c.options.level([]diag.Diagnostic{{Rule: c.rule, Severity: c.own}}, &c.config)
		switch {
		case c.want == 0 && len(got) > 0:
			t.Errorf("%s: reported as %s", c.name, got[0].Severity)
		case c.want != 0 && (len(got) != 1 || got[0].Severity != c.want):
			t.Errorf("%s: got %v, want %s", c.name, got, c.want)
		}
	}
}

// TestClientsAreNamedRight: a rule can only be about clients that a configuration can name.
func TestClientsAreNamedRight(t *testing.T) {
	if names := ClientNames(); !slices.IsSorted(names) {
		t.Errorf("%v are not in order", names)
	}
	for _, r := range Rules() {
		for _, name := range r.Clients {
			if !slices.Contains(ClientNames(), name) {
				t.Errorf("%s is about the client %q, which no configuration can name", r.ID, name)
			}
		}
	}
}
