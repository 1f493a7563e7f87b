package schema

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Document is a schema file that could be parsed: its tree, its subschemas and its references.
type Document struct {
	// Source is the file's text; every range counts in it.
	Source []byte
	// Root is the whole value.
	Root *Value
	// Dialect of the root: Default where it names none, or one that is not known.
	Dialect Dialect
	// Nodes are all subschemas: the root first, then in source order, then places that only a reference makes a schema.
	Nodes []*Node
	// Refs are all references, in the order of Nodes.
	Refs []*Ref

	nodes    map[*Value]*Node
	anyRoot  bool                // the root may be any schema: it is no tool input
	patterns map[*Value]*Pattern // by their strings, of values and of keys
	dynamic  bool                // some reference depends on the dynamic scope
	refsOf   [][]*Ref            // by Node.number
	problems []Problem
	guesses  int
	// addresses are the resources of the file by their addresses; nil until somebody asks.
	addresses map[string]*Node
}

// Node is one subschema: a place whose value is a schema, never data that looks like one.
type Node struct {
	// Value is an object or a boolean.
	Value *Value
	// Parent is the schema around it; nil for the root.
	Parent *Node
	// Keyword is the parent's keyword that holds it ("properties", "allOf"), or "" for the root and for places that
	// are schemas only because a reference leads there.
	Keyword string
	// Key is the name under which a keyword such as "properties" holds it, else nil.
	Key *Value
	// Dialect that the schema is read in.
	Dialect Dialect
	// Depth counts schemas within schemas: 0 for the root.
	Depth int

	path     []string // from Parent to here
	resource *resource
	number   int // index in Document.Nodes
}

// resource is a part of the file that has an identity of its own: "#" in it means its own root.
type resource struct {
	root      *Node
	anchors   map[string]*Node
	dynamic   map[string]*Node // the anchors of $dynamicAnchor
	recursive bool             // "$recursiveAnchor": true at its root
	unknown   bool             // its "$schema" is not known, so its keywords are not judged
}

// Ref is one "$ref", "$dynamicRef" or "$recursiveRef".
type Ref struct {
	Node    *Node
	Keyword string
	// Value is the string, with its place.
	Value *Value
	// Target is the schema that it leads to without regard to dynamic scope; nil where it leads nowhere.
	Target *Node

	anchor string // for $dynamicRef: the name that the dynamic scope may bind anew
}

// Pointer is the JSON pointer of the schema as a fragment: "#", "#/properties/text".
func (n *Node) Pointer() string {
	var parts [][]string
	for m := n; m != nil; m = m.Parent {
		parts = append(parts, m.path)
	}
	var b strings.Builder
	b.WriteByte('#')
	for i := len(parts) - 1; i >= 0; i-- {
		for _, token := range parts[i] {
			b.WriteByte('/')
			b.WriteString(escapeToken(token))
		}
	}
	return b.String()
}

// Lookup finds a keyword of the schema, known to the dialect or not.
func (n *Node) Lookup(name string) (Member, bool) { return n.Value.Lookup(name) }

// Meaningful reports whether the keywords of the schema mean what its dialect says: it is an object, its dialect is known (Judged), and no
// "$ref" hides what stands beside it.
func (n *Node) Meaningful() bool {
	if n.Value.Type != Object || !n.Judged() {
		return false
	}
	_, ref := n.Lookup("$ref")
	return !ref || !n.Dialect.RefHidesSiblings()
}

// Means finds a keyword that means something here: the schema is Meaningful and the dialect knows the name.
func (n *Node) Means(name string) (Member, bool) {
	if !n.Meaningful() || !n.Dialect.Knows(name) {
		return Member{}, false
	}
	return n.Lookup(name)
}

// Holder is the first name on the way from Parent to the schema: the keyword that holds it, or, where only a reference makes it a
// schema, any member of the parent.
func (n *Node) Holder() string {
	if len(n.path) == 0 {
		return ""
	}
	return n.path[0]
}

// Node finds the subschema at a value of the tree, or nil where the value is no schema.
func (d *Document) Node(v *Value) *Node { return d.nodes[v] }

// escapeToken writes a name as a token of a JSON pointer.
func escapeToken(s string) string { return pointerEscaper.Replace(s) }

