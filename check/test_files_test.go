package check

import (
	"path/filepath"
	"strings"
	"testing"

	"openidea-plugin/config"
	"openidea-plugin/diag"
	"openidea-plugin/mockhost/testfile"
)

// TestConfigRules runs the examples of the rules of the configuration.
func TestConfigRules(t *testing.T) {
	for _, r := range configRules {
		if Find(r.ID) != nil || len(r.Text) < 80 || strings.HasSuffix(r.Title, ".") {
			t.Errorf("%s is not documented as the others are, or a rule of check", r.ID)
		}
		read := func(e Example) []string {
			return rules(config.Parse(&diag.SourceFile{Path: e[0].Path, Data: []byte(e[0].Text)}, t.TempDir(), ConfigKnown()).Findings)
		}
		if got := read(r.Bad); len(got) != 1 || got[0] != r.ID {
			t.Errorf("%s: the bad example has %v", r.ID, got)
		}
		if got := read(r.Good); len(got) != 0 {
			t.Errorf("%s: the good example has %v", r.ID, got)
		}
	}
}

// TestTestFileRules runs the examples of the rules of test files, and says that they are no rules of check.
func TestTestFileRules(t *testing.T) {
	want := []string{testfile.RuleSyntax, testfile.RuleUnknownKey, testfile.RuleType, testfile.RuleInvalid}
	var ids []string
	for _, r := range testFileRules {
		ids = append(ids, r.ID)
		if Documented(r.ID) != r || Find(r.ID) != nil || len(r.Text) < 80 || strings.HasSuffix(r.Title, ".") {
			t.Errorf("%s is not documented as the others are, or a rule of check", r.ID)
		}
		read := func(e Example) []string {
			dir := write(t, e)
			file := &diag.SourceFile{Path: e[0].Path, Data: []byte(e[0].Text)}
			return rules(testfile.Read(file, filepath.Join(dir, filepath.FromSlash(e[0].Path)), testfile.Subject{Dir: dir}).Findings)
		}
		if got := read(r.Bad); len(got) != 1 || got[0] != r.ID {
			t.Errorf("%s: the bad example has %v", r.ID, got)
		}
		if got := read(r.Good); len(got) != 0 {
			t.Errorf("%s: the good example has %v", r.ID, got)
		}
	}
	if strings.Join(ids, " ") != strings.Join(want, " ") {
		t.Errorf("documented are %v, found are %v", ids, want)
	}
	if all := DocumentedIDs(); len(all) != len(Rules())+len(want)+len(configRules) || Documented("tool-name") == nil || Documented("no-such-rule") != nil {
		t.Errorf("known to explain: %v", all)
	}
}
