package schema

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

// refKeywords are the keywords that refer to other schemas; Dialect.keyword says where they exist.
var refKeywords = []string{"$ref", "$dynamicRef", "$recursiveRef"}

// resolveRefs finds the target of every reference. A reference may make a schema of a place that no keyword holds;
// then that is walked too, so the list of nodes grows while this runs.
func (d *Document) resolveRefs() {
	for i := 0; i < len(d.Nodes); i++ {
		n := d.Nodes[i]
		if n.Value.Type != Object {
			continue
		}
		for _, name := range refKeywords {
			m, ok := n.Lookup(name)
			if !ok || n.Dialect.keyword(name) == nil || name == "$recursiveRef" && n.Dialect != Draft2019 || m.Value.Type != String {
				continue
			}
			d.resolve(&Ref{Node: n, Keyword: name, Value: m.Value})
		}
	}
}

func (d *Document) resolve(r *Ref) {
	d.Refs = append(d.Refs, r)
	fragment, local := strings.CutPrefix(r.Value.Text, "#")
	if !local {
		d.reportAt(r.Value, d.remoteProblem(r))
		return
	}
	decoded, err := url.PathUnescape(fragment)
	switch {
	case err != nil:
		d.reportAt(r.Value, Problem{Kind: KindRefUnresolved, Message: quote(r.Value.Text) + " is no fragment of a URI",
			Label: "a % has to be followed by two hexadecimal digits", Help: []string{"a % of a name is written %25"}})
	case r.Keyword == "$recursiveRef" && decoded != "":
		d.reportAt(r.Value, Problem{Kind: KindRefUnresolved, Message: quote(r.Value.Text) + " is no recursive reference",
			Label: `"$recursiveRef" is always "#"`, Help: []string{`"$ref" can lead to a place`}})
	case decoded == "":
		r.Target = r.Node.resource.root
	case decoded[0] == '/':
		d.resolvePointer(r, decoded)
	default:
		d.resolveAnchor(r, decoded)
	}
	if r.Target == nil {
		return
	}
	switch r.Keyword {
	case "$recursiveRef":
		d.dynamic = d.dynamic || r.Target.resource.recursive
	case "$dynamicRef":
		// Only a reference that statically meets a $dynamicAnchor looks at the dynamic scope.
		if r.Target.resource.dynamic[decoded] == r.Target {
			r.anchor = decoded
			d.dynamic = true
		}
	}
}

func (d *Document) remoteProblem(r *Ref) Problem {
	text := r.Value.Text
	p := Problem{Kind: KindRefRemote, Label: `only local fragments are allowed: "#/…"`}
	root := r.Node
	for root.Parent != nil {
		root = root.Parent
	}
	target, meant := d.embedded(r)
	base, _, hasFragment := strings.Cut(text, "#")
	scheme, _, _ := strings.Cut(base, ":")
	switch {
	case text == "":
		p.Message = fmt.Sprintf("%q is empty", r.Keyword)
		p.Help = []string{`"#" stands for the whole schema`}
	case target != nil:
		p.Message = quote(text) + " leads to this file by its address, which is no local fragment"
		if target.Parent != nil {
			p.Message = quote(text) + " leads to a schema of this file by its address, which is no local fragment"
			p.Related = []Related{related(target.Value.Get(target.Dialect.idKeyword()), "the schema with this address")}
		}
		p.Help = []string{`remove "$id", so that "#" means the whole file everywhere in it`}
		if meant != "" {
			p.Help = []string{fmt.Sprintf("write %q", meant)}
			p.Fix = replacement(r.Value, meant, false)
		}
	case strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https") || strings.HasPrefix(text, "//"):
		p.Message = quote(text) + " leads to the network"
		if _, ok := DialectOf(text); ok {
			p.Help = []string{`no validator is asked to know this document by heart: describe what is needed in "$defs"`}
		}
	case strings.EqualFold(scheme, "file"):
		p.Message = quote(text) + " leads to another file"
	case scheme != base && isScheme(scheme):
		p.Message = quote(text) + " leads out of the file"
	default:
		p.Message = quote(text) + " leads to another file"
		if !hasFragment && (strings.HasPrefix(text, "/$defs/") || strings.HasPrefix(text, "/definitions/") || strings.HasPrefix(text, "/properties/")) {
			p.Message = quote(text) + ` has no "#", so it leads to another file`
			p.Help = []string{fmt.Sprintf("did you mean %q?", "#"+text)}
			p.Fix = replacement(r.Value, "#"+text, false)
		} else if _, ok := root.Value.Get("$defs").Lookup(text); ok {
			p.Help = []string{fmt.Sprintf("did you mean %q?", "#/$defs/"+escapeFragment(text))}
			p.Fix = replacement(r.Value, "#/$defs/"+escapeFragment(text), false)
		} else if _, ok := root.Value.Get("definitions").Lookup(text); ok {
			p.Help = []string{fmt.Sprintf("did you mean %q?", "#/definitions/"+escapeFragment(text))}
			p.Fix = replacement(r.Value, "#/definitions/"+escapeFragment(text), false)
		}
	}
	if len(p.Help) == 0 {
		p.Help = []string{`copy that schema into this file, under "$defs", and refer to it by "#/$defs/…"`}
	}
	return p
}

