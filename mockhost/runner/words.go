package runner

import (
	"strings"

	"openidea-plugin/mockhost"
	"openidea-plugin/mockhost/testfile"
)

// beforeInWords says what changes before a call.
func beforeInWords(b testfile.Before) []string {
	var words []string
	for _, w := range []struct {
		word string
		ids  []string
	}{{"disabled", b.Disable}, {"enabled", b.Enable}, {"uninstalled", b.Uninstall}} {
		if len(w.ids) > 0 {
			words = append(words, w.word+" "+strings.Join(w.ids, ", "))
		}
	}
	if b.Grants != nil {
		words = append(words, grantsInWords(*b.Grants)+" from now on")
	}
	return words
}

// settingsInWords says what the test sets otherwise than usual.
func settingsInWords(s testfile.Settings, answer mockhost.Answer) []string {
	var words []string
	if s.Grants != nil {
		words = append(words, grantsInWords(*s.Grants))
	}
	for _, w := range []struct {
		on   bool
		word string
	}{
		{is(s.Restricted), "restricted"}, {is(s.Remote), "remote"}, {isNot(s.Window), "no window"}, {isNot(s.Server), "no mcp-server"},
		{answer != mockhost.Accept, "confirm " + string(answer)},
	} {
		if w.on {
			words = append(words, w.word)
		}
	}
	return words
}

func grantsInWords(grants []string) string {
	if len(grants) == 0 {
		return "grants none"
	}
	return "grants " + strings.Join(grants, ", ")
}
