package testfile

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"openidea-plugin/tomlschema"
)

// value is a value that a key may have, so that whatever reads it is called.
func value(k *tomlschema.Key) string {
	switch {
	case len(k.Values) > 0:
		return fmt.Sprintf("%q", k.Values[0])
	case k.Type == tomlschema.Any:
		return "{}"
	case k.Type&tomlschema.SubTable != 0 && k.Table != nil:
		return table(k.Table)
	case k.Type&tomlschema.Array != 0 && k.Table != nil:
		return "[" + table(k.Table) + "]"
	case k.Type&tomlschema.Array != 0 && k.Of != nil:
		return "[" + value(k.Of) + "]"
	case k.Type&tomlschema.SubTable != 0:
		return "{}"
	case k.Type&tomlschema.String != 0:
		return `"x"`
	case k.Type&tomlschema.Integer != 0:
		return "1"
	case k.Type&tomlschema.Boolean != 0:
		return "false"
	}
	return "1979-05-27T07:32:00Z"
}

// table is a table with every key.
func table(t *tomlschema.Table) string {
	var list []string
	for i := range t.Keys {
		list = append(list, t.Keys[i].Name+" = "+value(&t.Keys[i]))
	}
	if t.Rest != nil {
		list = append(list, "x = "+value(t.Rest))
	}
	return "{" + strings.Join(list, ", ") + "}"
}

// TestEveryKeyIsRead: there is no key in the tables that nobody reads, and none that is read and not in the tables.
func TestEveryKeyIsRead(t *testing.T) {
	var text strings.Builder
	for i := range Keys.Keys {
		k := &Keys.Keys[i]
		if !slices.Contains([]string{"test", "group"}, k.Name) {
			fmt.Fprintf(&text, "%s = %s\n", k.Name, value(k))
		}
	}
	// each and call stand in tests of their own, because the other keys of a test then mean something else.
	test := func(only ...string) string {
		keep := tomlschema.Table{}
		for _, k := range testKeys.Keys {
			if slices.Contains(only, k.Name) || len(only) == 0 && k.Name != "each" && k.Name != "call" {
				keep.Keys = append(keep.Keys, k)
			}
		}
		return table(&keep)
	}
	fmt.Fprintf(&text, "test = [%s, %s, %s]\n", test(), test("name", "call"), test("name", "tool", "each"))
	fmt.Fprintf(&text, "group = [%s]\n", table(&tomlschema.Table{Keys: slices.DeleteFunc(slices.Clone(groupKeys.Keys), func(k tomlschema.Key) bool { return k.Name == "test" })}))
	file, _ := read(t, text.String())
	for _, d := range file.Findings {
		if d.Rule == RuleSyntax || d.Rule == RuleUnknownKey {
			t.Errorf("%s\n%s", shown(d), text.String())
		}
	}
	if len(file.Findings) < 20 {
		t.Errorf("only %d findings: are the values read at all?", len(file.Findings))
	}
}