var pointerEscaper = strings.NewReplacer("~", "~0", "/", "~1")

// walk enters a schema and everything below it. The shape of the value has been checked: it is an object or a boolean.
func (d *Document) walk(n *Node) {
	if d.nodes[n.Value] != nil {
		return // a reference made it a schema before its surroundings became one
	}
	n.number = len(d.Nodes)
	d.Nodes = append(d.Nodes, n)
	d.nodes[n.Value] = n
	if n.Value.Type != Object {
		return
	}
	d.identify(n)
	for _, m := range n.Value.Effective() {
		k := n.Dialect.keyword(m.Name())
		if k == nil {
			continue
		}
		d.checkKeyword(n, k, m)
		d.children(n, k, m.Value)
	}
	d.checkTogether(n)
}

// children walks the schemas that a keyword holds, whatever else it may hold.
func (d *Document) children(n *Node, k *keyword, v *Value) {
	switch {
	case v.Type == Array && k.shape.isList():
		for i, item := range v.Items {
			if isSchema(item) {
				d.walk(n.child(k.name, nil, item, k.name, strconv.Itoa(i)))
			}
		}
	case v.Type == Object && k.shape.isMap():
		for _, m := range v.Effective() {
			if isSchema(m.Value) {
				d.walk(n.child(k.name, m.Key, m.Value, k.name, m.Name()))
			}
		}
	case isSchema(v) && k.shape.isOne():
		d.walk(n.child(k.name, nil, v, k.name))
	}
}

func (n *Node) child(keyword string, key, v *Value, path ...string) *Node {
	return &Node{Value: v, Parent: n, Keyword: keyword, Key: key, Dialect: n.Dialect, Depth: n.Depth + 1, path: path, resource: n.resource}
}

func isSchema(v *Value) bool { return v.Type == Object || v.Type == Boolean }

// identify reads the keywords that give a schema a name: its dialect, its id and its anchors.
func (d *Document) identify(n *Node) {
	id := ""
	_, hasRef := n.Lookup("$ref")
	nested := n.Parent != nil
	dialect, unknown := n.Dialect, nested && n.resource.unknown
	declared := n.Value.Get("$schema")
	if declared != nil && declared.Type == String {
		if known, ok := DialectOf(declared.Text); ok {
			dialect, unknown = known, false
		} else {
			unknown = true
		}
	}
	if v := n.Value.Get(dialect.idKeyword()); v != nil && v.Type == String && !(hasRef && dialect.RefHidesSiblings()) {
		id = v.Text
	}
	base, fragment, _ := strings.Cut(id, "#")
	if !nested || base != "" {
		// "$schema" speaks for a whole resource; below its root it says nothing.
		n.Dialect = dialect
		n.resource = &resource{root: n, anchors: map[string]*Node{}, dynamic: map[string]*Node{}, unknown: unknown}
		if declared != nil {
			d.checkDialect(declared)
		}
		if v := n.Value.Get("$recursiveAnchor"); dialect == Draft2019 && v != nil && v.True {
			n.resource.recursive = true
		}
	} else if declared != nil && declared.Type != String && !unknown {
		d.reportAt(declared, Problem{Kind: KindInvalid, Message: `"$schema" is ` + withArticle(declared.Type), Label: "must be a string"})
	}
	r := n.resource
	if n.Dialect.RefHidesSiblings() {
		if fragment != "" {
			addAnchor(r.anchors, fragment, n)
		}
		return
	}
	if v := n.Value.Get("$anchor"); v != nil && v.Type == String {
		addAnchor(r.anchors, v.Text, n)
	}
	if v := n.Value.Get("$dynamicAnchor"); n.Dialect >= Draft2020 && v != nil && v.Type == String {
		addAnchor(r.anchors, v.Text, n)
		addAnchor(r.dynamic, v.Text, n)
	}
}

func addAnchor(m map[string]*Node, name string, n *Node) {
	if _, ok := m[name]; !ok {
		m[name] = n
	}
}

func sortByPlace(names []string, m map[string]*Node) {
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(m[a].Value.Start, m[b].Value.Start), strings.Compare(a, b))
	})
}
