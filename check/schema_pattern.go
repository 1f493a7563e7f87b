package check

import (
	"fmt"
	"strings"

	"openidea-plugin/diag"
	"openidea-plugin/schema"
)

// The rules of this file are about patterns that are valid.

var patternNotPortable = Rule{
	ID:       "pattern-not-portable",
	Severity: diag.Warning,
	Title:    "a pattern that not every engine of regular expressions takes",
	Text: "JSON Schema's patterns are those of JavaScript with the flag `u`. Clients and services match them with what they have: RE2, Rust's regex, Python's re, or the grammar that a model's output is held to. " +
		"Look-around (`(?=`, `(?!`, `(?<=`, `(?<!`) and references back (`\\1`) exist in neither RE2 nor Rust; Python has neither `(?<name>…)` nor `\\p{…}`; RE2 repeats at most 1000 times and has no `\\u`; " +
		"what only browsers forgive, such as `\\-` outside of a class, JavaScript's flag `u` refuses; and `(?i)` or `\\A` are no JavaScript at all. Where a pattern is refused, the tool is, or all tools of the server. " +
		"The finding marks the first thing of that kind; the help names the others. What `\\d`, `\\w` and `\\s` contain differs too, and is not reported.",
	Source: "JSON Schema 2020-12, core, section 6.4; cline/cline#14013",
	Bad:    schemaText(`{ "type": "object", "properties": { "name": { "type": "string", "pattern": "^(?!\\.)[a-z.]+$" } } }`),
	Good:   schemaText(`{ "type": "object", "properties": { "name": { "type": "string", "pattern": "^[a-z][a-z.]*$" } } }`),
	plugin: onPatterns(func(p *schemaPass, v *schema.Value) {
		obstacles := p.Obstacles(v)
		if len(obstacles) == 0 {
			return
		}
		first := obstacles[0]
		d := diag.Diagnostic{Span: p.span(first.Start, first.End), Message: "the pattern " + first.What, Label: first.Who}
		for _, o := range obstacles[1:] {
			d.Help = append(d.Help, fmt.Sprintf("it also %s: %s", o.What, o.Who))
		}
		p.Report(d)
	}),
}

// onPatterns makes a rule of what looks at one pattern: the value of a "pattern", or a name in "patternProperties".
func onPatterns(look func(*schemaPass, *schema.Value)) func(*Pass) {
	return onNodes(func(p *schemaPass, n *schema.Node) {
		if m, ok := n.Means("pattern"); ok {
			look(p, m.Value)
		}
		if m, ok := n.Means("patternProperties"); ok {
			for _, member := range m.Value.Effective() {
				look(p, member.Key)
			}
		}
	})
}

var patternCatastrophic = Rule{
	ID:       "pattern-catastrophic",
	Severity: diag.Warning,
	Title:    "a pattern that some texts keep busy for ever",
	Text: "JavaScript, Python and many others match by trying: where a part of a text can be read in several ways and the end does not fit, they try them all. With a repetition in a repetition, as in `^(a+)+$`, " +
		"each character doubles the work; with two repetitions one behind the other that take the same characters, as in `^\\s*.*\\s*$`, it grows with the square of the length. An agent, or who writes what it reads, can hang a client with that.\n\n" +
		"The pattern is analysed as an automaton: a loop that reads one text in two ways, or two loops that read the same. The text that the help shows was tried, by a matcher that counts its steps, before anything was reported. " +
		"Growth by a power is reported only if a text of the length that is allowed takes 100 million steps; a `maxLength` beside the pattern counts. That a pattern without `^` is tried from each place is not. " +
		"Write it so that there is one way to read each text: `^a+$`, `^[a-z]+(-[a-z]+)*$`.",
	Source: "apify/apify-mcp-server#991; CWE-1333",
	Bad:    schemaText(`{ "type": "object", "properties": { "path": { "type": "string", "pattern": "^([a-z]+/?)+$" } } }`),
	Good:   schemaText(`{ "type": "object", "properties": { "path": { "type": "string", "pattern": "^[a-z]+(/[a-z]+)*/?$" } } }`),
	plugin: onSchemas(func(p *schemaPass) {
		for _, a := range p.Attacks() {
			d := diag.Diagnostic{Span: p.at(a.Value), Message: "the pattern can take exponential time", Label: "each further character doubles the work, or more"}
			if a.Degree > 0 {
				d.Message = "the pattern can take very long"
				d.Label = "the time grows with the " + power(a.Degree) + " of the length"
			}
			d.Help = []string{fmt.Sprintf("more than %s steps for %s", thousands(a.Steps), attackText(a.Attack))}
			p.Report(d)
		}
	}),
}

func power(degree int) string {
	switch degree {
	case 2:
		return "square"
	case 3:
		return "cube"
	}
	return fmt.Sprintf("%dth power", degree)
}

// attackText describes a text of three parts.
func attackText(a schema.Attack) string {
	var parts []string
	if a.Prefix != "" {
		parts = append(parts, diag.ShortQuote(a.Prefix))
	}
	parts = append(parts, fmt.Sprintf("%s repeated %d times", diag.ShortQuote(a.Pump), a.Repeats))
	if a.Suffix != "" {
		parts = append(parts, diag.ShortQuote(a.Suffix))
	}
	return strings.Join(parts, ", then ")
}
