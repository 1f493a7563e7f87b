package schema

import (
	"fmt"
	"unicode/utf8"
)

// allows reports whether a value is of one of the types. A number without fraction is an integer, however written.
func (s typeSet) allows(v *Value) bool {
	switch v.Type {
	case Null:
		return s&typeNull != 0
	case Boolean:
		return s&typeBoolean != 0
	case Number:
		return s&typeNumber != 0 || s&typeInteger != 0 && parseDecimal(v.Text).isInteger()
	case String:
		return s&typeString != 0
	case Array:
		return s&typeArray != 0
	}
	return s&typeObject != 0
}

// size is what it costs to look at the whole of a value.
func size(v *Value) int { return 1 + (v.End-v.Start)/4 }

// fixedValues checks const and enum.
func (r *validation) fixedValues(c *collector, b *sub, a application) error {
	if b.fixed == nil && b.enum == nil {
		return nil
	}
	key := "" // stands for every value of a type that none of the allowed ones has
	if b.fixedTypes[a.value.Type] {
		if err := r.left.spend(size(a.value)); err != nil {
			return err
		}
		key = canonical(a.value)
	}
	if b.fixed != nil && key != b.fixedKey {
		c.add(&failure{sub: b, keyword: "const", application: a})
	}
	if b.enum != nil && !b.enum[key] {
		c.add(&failure{sub: b, keyword: "enum", application: a})
	}
	return nil
}

func (r *validation) number(c *collector, b *sub, a application) error {
	if b.bounds == nil && b.multipleOf == nil {
		return nil
	}
	if err := r.left.spend(size(a.value)); err != nil {
		return err
	}
	n := parseDecimal(a.value.Text)
	for i, bound := range b.bounds {
		order := n.compare(bound.limit)
		if bound.upper {
			order = -order
		}
		if order < 0 || order == 0 && bound.exclusive {
			c.add(&failure{sub: b, keyword: bound.keyword, application: a, numbers: []int{i}})
		}
	}
	if b.multipleOf != nil {
		if err := r.left.spend(len(n.digits) * (1 + len(b.multipleOf.digits)) / 256); err != nil {
			return err
		}
		multiple, known := n.isMultipleOf(*b.multipleOf)
		if !known {
			return fmt.Errorf("a number has more than %d digits, too many to divide", MaxMultipleDigits)
		}
		if !multiple {
			c.add(&failure{sub: b, keyword: "multipleOf", application: a})
		}
	}
	return nil
}

func (r *validation) text(c *collector, b *sub, a application) error {
	if b.minLength != none || b.maxLength != none {
		if err := r.left.spend(len(a.value.Text) / 64); err != nil {
			return err
		}
		length := utf8.RuneCountInString(a.value.Text)
		c.atLeast(b.minLength, length, &failure{sub: b, keyword: "minLength", application: a})
		c.atMost(b.maxLength, length, &failure{sub: b, keyword: "maxLength", application: a})
	}
	if b.pattern != nil {
		ok, err := b.pattern.match(a.value.Text, &r.left)
		if err != nil {
			return err
		}
		if !ok {
			c.add(&failure{sub: b, keyword: "pattern", application: a})
		}
	}
	return nil
}

func (c *collector) atLeast(limit, got int, f *failure) {
	if limit != none && got < limit {
		f.numbers = []int{limit, got}
		c.add(f)
	}
}

func (c *collector) atMost(limit, got int, f *failure) {
	if limit != none && got > limit {
		f.numbers = []int{limit, got}
		c.add(f)
	}
}

func (r *validation) array(c *collector, b *sub, a application) error {
	items := a.value.Items
	c.atLeast(b.minItems, len(items), &failure{sub: b, keyword: "minItems", application: a})
	c.atMost(b.maxItems, len(items), &failure{sub: b, keyword: "maxItems", application: a})
	if c.full() {
		return nil
	}
	for i, item := range items {
		part := b.rest
		if i < len(b.prefix) {
			part = b.prefix[i]
		}
		if part == nil {
			break
		}
		a.seen.item(i)
		if part.constant && !part.accepts {
			keyword := b.restKeyword
			if i < len(b.prefix) {
				keyword = b.prefixKeyword
			}
			c.add(&failure{sub: b, keyword: keyword, application: a.within(item, "", i), numbers: []int{len(b.prefix)}})
		} else {
			failures, err := r.apply(part, a.within(item, "", i))
			if err != nil {
				return err
			}
			c.add(failures...)
		}
		if c.full() {
			return nil
		}
	}
	if b.unique {
		if err := r.unique(c, b, a); err != nil || c.full() {
			return err
		}
	}
	if b.contains != nil {
		return r.contains(c, b, a)
	}
	return nil
}

func (r *validation) unique(c *collector, b *sub, a application) error {
	if err := r.left.spend(size(a.value)); err != nil {
		return err
	}
	seen := make(map[string]int, len(a.value.Items))
	for i, item := range a.value.Items {
		key := canonical(item)
		if first, ok := seen[key]; ok {
			c.add(&failure{sub: b, keyword: "uniqueItems", application: a.within(item, "", i), numbers: []int{first, i}})
			return nil
		}
		seen[key] = i
	}
	return nil
}

