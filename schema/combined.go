package schema

// combined applies the schemas that are for the same value.
func (r *validation) combined(c *collector, b *sub, a application) error {
	for _, part := range b.allOf {
		if err := r.same(c, part, a); err != nil || c.full() {
			return err
		}
	}
	if b.anyOf != nil {
		if err := r.anyOf(c, b, a); err != nil || c.full() {
			return err
		}
	}
	if b.oneOf != nil {
		if err := r.oneOf(c, b, a); err != nil || c.full() {
			return err
		}
	}
	if b.not != nil {
		alone := a
		alone.quick, alone.seen = true, nil
		failures, err := r.apply(b.not, alone)
		if err != nil {
			return err
		}
		if len(failures) == 0 {
			c.add(&failure{sub: b, keyword: "not", application: a})
			if c.full() {
				return nil
			}
		}
	}
	if b.ifs != nil {
		trial := a
		trial.quick = true
		failures, err := r.try(b.ifs, trial)
		if err != nil {
			return err
		}
		then := b.thens
		if len(failures) > 0 {
			then = b.elses
		}
		if then != nil {
			if err := r.same(c, then, a); err != nil || c.full() {
				return err
			}
		}
	}
	if a.value.Type != Object {
		return nil
	}
	if err := r.left.spend(len(b.dependentSchemas) / 4); err != nil {
		return err
	}
	for _, d := range b.dependentSchemas {
		if a.value.Get(d.name) == nil {
			continue
		}
		if err := r.same(c, d.sub, a); err != nil || c.full() {
			return err
		}
	}
	return nil
}

func (r *validation) anyOf(c *collector, b *sub, a application) error {
	trial := a
	trial.quick = true
	var causes []*failure
	accepted := false
	for _, part := range b.anyOf {
		failures, err := r.try(part, trial)
		if err != nil {
			return err
		}
		if len(failures) > 0 {
			causes = append(causes, failures[0])
			continue
		}
		accepted = true
		if a.seen == nil {
			break // else the others may evaluate more
		}
	}
	if !accepted {
		c.add(&failure{sub: b, keyword: "anyOf", application: a, causes: causes})
	}
	return nil
}

func (r *validation) oneOf(c *collector, b *sub, a application) error {
	trial := a
	trial.quick = true
	var causes []*failure
	var accepted []int
	for i, part := range b.oneOf {
		failures, err := r.try(part, trial)
		if err != nil {
			return err
		}
		if len(failures) > 0 {
			causes = append(causes, failures[0])
			continue
		}
		if accepted = append(accepted, i); len(accepted) > 1 {
			c.add(&failure{sub: b, keyword: "oneOf", application: a, numbers: accepted})
			return nil
		}
	}
	if len(accepted) == 0 {
		c.add(&failure{sub: b, keyword: "oneOf", application: a, causes: causes})
	}
	return nil
}