func isScheme(s string) bool {
	for i := range len(s) {
		if c := s[i]; !isLetter(c) && (i == 0 || c != '+' && c != '-' && c != '.' && (c < '0' || c > '9')) {
			return false
		}
	}
	return s != ""
}

// escapeFragment writes a name as a token of a JSON pointer inside a URI fragment.
func escapeFragment(name string) string {
	const plain = "-._~!$&'()*+,;=:@?/"
	token := escapeToken(name)
	var b strings.Builder
	for i := range len(token) {
		if c := token[i]; isLetter(c) || c >= '0' && c <= '9' || strings.IndexByte(plain, c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// resolvePointer follows a JSON pointer from the root of the resource that the reference stands in.
func (d *Document) resolvePointer(r *Ref, pointer string) {
	at := r.Node.resource.root
	tokens := strings.Split(pointer[1:], "/")
	v, from := at.Value, 0 // at is the innermost schema that was met, tokens[from:i] lead from it to v
	for i, token := range tokens {
		name, ok := unescapeToken(token)
		if !ok {
			d.reportAt(r.Value, Problem{Kind: KindRefUnresolved, Message: quote(r.Value.Text) + " is no JSON pointer",
				Label: "a ~ has to be followed by 0 or 1", Help: []string{"in a JSON pointer ~0 stands for ~ and ~1 for /"}})
			return
		}
		next := step(v, name)
		if next == nil {
			d.reportNowhere(r, v, tokens, i)
			return
		}
		tokens[i] = name
		v = next
		if n := d.nodes[v]; n != nil {
			at, from = n, i+1
		}
	}
	if n := d.nodes[v]; n != nil {
		r.Target = n
		return
	}
	if !isSchemaIn(at.Dialect, v) {
		d.reportAt(r.Value, Problem{Kind: KindRefUnresolved, Message: fmt.Sprintf("%s leads to %s, not to a schema", quote(r.Value.Text), withArticle(v.Type)),
			Label: "what it leads to must be " + schemaWords(at.Dialect), Related: []Related{related(v, "it leads here")}})
		return
	}
	r.Target = &Node{Value: v, Parent: at, Dialect: at.Dialect, Depth: at.Depth + 1, path: tokens[from:], resource: at.resource}
	d.walk(r.Target)
}

func related(v *Value, message string) Related {
	start, end := v.Span()
	return Related{start, end, message}
}

// step follows one token.
func step(v *Value, name string) *Value {
	switch v.Type {
	case Object:
		return v.Get(name)
	case Array:
		if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < len(v.Items) && strconv.Itoa(i) == name {
			return v.Items[i]
		}
	}
	return nil
}

func unescapeToken(s string) (string, bool) {
	for i := strings.IndexByte(s, '~'); i >= 0; {
		if i+1 >= len(s) || s[i+1] != '0' && s[i+1] != '1' {
			return "", false
		}
		next := strings.IndexByte(s[i+2:], '~')
		if next < 0 {
			break
		}
		i += 2 + next
	}
	return pointerUnescaper.Replace(s), true
}

var pointerUnescaper = strings.NewReplacer("~0", "~", "~1", "/")

// reportNowhere says where a pointer ends, what is there instead, and what was probably meant. tokens[:i] are decoded.
func (d *Document) reportNowhere(r *Ref, v *Value, tokens []string, i int) {
	where := "the root"
	if i > 0 {
		where = quote(tokens[i-1])
	} else if r.Node.resource.root.Parent != nil {
		where = "the nearest schema with an id"
	}
	p := Problem{Kind: KindRefUnresolved, Message: quote(r.Value.Text) + " leads nowhere"}
	switch v.Type {
	case Object:
		members := v.Effective()
		p.Label = where + " has " + listedOf(memberNames(members[:min(len(members), mostListed)]), len(members))
	case Array:
		p.Label = fmt.Sprintf("%s has %d elements, counted from 0", where, len(v.Items))
		if len(v.Items) == 1 {
			p.Label = where + " has 1 element, number 0"
		}
	default:
		p.Label = where + " is " + withArticle(v.Type)
	}
	if meant := d.meant(r, v, tokens, i); meant != "" {
		p.Help = []string{fmt.Sprintf("did you mean %q?", meant)}
		p.Fix = replacement(r.Value, meant, !sameTarget(r.Value.Text, meant))
	} else if root := r.Node.resource.root; root.Parent != nil {
		if id := root.Value.Get(root.Dialect.idKeyword()); id != nil {
			p.Related = []Related{related(id, `because of this, "#" means the schema around it and not the file`)}
		}
	}
	d.reportAt(r.Value, p)
}

func memberNames(members []Member) []string {
	names := make([]string, len(members))
	for i, m := range members {
		names[i] = m.Name()
	}
	return names
}

func pointerTo(path []string) string {
	var b strings.Builder
	b.WriteByte('#')
	for _, name := range path {
		b.WriteByte('/')
		b.WriteString(escapeFragment(name))
	}
	return b.String()
}

// resolveAnchor finds a plain name.
func (d *Document) resolveAnchor(r *Ref, name string) {
	in := r.Node.resource
	if n := in.anchors[name]; n != nil {
		r.Target = n
		return
	}
	p := Problem{Kind: KindRefUnresolved, Message: quote(r.Value.Text) + " leads nowhere"}
	keyword := `"$anchor"`
	if r.Node.Dialect.RefHidesSiblings() {
		keyword = `"` + r.Node.Dialect.idKeyword() + `"`
	}
	p.Label = fmt.Sprintf("no %s has this name", keyword)
	if !d.mayGuess() {
		d.reportAt(r.Value, p)
		return
	}
	names := anchorNames(in)
	if len(names) > 0 {
		p.Label = "the anchors are " + listed(names)
		if len(names) == 1 {
			p.Label = "the only anchor is " + listed(names)
		}
	}
	if meant := d.meantByName(r, name, names); meant != "" {
		p.Help = []string{fmt.Sprintf("did you mean %q?", meant)}
		p.Fix = replacement(r.Value, meant, !sameTarget(r.Value.Text, meant))
	}
	d.reportAt(r.Value, p)
}

// anchorNames lists the anchors of a resource by their place in the file.
func anchorNames(r *resource) []string {
	names := make([]string, 0, len(r.anchors))
	for name := range r.anchors {
		names = append(names, name)
	}
	sortByPlace(names, r.anchors)
	return names
}
