package schema

import (
	"fmt"
	"strings"
)

func (d *Document) report(p Problem) { d.problems = append(d.problems, p) }

// reportAt reports at a value, marked the way Value.Span says.
func (d *Document) reportAt(v *Value, p Problem) {
	p.Start, p.End = v.Span()
	d.report(p)
}

// checkKeyword reports what the meta-schema of n's dialect refuses in one keyword, at the keyword.
func (d *Document) checkKeyword(n *Node, k *keyword, m Member) {
	if n.resource.unknown || d.isRootType(n, k) || k.name == "$schema" {
		return
	}
	mistakes := k.shape.check(n.Dialect, m.Value)
	for _, mistake := range mistakes {
		p := Problem{Kind: KindInvalid, Label: mistake.label, Help: mistake.help, Fix: mistake.fix}
		p.Start, p.End = m.Key.Span()
		p.Message = fmt.Sprintf("%q %s", k.name, mistake.what)
		if mistake.key != nil {
			p.Start, p.End = mistake.key.Span()
			p.Message = fmt.Sprintf("%s in %q %s", quote(mistake.key.Text), k.name, mistake.what)
		}
		if mistake.whole {
			p.Message = mistake.what
		}
		if mistake.at != nil {
			start, end := mistake.at.Span()
			p.Related = []Related{{start, end, "this one"}}
		}
		if mistake.key == nil && len(p.Help) == 0 {
			p.Help = rewrite(n, k, m.Value)
		}
		d.report(p)
	}
	if len(mistakes) > 0 {
		return
	}
	switch k.shape {
	case shapePositive:
		if digits := len(parseDecimal(m.Value.Text).digits); digits > MaxMultipleDigits {
			start, end := m.Key.Span()
			d.report(Problem{Kind: KindTooComplex, Start: start, End: end, Message: fmt.Sprintf("%q has %d digits", k.name, digits),
				Label: fmt.Sprintf("at most %d can be checked", MaxMultipleDigits)})
		}
	case shapePattern:
		d.checkPattern(m.Value)
	case shapePatternMap:
		for _, member := range m.Value.Effective() {
			d.checkPattern(member.Key)
		}
	}
}

// rewrite says how to write what another dialect, or another language, writes this way.
func rewrite(n *Node, k *keyword, v *Value) []string {
	var help []string
	switch {
	case k.name == "items" && v.Type == Array && n.Dialect == Draft2020:
		help = append(help, `in 2020-12 a list of schemas by position is "prefixItems"`)
	case (k.name == "exclusiveMinimum" || k.name == "exclusiveMaximum") && v.Type == Boolean && n.Dialect > Draft4:
		bound := "m" + strings.TrimPrefix(k.name, "exclusiveM")
		limit := n.Value.Get(bound)
		switch {
		case !v.True:
			help = append(help, fmt.Sprintf("remove %q", k.name))
		case limit != nil && limit.Type == Number:
			help = append(help, fmt.Sprintf(`write "%s": %s instead of "%s": %s`, k.name, cut(limit.Text, 30), bound, cut(limit.Text, 30)))
		}
	case k.name == "required" && v.Type == Boolean:
		help = append(help, `the object around it lists the names of its required properties: "required": ["…"]`)
	case k.name == "properties" && v.Type == Array:
		help = append(help, `write {"name": {"type": "string"}}, one member a property`)
	case k.shape == shapeCount || k.shape == shapeNumber || k.shape == shapePositive:
		if v.Type == String {
			if _, p := Parse([]byte(v.Text)); p == nil {
				help = append(help, fmt.Sprintf("write %s without quotes", cut(v.Text, 30)))
			}
		}
	case k.shape == shapeBoolean && v.Type == String && (v.Text == "true" || v.Text == "false"):
		help = append(help, fmt.Sprintf("write %s without quotes", v.Text))
	}
	if others := acceptedBy(n.Dialect, k, v); others != "" {
		help = append(help, others)
	}
	return help
}

// acceptedBy names the dialects in which the value would be right.
func acceptedBy(d Dialect, k *keyword, v *Value) string {
	for _, other := range []Dialect{Draft2020, Draft7, Draft2019, Draft6, Draft4} {
		if other == d {
			continue
		}
		if o := other.keyword(k.name); o != nil && o.shape != k.shape && len(o.shape.check(other, v)) == 0 {
			return fmt.Sprintf(`%s reads it as it stands: "$schema": "%s"`, other, other.URI())
		}
	}
	return ""
}

