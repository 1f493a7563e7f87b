package schema

// Limits bound one validation. Zero values stand for the defaults.
type Limits struct {
	// Steps is how much work may be done: three for each schema that is applied to a value, more for what takes longer
	// (texts that are compared, patterns). The default is DefaultSteps, which takes about a second at most.
	Steps int
	// Depth is how many applications may be nested in each other. The default is DefaultDepth.
	Depth int
}

// The defaults of Limits.
const (
	DefaultSteps = 10_000_000
	DefaultDepth = 30_000
)

// applyCost is what it costs to apply a schema to a value, in steps: a step is about what a matcher does with one character.
const applyCost = 3

// maxRemembered bounds the results that one validation remembers.
const maxRemembered = 100_000

// Validate checks arguments, a JSON text. The result is nil if they are valid; it is a pointer and not an error, so
// compare it with nil before it becomes one.
func (s *Schema) Validate(arguments []byte, limits Limits) *ValidationError {
	v, problem := Parse(arguments)
	if problem != nil {
		return notJSON(problem)
	}
	return s.ValidateValue(v, limits)
}

// ValidateValue checks a value that was parsed before.
func (s *Schema) ValidateValue(v *Value, limits Limits) *ValidationError {
	return s.ValidateAt(s.Document.Nodes[0], v, limits)
}

// ValidateAt checks a value against one subschema of the document, a "default" for example.
func (s *Schema) ValidateAt(n *Node, v *Value, limits Limits) *ValidationError {
	run := s.begin(limits)
	failures, err := run.apply(s.subs[n.number], application{value: v})
	if err != nil {
		return notCheckable(err)
	}
	return notValid(failures)
}

func (s *Schema) begin(limits Limits) *validation {
	if limits.Steps <= 0 {
		limits.Steps = DefaultSteps
	}
	if limits.Depth <= 0 {
		limits.Depth = DefaultDepth
	}
	return &validation{schema: s, left: budget{steps: limits.Steps}, deepest: limits.Depth, results: map[resultKey][]*failure{}}
}

// validation is the state of one run. Any error ends it: it is a limit that was reached.
type validation struct {
	schema  *Schema
	left    budget
	depth   int
	deepest int
	results map[resultKey][]*failure
}

type resultKey struct {
	sub   *sub
	value *Value
}

// application is a value that a schema is applied to, and the circumstances.
type application struct {
	value *Value
	path  *path
	scope *scope
	// quick: one failure is enough.
	quick bool
	// seen collects what has been evaluated of the value; nil where nobody asks.
	seen *evaluated
}

// path is where a value stands in the arguments.
type path struct {
	parent *path
	name   string
	index  int // of an array; -1 for a member
}

// scope is the way through the resources of the schema that led here, the innermost first.
type scope struct {
	resource *resource
	outer    *scope
}

// evaluated is what unevaluatedProperties and unevaluatedItems have to know of a value: which members (by their place
// among the effective ones) and which items some schema spoke of.
type evaluated struct {
	members []bool
	items   []bool
}

// trackingCost is what an evaluated costs beyond its size, in steps.
const trackingCost = 8

func newEvaluated(v *Value) *evaluated {
	e := &evaluated{}
	switch v.Type {
	case Object:
		e.members = make([]bool, len(v.Effective()))
	case Array:
		e.items = make([]bool, len(v.Items))
	}
	return e
}

func (e *evaluated) add(other *evaluated) {
	for i, b := range other.members {
		e.members[i] = e.members[i] || b
	}
	for i, b := range other.items {
		e.items[i] = e.items[i] || b
	}
}

func (e *evaluated) member(i int) {
	if e != nil {
		e.members[i] = true
	}
}

func (e *evaluated) item(i int) {
	if e != nil {
		e.items[i] = true
	}
}

// within is the application to a part of the value.
func (a application) within(v *Value, name string, index int) application {
	return application{value: v, path: &path{a.path, name, index}, scope: a.scope, quick: a.quick}
}

