package schema

// Schema is a schema that arguments can be checked against. It is safe for concurrent use.
type Schema struct {
	// Document is the file that it was made of.
	Document *Document
	subs     []*sub // by Node.number
}

// Compile reads the schema of a tool's input. Where anything is wrong with it the schema is nil and the problems are
// those that Load reports.
func Compile(data []byte) (*Schema, []Problem) {
	d, problems := Load(data)
	if len(problems) > 0 {
		return nil, problems
	}
	return newSchema(d), nil
}

// sub is one subschema, its keywords taken apart.
type sub struct {
	node     *Node
	constant bool // a boolean schema that says accepts
	accepts  bool
	shared   bool // several references lead here, so its results are remembered

	refs []subRef

	types      typeSet
	typed      bool
	fixed      *Value // of const
	fixedKey   string
	enum       map[string]bool
	enumValues []*Value
	fixedTypes [Object + 1]bool // the types of what const and enum allow

	bounds     []bound
	multipleOf *decimal

	minLength, maxLength         int
	pattern                      *Pattern
	minItems, maxItems           int
	prefix                       []*sub
	rest                         *sub // what items beyond prefix have to be
	restKeyword, prefixKeyword   string
	contains                     *sub
	minContains, maxContains     int
	containsEvaluates            bool
	unique                       bool
	unevaluatedItems             *sub
	minProperties, maxProperties int
	required                     []string
	properties                   map[string]*sub
	patternProperties            []patternSub
	additionalProperties         *sub
	propertyNames                *sub
	unevaluatedProperties        *sub
	dependentRequired            []dependentNames
	dependentSchemas             []dependentSub

	allOf, anyOf, oneOf []*sub
	not                 *sub
	ifs, thens, elses   *sub
}

type subRef struct {
	ref    *Ref
	target *sub
}

type bound struct {
	keyword   string
	limit     decimal
	text      string
	exclusive bool
	upper     bool
}

type patternSub struct {
	pattern *Pattern
	sub     *sub
}

type dependentNames struct {
	keyword, name string
	needs         []string
}

type dependentSub struct {
	keyword, name string
	sub           *sub
}

// none is the value of a limit that is not set.
const none = -1

// typeSet is a set of type names.
type typeSet uint8

const (
	typeArray typeSet = 1 << iota
	typeBoolean
	typeInteger
	typeNull
	typeNumber
	typeObject
	typeString
)

func typeBit(name string) typeSet {
	for i, t := range typeNames {
		if t == name {
			return 1 << i
		}
	}
	return 0
}

// newSchema compiles a document without problems.
func newSchema(d *Document) *Schema {
	s := &Schema{Document: d, subs: make([]*sub, len(d.Nodes))}
	for i, n := range d.Nodes {
		s.subs[i] = &sub{node: n}
	}
	led := make([]int, len(d.Nodes))
	for _, r := range d.Refs {
		if r.Target == nil {
			continue
		}
		from := s.subs[r.Node.number]
		from.refs = append(from.refs, subRef{r, s.subs[r.Target.number]})
		if led[r.Target.number]++; led[r.Target.number] > 1 {
			s.subs[r.Target.number].shared = true
		}
	}
	for _, sub := range s.subs {
		s.fill(sub)
	}
	return s
}

func (s *Schema) at(v *Value) *sub {
	if v == nil {
		return nil
	}
	if n := s.Document.nodes[v]; n != nil {
		return s.subs[n.number]
	}
	return nil
}

func (s *Schema) list(v *Value) []*sub {
	if v == nil || v.Type != Array {
		return nil
	}
	out := make([]*sub, 0, len(v.Items))
	for _, item := range v.Items {
		if sub := s.at(item); sub != nil {
			out = append(out, sub)
		}
	}
	return out
}

func (s *Schema) fill(b *sub) {
	n := b.node
	b.minLength, b.maxLength, b.minItems, b.maxItems = none, none, none, none
	b.minProperties, b.maxProperties, b.minContains, b.maxContains = none, none, none, none
	if n.Value.Type == Boolean {
		b.constant, b.accepts = true, n.Value.True
		return
	}
	get := func(name string) *Value {
		if !n.Dialect.Knows(name) {
			return nil
		}
		return n.Value.Get(name)
	}
	if n.Dialect.RefHidesSiblings() && get("$ref") != nil {
		return
	}
	s.fillValues(b, get)
	s.fillArrays(b, get)
	s.fillObjects(b, get)
	b.allOf, b.anyOf, b.oneOf = s.list(get("allOf")), s.list(get("anyOf")), s.list(get("oneOf"))
	b.not = s.at(get("not"))
	if b.ifs = s.at(get("if")); b.ifs != nil {
		b.thens, b.elses = s.at(get("then")), s.at(get("else"))
	}
}