// checkTogether reports keywords that need each other.
func (d *Document) checkTogether(n *Node) {
	if n.Dialect != Draft4 || n.resource.unknown {
		return
	}
	for _, pair := range [][2]string{{"exclusiveMaximum", "maximum"}, {"exclusiveMinimum", "minimum"}} {
		m, ok := n.Lookup(pair[0])
		if _, has := n.Lookup(pair[1]); ok && !has && m.Value.Type == Boolean { // of another type it is reported already
			d.reportAt(m.Key, Problem{Kind: KindInvalid, Message: fmt.Sprintf("%q stands without %q", pair[0], pair[1]),
				Label: fmt.Sprintf("in draft-04 it says something about %q", pair[1])})
		}
	}
}

// checkDialect reports a "$schema" that names no dialect.
func (d *Document) checkDialect(v *Value) {
	const known = "2020-12, 2019-09, draft-07, draft-06 or draft-04"
	if v.Type != String {
		d.reportAt(v, Problem{Kind: KindDialect, Message: `"$schema" is ` + withArticle(v.Type), Label: "must be the URI of a dialect: " + known,
			Help: []string{`write "$schema": "` + Default.URI() + `", or leave it out`}})
		return
	}
	if _, ok := DialectOf(v.Text); ok {
		return
	}
	p := Problem{Kind: KindDialect, Message: "the dialect " + quote(v.Text) + " is not known", Label: known}
	if meant, ok := nearestDialect(v.Text); ok {
		p.Help = []string{fmt.Sprintf("did you mean %q?", meant.URI())}
		p.Fix = replacement(v, meant.URI(), !strings.Contains(v.Text, strings.TrimPrefix(meant.String(), "draft-0")))
	} else {
		p.Help = []string{`write "$schema": "` + Default.URI() + `", or leave it out`}
	}
	d.reportAt(v, p)
}

// nearestDialect guesses what a misspelt "$schema" should name.
func nearestDialect(s string) (Dialect, bool) {
	for d := Draft4; d <= Draft2020; d++ {
		name := d.String()
		if strings.Contains(s, name) || strings.Contains(s, strings.Replace(name, "draft-0", "draft-", 1)) || strings.Contains(s, strings.Replace(name, "-0", "", 1)) {
			return d, true
		}
	}
	if strings.Contains(s, "json-schema.org") {
		return Default, true
	}
	return 0, false
}

// isRootType: the root's "type" has a rule of its own.
func (d *Document) isRootType(n *Node, k *keyword) bool {
	return n.Parent == nil && k.name == "type" && !d.anyRoot
}

// checkRoot reports a root that is no object with "type": "object".
func (d *Document) checkRoot() {
	root := d.Root
	const label = `a tool's input is an object: "type": "object"`
	if root.Type != Object {
		d.reportAt(root, Problem{Kind: KindRoot, Message: "the schema is " + withArticle(root.Type), Label: "must be a JSON object",
			Help: []string{`the smallest input schema is {"type": "object"}`}})
		return
	}
	declared := root.Get("type")
	switch {
	case declared == nil:
		p := Problem{Kind: KindRoot, Message: `the schema's root has no "type": "object"`, Label: "a tool's input is an object",
			Help: []string{`add "type": "object" at the root`}}
		for _, name := range []string{"$ref", "anyOf", "oneOf", "allOf", "if"} {
			if _, ok := root.Lookup(name); ok {
				p.Help = []string{fmt.Sprintf(`add "type": "object" beside %q; what %q says does not replace it`, name, name)}
				break
			}
		}
		p.Fix = addTypeObject(d.Source, root)
		d.reportAt(root, p)
	case declared.Type == String && declared.Text == "object":
	case declared.Type == Array:
		p := Problem{Kind: KindRoot, Message: `the root's "type" is a list`, Label: `must be exactly "object"`,
			Help: []string{`write "type": "object"`}}
		for _, item := range declared.Items {
			if item.Type == String && item.Text == "object" { // what else may come never does
				p.Fix = replacement(declared, "object", len(declared.Items) > 1)
			}
		}
		d.reportAt(declared, p)
	case declared.Type == String:
		p := Problem{Kind: KindRoot, Message: "the schema describes " + describes(declared.Text), Label: label, Help: []string{`write "type": "object"`}}
		if meant, ok := typeMeant(declared.Text); ok && meant == "object" {
			p.Fix = replacement(declared, meant, !strings.EqualFold(declared.Text, meant))
		}
		d.reportAt(declared, p)
	default:
		d.reportAt(declared, Problem{Kind: KindRoot, Message: `the root's "type" is ` + withArticle(declared.Type), Label: label,
			Help: []string{`write "type": "object"`}})
	}
}

func describes(name string) string {
	switch {
	case !IsType(name):
		return "something of type " + quote(name)
	case name == "null":
		return "null, no object"
	case name == "array" || name == "integer":
		return "an " + name + ", no object"
	}
	return "a " + name + ", no object"
}