// apply applies a schema to a value. No failures: the value is valid.
func (r *validation) apply(b *sub, a application) ([]*failure, error) {
	if err := r.left.spend(applyCost); err != nil {
		return nil, err
	}
	if b.constant {
		if b.accepts {
			return nil, nil
		}
		return []*failure{{sub: b, keyword: "false", application: a}}, nil
	}
	if r.depth >= r.deepest {
		return nil, errDepth
	}
	r.depth++

	tracks := b.unevaluatedItems != nil || b.unevaluatedProperties != nil
	remember := b.shared && !tracks && a.seen == nil && !r.schema.Document.dynamic
	key := resultKey{b, a.value}
	if remember {
		if known, ok := r.results[key]; ok {
			r.depth--
			return known, nil
		}
	}
	if a.scope == nil || a.scope.resource != b.node.resource {
		a.scope = &scope{b.node.resource, a.scope}
	}
	if tracks && a.seen == nil {
		if err := r.left.spend(trackingCost + (len(a.value.Members)+len(a.value.Items))/8); err != nil {
			return nil, err
		}
		a.seen = newEvaluated(a.value)
	}
	failures, err := r.keywords(b, a)
	if err != nil {
		return nil, err // ends the run, so the depth does not matter any more
	}
	r.depth--
	if remember && len(r.results) < maxRemembered {
		r.results[key] = failures
	}
	return failures, nil
}

// keywords goes through the keywords of a schema: references, further schemas for the same value, the value itself, its
// parts, and at last what nobody has looked at.
func (r *validation) keywords(b *sub, a application) ([]*failure, error) {
	c := collector{quick: a.quick}
	for _, ref := range b.refs {
		target, err := r.target(ref, a.scope)
		if err != nil {
			return nil, err
		}
		if err := r.same(&c, target, a); err != nil || c.full() {
			return c.failures, err
		}
	}
	if b.typed && !b.types.allows(a.value) {
		// Everything else would only say the same again.
		c.add(&failure{sub: b, keyword: "type", application: a})
		return c.failures, nil
	}
	if err := r.combined(&c, b, a); err != nil || c.full() {
		return c.failures, err
	}
	// What a schema that refuses has looked at does not count, so more would seem unevaluated than is.
	complete := len(c.failures) == 0
	if err := r.fixedValues(&c, b, a); err != nil || c.full() {
		return c.failures, err
	}
	if err := r.parts(&c, b, a); err != nil || c.full() {
		return c.failures, err
	}
	if complete {
		if err := r.unevaluated(&c, b, a); err != nil {
			return c.failures, err
		}
	}
	return c.failures, nil
}

// parts checks what depends on the type of the value.
func (r *validation) parts(c *collector, b *sub, a application) error {
	switch a.value.Type {
	case Number:
		return r.number(c, b, a)
	case String:
		return r.text(c, b, a)
	case Array:
		return r.array(c, b, a)
	case Object:
		return r.object(c, b, a)
	}
	return nil
}

// collector gathers failures, or stops at the first.
type collector struct {
	failures []*failure
	quick    bool
}

func (c *collector) add(fs ...*failure) { c.failures = append(c.failures, fs...) }

// maxFailures is where a schema stops to look for more.
const maxFailures = 100

func (c *collector) full() bool {
	return c.quick && len(c.failures) > 0 || len(c.failures) >= maxFailures
}

// same applies another schema to the same value, as part of the schema at hand: its failures are ours, and so is what
// it has evaluated if it accepts.
func (r *validation) same(c *collector, b *sub, a application) error {
	failures, err := r.try(b, a)
	c.add(failures...)
	return err
}

// try applies another schema to the same value and hands its failures back.
func (r *validation) try(b *sub, a application) ([]*failure, error) {
	outer := a.seen
	if outer != nil {
		if err := r.left.spend(trackingCost + (len(outer.members)+len(outer.items))/8); err != nil {
			return nil, err
		}
		a.seen = newEvaluated(a.value)
	}
	failures, err := r.apply(b, a)
	if err == nil && len(failures) == 0 && outer != nil {
		outer.add(a.seen)
	}
	return failures, err
}

// target follows a reference. Where it is dynamic, the outermost resource on the way here decides that has the same
// dynamic anchor ($dynamicRef) or is recursive too ($recursiveRef).
func (r *validation) target(ref subRef, s *scope) (*sub, error) {
	found := ref.ref.Target
	switch {
	case ref.ref.anchor != "":
		for ; s != nil; s = s.outer {
			if err := r.left.spend(1); err != nil {
				return nil, err
			}
			if n := s.resource.dynamic[ref.ref.anchor]; n != nil {
				found = n
			}
		}
	case ref.ref.Keyword == "$recursiveRef" && found.resource.recursive:
		for ; s != nil; s = s.outer {
			if err := r.left.spend(1); err != nil {
				return nil, err
			}
			if s.resource.recursive {
				found = s.resource.root
			}
		}
	}
	return r.schema.subs[found.number], nil
}
