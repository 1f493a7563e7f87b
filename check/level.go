package check

import (
	"slices"

	"openidea-plugin/config"
	"openidea-plugin/diag"
)

// level keeps the findings that the configuration and the flags ask for, at the severities that they ask for. The order is: the rule's own severity, the
// configuration's [rules], the flags. A finding that a rule makes less severe than the others, because it rests on what nobody published, follows the configuration too.
func (o Options) level(ds []diag.Diagnostic, conf *config.Config) []diag.Diagnostic {
	kept := ds[:0]
	for _, d := range ds {
		if slices.Contains(o.Ignore, d.Rule) || len(o.Select) > 0 && !slices.Contains(o.Select, d.Rule) {
			continue
		}
		named := slices.Contains(o.Select, d.Rule) || slices.Contains(o.Raise, d.Rule)
		switch level, set := conf.Rules[d.Rule]; {
		case level == config.Off && named:
		case level == config.Off:
			continue
		case set:
			d.Severity = level.Severity()
		case d.Severity == diag.Note && !named:
			if r := Find(d.Rule); r != nil && !conf.Concerns(r.Clients) {
				continue
			}
		}
		if slices.Contains(o.Raise, d.Rule) {
			d.Severity = diag.Error
		}
		kept = append(kept, d)
	}
	return kept
}
