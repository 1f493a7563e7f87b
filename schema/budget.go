package schema

import "errors"

// budget is what a validation may still spend, in steps; see Limits.
type budget struct {
	steps int
	seen  map[*Pattern]bool // patterns that were paid for
}

var errBudget = errors.New("the budget of steps is used up")

func (b *budget) spend(steps int) error {
	b.steps -= steps
	if b.steps < 0 {
		return errBudget
	}
	return nil
}

func (b *budget) see(p *Pattern) {
	if b.seen == nil {
		b.seen = map[*Pattern]bool{}
	}
	b.seen[p] = true
}
