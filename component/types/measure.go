package types

// measure is how large a type is: parts counts its nodes, written out as a tree, and depth its nesting. Both saturate.
type measure struct{ parts, depth uint32 }

// leaf is the measure of what has no parts.
var leaf = measure{1, 1}

// with is the measure of a whole that has one more part.
func (m measure) with(part measure) measure {
	return measure{addSize(m.parts, part.parts), max(m.depth, addSize(part.depth, 1))}
}

// checkSize refuses types that are too large or too deep.
func (r *resolver) checkSize(m measure) measure {
	if m.parts >= maxTypeParts {
		r.fail("the types of the component are too large: written out they have %d parts or more", maxTypeParts)
	}
	if m.depth > maxTypeDepth {
		r.fail("a type is nested more than %d levels deep", maxTypeDepth)
	}
	return m
}

func externSize(e *Extern) measure {
	switch e.Sort {
	case SortFunc:
		return e.Func.size
	case SortInstance:
		return e.Instance.size
	case SortComponent:
		return e.Component.size
	case SortCoreModule:
		return measure{addSize(1, uint32(len(e.Module.Imports)+len(e.Module.Exports))), 1}
	default:
		return defSize(e.Type)
	}
}

func defSize(t *TypeDef) measure {
	switch {
	case t.Value != nil:
		return t.Value.size
	case t.Func != nil:
		return t.Func.size
	case t.Instance != nil:
		return t.Instance.size
	case t.Component != nil:
		return t.Component.size
	default:
		return leaf
	}
}