func (s *Schema) fillValues(b *sub, get func(string) *Value) {
	if v := get("type"); v != nil {
		b.typed = true
		if v.Type == String {
			b.types = typeBit(v.Text)
		}
		for _, item := range v.Items {
			b.types |= typeBit(item.Text)
		}
	}
	if v := get("const"); v != nil {
		b.fixed, b.fixedKey = v, canonical(v)
		b.fixedTypes[v.Type] = true
	}
	if v := get("enum"); v != nil {
		b.enum, b.enumValues = make(map[string]bool, len(v.Items)), v.Items
		for _, item := range v.Items {
			b.enum[canonical(item)] = true
			b.fixedTypes[item.Type] = true
		}
	}
	if v := get("multipleOf"); v != nil {
		m := parseDecimal(v.Text)
		b.multipleOf = &m
	}
	for _, k := range []struct {
		name      string
		upper     bool
		exclusive string
	}{{"minimum", false, "exclusiveMinimum"}, {"maximum", true, "exclusiveMaximum"}} {
		strict := get(k.exclusive)
		if v := get(k.name); v != nil {
			exclusive := strict != nil && strict.Type == Boolean && strict.True
			b.bounds = append(b.bounds, bound{k.name, parseDecimal(v.Text), v.Text, exclusive, k.upper})
		}
		if strict != nil && strict.Type == Number {
			b.bounds = append(b.bounds, bound{k.exclusive, parseDecimal(strict.Text), strict.Text, true, k.upper})
		}
	}
	b.minLength, b.maxLength = count(get("minLength")), count(get("maxLength"))
	if v := get("pattern"); v != nil {
		b.pattern = s.Document.patterns[v]
	}
}

func count(v *Value) int {
	if v == nil {
		return none
	}
	return parseDecimal(v.Text).count()
}

func (s *Schema) fillArrays(b *sub, get func(string) *Value) {
	b.minItems, b.maxItems = count(get("minItems")), count(get("maxItems"))
	items := get("items")
	switch {
	case b.node.Dialect >= Draft2020:
		b.prefix, b.prefixKeyword = s.list(get("prefixItems")), "prefixItems"
		b.rest, b.restKeyword = s.at(items), "items"
	case items != nil && items.Type == Array:
		b.prefix, b.prefixKeyword = s.list(items), "items"
		b.rest, b.restKeyword = s.at(get("additionalItems")), "additionalItems"
	default:
		b.rest, b.restKeyword = s.at(items), "items"
	}
	b.contains = s.at(get("contains"))
	b.minContains, b.maxContains = count(get("minContains")), count(get("maxContains"))
	b.containsEvaluates = b.node.Dialect >= Draft2020
	if v := get("uniqueItems"); v != nil {
		b.unique = v.True
	}
	b.unevaluatedItems = s.at(get("unevaluatedItems"))
}

func (s *Schema) fillObjects(b *sub, get func(string) *Value) {
	b.minProperties, b.maxProperties = count(get("minProperties")), count(get("maxProperties"))
	b.required = texts(get("required"))
	if v := get("properties"); v != nil {
		b.properties = make(map[string]*sub, len(v.Members))
		for _, m := range v.Effective() {
			b.properties[m.Name()] = s.at(m.Value)
		}
	}
	if v := get("patternProperties"); v != nil {
		for _, m := range v.Effective() {
			b.patternProperties = append(b.patternProperties, patternSub{s.Document.patterns[m.Key], s.at(m.Value)})
		}
	}
	b.additionalProperties = s.at(get("additionalProperties"))
	b.propertyNames = s.at(get("propertyNames"))
	b.unevaluatedProperties = s.at(get("unevaluatedProperties"))
	for _, keyword := range []string{"dependentRequired", "dependentSchemas", "dependencies"} {
		v := get(keyword)
		if v == nil || keyword == "dependencies" && b.node.Dialect >= Draft2019 {
			continue
		}
		for _, m := range v.Effective() {
			if m.Value.Type == Array {
				b.dependentRequired = append(b.dependentRequired, dependentNames{keyword, m.Name(), texts(m.Value)})
			} else {
				b.dependentSchemas = append(b.dependentSchemas, dependentSub{keyword, m.Name(), s.at(m.Value)})
			}
		}
	}
}

func texts(v *Value) []string {
	if v == nil {
		return nil
	}
	out := make([]string, len(v.Items))
	for i, item := range v.Items {
		out[i] = item.Text
	}
	return out
}
