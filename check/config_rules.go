package check

import (
	"openidea-plugin/config"
	"openidea-plugin/diag"
)

// configRules are the rules of the configuration. No plugin has such a finding, so that check has no part in them: the documentation stands here with that of all other
// rules, so that `explain` and docs/rules.md know them.
var configRules = []*Rule{
	{
		ID:       config.RuleInvalid,
		Severity: diag.Error,
		Title:    "a mistake in openidea-plugin.toml",
		Text: "A configuration that says something else than was meant would silently change what is reported, so that every key, rule, client and path of it must be known and of the right type. " +
			"What has a mistake is left out, everything is checked all the same, and the exit status is 2. The rule itself cannot be switched off. docs/configuration.md describes the file.",
		Source: "docs/configuration.md",
		Bad:    configText(`[rules]`, `tool-nam = "off"`),
		Good:   configText(`[rules]`, `tool-name = "error"`),
	},
}

// configText is an example of a configuration.
func configText(lines ...string) Example {
	e := manifestText(lines...)
	e[0].Path = config.FileName
	return e
}

// ConfigKnown are the words that configurations may use.
func ConfigKnown() config.Known {
	var known config.Known
	for _, r := range all {
		known.Rules = append(known.Rules, config.Word{Name: r.ID, Doc: r.Title})
	}
	for _, g := range documented {
		for _, r := range g.rules {
			known.Fixed = append(known.Fixed, r.ID)
		}
	}
	for _, c := range Clients {
		known.Clients = append(known.Clients, config.Word{Name: c.Name, Doc: c.Title})
	}
	return known
}