func (r *validation) contains(c *collector, b *sub, a application) error {
	least := max(b.minContains, 0)
	if b.minContains == none {
		least = 1
	}
	found := 0
	for i, item := range a.value.Items {
		within := a.within(item, "", i)
		within.quick = true
		failures, err := r.apply(b.contains, within)
		if err != nil {
			return err
		}
		if len(failures) > 0 {
			continue
		}
		found++
		if b.containsEvaluates {
			a.seen.item(i)
		}
	}
	keyword := "minContains"
	if b.minContains == none {
		keyword = "contains"
	}
	c.atLeast(least, found, &failure{sub: b, keyword: keyword, application: a})
	c.atMost(b.maxContains, found, &failure{sub: b, keyword: "maxContains", application: a})
	return nil
}

func (r *validation) object(c *collector, b *sub, a application) error {
	if err := r.left.spend((len(a.value.Members) + len(b.required)) / 4); err != nil {
		return err
	}
	members := a.value.Effective()
	c.atLeast(b.minProperties, len(members), &failure{sub: b, keyword: "minProperties", application: a})
	c.atMost(b.maxProperties, len(members), &failure{sub: b, keyword: "maxProperties", application: a})
	for _, name := range b.required {
		if a.value.Get(name) == nil {
			c.add(&failure{sub: b, keyword: "required", application: a, name: name})
		}
	}
	for _, d := range b.dependentRequired {
		if a.value.Get(d.name) == nil {
			continue
		}
		if err := r.left.spend(1 + len(d.needs)/4); err != nil {
			return err
		}
		for _, name := range d.needs {
			if a.value.Get(name) == nil {
				c.add(&failure{sub: b, keyword: d.keyword, application: a, name: name, other: d.name})
			}
		}
	}
	if c.full() || b.properties == nil && b.patternProperties == nil && b.additionalProperties == nil && b.propertyNames == nil {
		return nil
	}
	for i, m := range members {
		if err := r.member(c, b, a, i, m); err != nil || c.full() {
			return err
		}
	}
	return nil
}

// member checks one member of an object by all that speaks of it.
func (r *validation) member(c *collector, b *sub, a application, i int, m Member) error {
	if b.propertyNames != nil {
		at := a.within(m.Key, m.Name(), -1)
		at.quick = true
		failures, err := r.apply(b.propertyNames, at)
		if err != nil {
			return err
		}
		if len(failures) > 0 {
			c.add(&failure{sub: b, keyword: "propertyNames", application: at, causes: failures[:1]})
			if c.full() {
				return nil
			}
		}
	}
	known := false
	check := func(part *sub) error {
		known = true
		a.seen.member(i)
		failures, err := r.apply(part, a.within(m.Value, m.Name(), -1))
		c.add(failures...)
		return err
	}
	if part := b.properties[m.Name()]; part != nil {
		if err := check(part); err != nil || c.full() {
			return err
		}
	}
	for _, p := range b.patternProperties {
		ok, err := p.pattern.match(m.Name(), &r.left)
		if err != nil {
			return err
		}
		if ok {
			if err := check(p.sub); err != nil || c.full() {
				return err
			}
		}
	}
	if known || b.additionalProperties == nil {
		return nil
	}
	if rest := b.additionalProperties; !rest.constant || rest.accepts {
		return check(rest)
	}
	c.add(&failure{sub: b, keyword: "additionalProperties", application: a.within(m.Key, m.Name(), -1), name: m.Name()})
	return nil
}

// unevaluated applies unevaluatedItems and unevaluatedProperties to what no other keyword has looked at.
func (r *validation) unevaluated(c *collector, b *sub, a application) error {
	if b.unevaluatedItems != nil && a.value.Type == Array {
		for i, item := range a.value.Items {
			if a.seen.items[i] {
				continue
			}
			a.seen.item(i)
			if err := r.left.spend(1); err != nil {
				return err
			}
			failures, err := r.apply(b.unevaluatedItems, a.within(item, "", i))
			if err != nil {
				return err
			}
			if len(failures) > 0 && b.unevaluatedItems.constant {
				failures = []*failure{{sub: b, keyword: "unevaluatedItems", application: a.within(item, "", i)}}
			}
			if c.add(failures...); c.full() {
				return nil
			}
		}
	}
	if b.unevaluatedProperties == nil || a.value.Type != Object {
		return nil
	}
	for i, m := range a.value.Effective() {
		if a.seen.members[i] {
			continue
		}
		a.seen.member(i)
		failures, err := r.apply(b.unevaluatedProperties, a.within(m.Value, m.Name(), -1))
		if err != nil {
			return err
		}
		if len(failures) > 0 && b.unevaluatedProperties.constant {
			failures = []*failure{{sub: b, keyword: "unevaluatedProperties", application: a.within(m.Key, m.Name(), -1), name: m.Name()}}
		}
		if c.add(failures...); c.full() {
			return nil
		}
	}
	return nil
}
